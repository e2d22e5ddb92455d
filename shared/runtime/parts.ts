import type { SQSClient } from '@aws-sdk/client-sqs'
import type { AgentTool } from '../domain/agents/agent-tool.ts'
import type { HistoryLimits } from '../lists/store/history-list.ts'
import type { NodeCache } from '../lists/store/node-cache.ts'
import type { Secrets } from '../providers/aws/secrets.ts'
import type { Settings } from '../providers/aws/settings.ts'
import type { OpenSocket } from '../providers/web/socket-client.ts'
import type { ServiceName, Services } from '../services.ts'
import type { Table } from '../table/table.ts'
import type { Clock, Random } from '../words/clock.ts'
import type { Log } from '../words/log.ts'
import type { Stage } from '../words/stage.ts'

/**
 * Settles when the token of a request has proved good, and rejects when it has not
 * (`optimistic.ts`).
 */
export type Gate = Promise<unknown>

/** Ingredients of services: the few things that touch the machine, the clock or the network. */
export interface Parts {
  settings: Settings
  clock: Clock
  /**
   * The time of the world outside, in epoch milliseconds, which our own clock may outrun on one
   * machine.
   */
  worldTime: () => number
  random: Random
  stage: Stage
  log: Log
  table: Table
  /** Nodes of lists that this process has read. */
  nodes: NodeCache
  /** Other limits of histories than the product's own. */
  historyLimits?: Partial<HistoryLimits>
  sqs: SQSClient
  secrets: Secrets
  fetch: typeof fetch
  openSocket: OpenSocket
  /** Services that reach the network without `fetch` and `openSocket` wait for this first. */
  beforeNetwork?: () => Promise<unknown>
  /** Fixed answers, by operation. */
  assets: Readonly<Record<string, Asset>>
  /** Tools for agents, made from the catalogue when the function is built. */
  agentTools: readonly AgentTool[]
}

/** Name → how to make it. A deployed function's registry holds only what its declaration uses. */
export type Registry = { readonly [S in ServiceName]?: (parts: Parts) => Services[S] }

/** Bytes to be served, and what a browser must know about them. */
export interface Asset {
  contentType: string
  /**
   * The bytes through gzip, in base64: small enough for an answer of Lambda, and what nearly every
   * client takes.
   */
  gzip: string
  /** Changes with the bytes. */
  etag: string
  /** Content-Security-Policy of a page; `{recordings}` is replaced by the stack's bucket. */
  policy: string
}
