import twilioWebhooks from 'twilio/lib/webhooks/webhooks.js'
import type { Secrets } from '../secrets.ts'
import type { Settings } from '../settings.ts'

/** The addresses that the carrier posts to, and whether a post is really the carrier's. */
export interface Callbacks {
  /** The public URL of a path below `/api`. */
  url(path: string): string
  /** The public URL of the conversations' socket. */
  socketUrl(): string
  /** Is this form, posted to `path` (with stage and query, as received), signed with our account's token? */
  isGenuine(path: string, form: Record<string, string>, signature: string | undefined): Promise<boolean>
  /** Is this request for a socket the carrier's? It signs the exact address, and nothing else. */
  isGenuineSocket(signature: string | undefined): Promise<boolean>
}

interface CallbacksParts {
  settings: Settings
  secrets: Secrets
}

export const callbacks = ({ settings, secrets }: CallbacksParts): Callbacks => {
  /** From configuration, never from the request: a forged Host header must not matter. */
  const origin = () => settings.required('PUBLIC_URL').replace(/\/$/, '')
  const socketUrl = () => settings.get('SOCKET_URL') ?? `${origin().replace(/^http/, 'ws')}/conversations`
  const isSigned = async (signature: string | undefined, url: string, form: Record<string, string>) => {
    if (!signature) return false
    const { auth_token } = await secrets.read('CARRIER')
    if (!auth_token) throw new Error('The carrier secret holds no auth_token')
    return twilioWebhooks.validateRequest(auth_token, signature, url, form)
  }
  return {
    url: (path) => `${origin()}/api${path}`,
    socketUrl,
    isGenuine: (path, form, signature) => isSigned(signature, origin() + path, form),
    isGenuineSocket: (signature) => isSigned(signature, socketUrl(), {}),
  }
}
