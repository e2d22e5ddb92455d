import { retryAfterMs, type WebhookAnswer } from '../../domain/webhooks/webhook-answer.ts'
import { signatureHeaders } from '../../domain/webhooks/webhook-signature.ts'
import type { Stage } from '../../words/stage.ts'
import { judgedRequest, readText, reasonOf, resolveName } from './judged-request.ts'

export interface WebhookEvent {
  /** Receivers recognise a repeated event by this id. */
  webhook_id: string
  /** Newest first. */
  secrets: string[]
  payload: object
}

export interface WebhookClient {
  /** Never throws if the receiver fails: the answer has no status. */
  ask(url: string, event: WebhookEvent, limitMs: number): Promise<WebhookAnswer>
}

interface WebhookClientParts {
  stage: Stage
  /** Real epoch milliseconds. Receivers compare the signed time with their clock. */
  worldTime: () => number
  /** Runs before each request. If it rejects, `ask` rejects too. */
  beforeNetwork?: () => Promise<unknown>
  resolve?: (host: string) => Promise<string[]>
  ca?: string
}

const bodyBytesMax = 64 * 1024

export const webhookClient = ({
  stage,
  worldTime,
  beforeNetwork,
  resolve = resolveName,
  ca,
}: WebhookClientParts): WebhookClient => ({
  ask: async (url, { webhook_id, secrets, payload }, limitMs) => {
    await beforeNetwork?.()
    const started = worldTime()
    const signal = AbortSignal.timeout(limitMs)
    const body = JSON.stringify(payload)
    try {
      const headers = {
        ...signatureHeaders(secrets, webhook_id, Math.floor(started / 1000), body),
        'content-type': 'application/json',
        'user-agent': 'Parlance-Webhooks/1',
      }
      const asked = { method: 'POST', url, headers, body, bodyBytesMax }
      const { http_status, is_cut, bytes, retry_after } = await judgedRequest(asked, { stage, resolve, ca, signal })
      const answer = { http_status, is_cut }
      const retry_after_ms = retryAfterMs(retry_after, worldTime())
      return { ...answer, ...readText(bytes, answer.is_cut), retry_after_ms, duration_ms: worldTime() - started }
    } catch (cause) {
      const error = signal.aborted ? `No answer within ${limitMs / 1000} s` : reasonOf(cause)
      return { http_status: null, text: '', is_cut: false, is_binary: false, error, duration_ms: worldTime() - started }
    }
  },
})
