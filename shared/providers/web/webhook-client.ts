import { retryAfterMs, type WebhookAnswer } from '../../domain/webhooks/webhook-answer.ts'
import { signatureHeaders } from '../../domain/webhooks/webhook-signature.ts'
import type { Stage } from '../../words/stage.ts'
import { judgedRequest, readText, reasonOf, resolveName } from './judged-request.ts'

export interface WebhookEvent {
  /** The same whenever the same event is sent again: receivers know a repetition by it. */
  webhook_id: string
  /** Secrets that sign it, newest first. */
  secrets: string[]
  payload: object
}

export interface WebhookClient {
  /**
   * Posts an event to a URL that a user gave us, which may be anything, and waits at most `limitMs`
   * for all of the answer. Never throws for what goes wrong there: that is an answer without a
   * status.
   */
  ask(url: string, event: WebhookEvent, limitMs: number): Promise<WebhookAnswer>
}

interface WebhookClientParts {
  stage: Stage
  /** The time that receivers hold our signatures against, even where our own clock runs faster. */
  worldTime: () => number
  /** Nothing is looked up or sent before this; when it rejects, `ask` does. */
  beforeNetwork?: () => Promise<unknown>
  /** Every address of a name. */
  resolve?: (host: string) => Promise<string[]>
  /** Certificates to trust instead of those that everybody trusts. */
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
