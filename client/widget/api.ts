import type { JoinableCall } from './line.ts'

export interface ShownSettings {
  chat: boolean
  voice: boolean
  position: string
  color: string
  header_title: string
  header_subtitle: string
  button_main_text: string
  button_sub_text: string
  start_button_text: string
  modal_title: string
  modal_description: string
  pre_chat_fields: { name: string; label: string; required: boolean }[]
}

export interface ChatLine {
  role: 'assistant' | 'user'
  content: string
}

export interface ChatReply {
  message: string
  ended: boolean
  ai_enabled: boolean
}

export interface Followed {
  is_over: boolean
  captions: { sender: 'bot' | 'human'; text: string }[]
  after: string
}

export class WidgetApiError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Milliseconds between attempts to send a message, and number of attempts. The server answers a
 * message only once.
 */
const retryMs = 2_000
const attemptsMax = 4

export const openApi = (base: string, assistant: string) => {
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    // Plain text, so that the browser sends no preflight request.
    const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'text/plain' } }
    const kept = { credentials: 'omit', referrerPolicy: 'origin', keepalive: document.hidden } as const
    const response = await fetch(base + path, { method, ...kept, ...sent })
    const answer: { message?: string } = await response.json().catch(() => ({}))
    if (!response.ok) throw new WidgetApiError(response.status, answer.message ?? '')
    return answer as T
  }
  return {
    settings: () => ask<ShownSettings>('GET', `/widgets/${encodeURIComponent(assistant)}`),
    begin: (variables: Record<string, string>) =>
      ask<{ conversation_id: string; history: ChatLine[] }>('POST', '/conversations', {
        assistant_id: assistant,
        variables,
      }),
    call: async (variables: Record<string, string>, typed: boolean): Promise<JoinableCall> => {
      const body = { assistant_id: assistant, variables, visitor_key: visitorKey(), typed }
      return (await ask<{ data: JoinableCall }>('POST', '/web/calls', body)).data
    },
    follow: (follow_token: string, after: string | undefined, hidden: boolean) =>
      ask<Followed>('POST', '/web/calls/follow', { follow_token, after, hidden }),
    read: (id: string) => ask<{ history: ChatLine[]; ended: boolean }>('GET', `/conversations/${id}`),
    /** Repeats a message with the same id while its outcome is unknown. */
    send: async (id: string, message: string): Promise<ChatReply> => {
      const client_message_id = crypto.randomUUID()
      for (let attempt = 1; ; attempt++)
        try {
          return await ask<ChatReply>('POST', `/conversations/${id}/messages`, { message, client_message_id })
        } catch (cause) {
          if (attempt === attemptsMax || !mayPass(cause)) throw cause
          await new Promise((resolve) => setTimeout(resolve, retryMs))
        }
    },
  }
}

const visitorKey = (): string => {
  const name = 'parlance:visitor'
  const key = sessionStorage.getItem(name) ?? crypto.randomUUID()
  sessionStorage.setItem(name, key)
  return key
}

export type Api = ReturnType<typeof openApi>

const mayPass = (cause: unknown): boolean =>
  !(cause instanceof WidgetApiError) || cause.status >= 500 || (cause.status === 409 && !/ended/.test(cause.message))
