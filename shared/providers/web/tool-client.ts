import type { ToolAnswer } from '../../domain/tools/tool-answer.ts'
import type { ToolRequest, ToolSending } from '../../domain/tools/tool-request.ts'
import { signatureHeaders } from '../../domain/webhooks/webhook-signature.ts'
import type { Stage } from '../../words/stage.ts'
import { hasLeft, judgedRequest, readText, reasonOf, resolveName } from './judged-request.ts'

export interface ToolClient {
  /** Never throws if the endpoint fails: the answer says whether the request may have arrived. */
  send(request: ToolRequest, how: ToolSending): Promise<ToolAnswer>
}

interface ToolClientParts {
  stage: Stage
  worldTime: () => number
  beforeNetwork?: () => Promise<unknown>
  resolve?: (host: string) => Promise<string[]>
  ca?: string
}

/** Maximum bytes of an answer: more than a model reads. */
const bodyBytesMax = 16 * 1024

export const toolClient = ({
  stage,
  worldTime,
  beforeNetwork,
  resolve = resolveName,
  ca,
}: ToolClientParts): ToolClient => ({
  send: async ({ method, url, headers, body }, { key, secrets, about, limitMs }) => {
    await beforeNetwork?.()
    const started = worldTime()
    const signal = AbortSignal.timeout(limitMs)
    const own = {
      ...Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value])),
      ...signatureHeaders(secrets, key, Math.floor(started / 1000), body ?? ''),
      ...about,
      'idempotency-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    try {
      const asked = { method, url, headers: { 'user-agent': 'Parlance-Tools/1', ...own }, body, bodyBytesMax }
      const { http_status, bytes, is_cut } = await judgedRequest(asked, { stage, resolve, ca, signal })
      const { text } = readText(bytes, is_cut)
      return { http_status, text, is_cut, duration_ms: worldTime() - started }
    } catch (cause) {
      const error = signal.aborted ? `No answer within ${limitMs / 1000} s` : reasonOf(cause)
      const duration_ms = worldTime() - started
      return { http_status: null, text: '', is_cut: false, error, may_have_arrived: hasLeft(cause), duration_ms }
    }
  },
})
