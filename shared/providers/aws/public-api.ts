import type { AgentTool } from '../../domain/agents/agent-tool.ts'
import type { ApiAnswer } from '../../domain/agents/tool-answer.ts'
import type { AgentToolRequest } from '../../domain/agents/tool-request.ts'
import { publicOrigin, publicUrl } from '../web/addresses.ts'
import type { Settings } from './settings.ts'

export interface PublicApi {
  tools(): readonly AgentTool[]
  ask(request: AgentToolRequest, authorization: string): Promise<ApiAnswer | undefined>
  isOwnOrigin(origin: string): boolean
}

/** Milliseconds to wait for the API. API Gateway waits 29 s for the function that asks. */
const limitMs = 26_000

export const publicApi = (parts: {
  settings: Settings
  agentTools: readonly AgentTool[]
  fetch: typeof fetch
}): PublicApi => ({
  tools: () => parts.agentTools,
  ask: async ({ method, target, body, key }, authorization) => {
    try {
      const answer = await parts.fetch(publicUrl(parts.settings, target), {
        method,
        headers: {
          authorization,
          'user-agent': 'Parlance-MCP/1',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(limitMs),
      })
      return {
        status: answer.status,
        text: await answer.text(),
        request_id: answer.headers.get('x-request-id') ?? undefined,
        retry_after: answer.headers.get('retry-after') ?? undefined,
      }
    } catch {
      return undefined
    }
  },
  isOwnOrigin: (origin) => origin === new URL(publicOrigin(parts.settings)).origin,
})
