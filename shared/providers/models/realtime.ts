import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { SessionSettings, SessionTools } from '../../domain/conversations/realtime.ts'
import { readSidebandEvent, type Sideband } from '../../domain/conversations/sideband.ts'
import type { Clock } from '../../words/clock.ts'
import type { Secrets } from '../aws/secrets.ts'
import type { Settings } from '../aws/settings.ts'
import { publicUrl } from '../web/addresses.ts'
import { ownConnection } from '../web/own-connection.ts'
import type { OpenSocket } from '../web/socket-client.ts'

/** OpenAI's Realtime API over SIP. */
export interface Realtime {
  /** `sip:…`, or the missing fields of the secret MODEL. */
  address(): Promise<{ address: string; missing?: never } | { address?: never; missing: string[] }>
  /**
   * True when the vendor signed this webhook in the last five minutes. Accepts repeated webhooks.
   */
  isGenuine(headers: Record<string, string | undefined>, body: string): Promise<boolean>
  /** `gone`: the caller hung up. `refused`: a retry would fail too. */
  accept(session_id: string, settings: SessionSettings, tools: SessionTools): Promise<'accepted' | 'gone' | 'refused'>
  attach(session_id: string): Promise<Sideband | undefined>
  /** Declines only a ringing call. */
  reject(session_id: string): Promise<void>
}

interface RealtimeParts {
  secrets: Secrets
  settings: Settings
  clock: Clock
  fetch: typeof fetch
  openSocket: OpenSocket
}

/** Milliseconds. Short, because callers hear nothing meanwhile. */
const answerMsMax = 4_000
/** SIP status of a rejected call: Decline, OpenAI's default. */
const declined = 603

const toolsPath = '/realtime/tools'
const usualUrl = 'https://api.openai.com/v1'

const needed = ['openai_api_key', 'openai_project_id', 'openai_webhook_secret']

export const realtime = (parts: RealtimeParts): Realtime => {
  const { secrets } = parts
  const post = async (session_id: string, what: 'accept' | 'reject', body: object): Promise<Response> => {
    const { openai_api_key, openai_url = usualUrl } = await secrets.read('MODEL')
    return parts.fetch(`${openai_url}/realtime/calls/${encodeURIComponent(session_id)}/${what}`, {
      method: 'POST',
      headers: { ...ownConnection, authorization: `Bearer ${openai_api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerMsMax),
      redirect: 'error',
    })
  }

  return {
    address: async () => {
      const keys = await secrets.read('MODEL')
      const missing = needed.filter((name) => !keys[name])
      if (missing.length) return { missing }
      const { openai_project_id, openai_sip_host = 'sip.api.openai.com' } = keys
      return { address: `sip:${openai_project_id}@${openai_sip_host};transport=tls` }
    },

    isGenuine: async (headers, body) => {
      const { openai_webhook_secret } = await secrets.read('MODEL')
      if (!openai_webhook_secret) return false
      const given = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
      try {
        new Webhook(openai_webhook_secret).verify(body, Object.fromEntries(given), { jsonParse: false })
        return true
      } catch (cause) {
        if (cause instanceof WebhookVerificationError) return false
        throw cause
      }
    },

    accept: async (session_id, settings, { key, names }) => {
      const server = {
        type: 'mcp',
        server_label: 'parlance',
        server_url: publicUrl(parts.settings, toolsPath),
        authorization: key,
        allowed_tools: names,
        require_approval: 'never',
      }
      const { ok, status } = await post(session_id, 'accept', { ...settings, tools: [server] })
      if (ok) return 'accepted'
      if (status === 404) return 'gone'
      if (status >= 400 && status < 500 && status !== 408 && status !== 429) return 'refused'
      throw new Error(`The realtime model answered ${status} to a call`)
    },

    attach: async (session_id) => {
      const { openai_api_key, openai_url = usualUrl } = await secrets.read('MODEL')
      const url = `${openai_url.replace(/^http/, 'ws')}/realtime?call_id=${encodeURIComponent(session_id)}`
      const opening = parts.openSocket(url, { authorization: `Bearer ${openai_api_key}` })
      const socket = await opening.catch(() => undefined)
      return (
        socket && {
          send: (event) => socket.send(JSON.stringify(event)),
          next: async (ms) => {
            const oldest = socket.take()
            if (oldest !== undefined) return readSidebandEvent(oldest)
            if (!socket.isOpen()) return 'closed'
            await Promise.race([socket.changed(), parts.clock.sleep(ms)])
            const newest = socket.take()
            return newest === undefined ? undefined : readSidebandEvent(newest)
          },
          close: socket.close,
        }
      )
    },

    reject: async (session_id) => {
      const { ok, status } = await post(session_id, 'reject', { status_code: declined })
      if (!ok && (status >= 500 || status === 429))
        throw new Error(`The realtime model answered ${status} to a refusal`)
    },
  }
}
