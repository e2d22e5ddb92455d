import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Client, createClient } from '../client.ts'

/** What every view asks with, as long as the token is good. */
export interface Session {
  client: Client
  /** Forgets the token, and says why. */
  leave: (reason?: string) => void
}

/** The tab's own memory: another tab does not have it, and it is gone with the tab. */
const place = 'parlance-token'

export const keptToken = (): string | undefined => sessionStorage.getItem(place) ?? undefined
export const keepToken = (token: string): void => sessionStorage.setItem(place, token)
export const forgetToken = (): void => sessionStorage.removeItem(place)

/**
 * Looks are made again by the clock and not at once; what changes something is asked again under
 * its own key.
 */
export const clientWith = (token: string): Client =>
  createClient({ baseUrl: new URL('.', location.href).href, token, retries: 0 })
export const retriesOfChanges = 3

const Context = createContext<Session | undefined>(undefined)
export const SessionProvider = Context.Provider

export const useSession = (): Session => {
  const session = useContext(Context)
  if (!session) throw new Error('There is no session')
  return session
}
