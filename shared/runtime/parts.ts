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
 * Promise that resolves when the token is verified, and rejects if it is bad (see optimistic.ts).
 */
export type Gate = Promise<unknown>

export interface Parts {
  settings: Settings
  clock: Clock
  /** Returns real epoch milliseconds. In the local stack, `clock` may run faster. */
  worldTime: () => number
  random: Random
  stage: Stage
  log: Log
  table: Table
  nodes: NodeCache
  historyLimits?: Partial<HistoryLimits>
  sqs: SQSClient
  secrets: Secrets
  fetch: typeof fetch
  openSocket: OpenSocket
  beforeNetwork?: () => Promise<unknown>
  assets: Readonly<Record<string, Asset>>
  /** Generated at build time. */
  agentTools: readonly AgentTool[]
}

export type Registry = { readonly [S in ServiceName]?: (parts: Parts) => Services[S] }

export interface Asset {
  contentType: string
  /** Base64; must be smaller than a Lambda answer. */
  gzip: string
  etag: string
  /** Content-Security-Policy. The recordings bucket's URL replaces `{recordings}`. */
  policy: string
}
