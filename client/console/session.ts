import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Client, createClient } from '../client.ts'

/** The client of every view, as long as the token is good. */
export interface ConsoleSession {
  client: Client
  /** Forgets the token, and says why. */
  leave: (reason?: string) => void
}

/** The tab's own memory: another tab does not have it, and it is gone with the tab. */
const place = 'parlance-token'
const ownerPlace = 'parlance-owner'
const draftPlace = 'parlance-draft'

export const keptToken = (): string | undefined => sessionStorage.getItem(place) ?? undefined

/** Keeps the token of a user, and removes what another user left unsaved. */
export const keepToken = (token: string, owner: number): void => {
  sessionStorage.setItem(place, token)
  sessionStorage.setItem(ownerPlace, String(owner))
  forgetDrafts((of) => of !== String(owner))
}

/** Drafts outlive a token that ended: the same user signs in again. */
export const forgetToken = (): void => {
  sessionStorage.removeItem(place)
  sessionStorage.removeItem(ownerPlace)
}

const draftKey = (owner: string, about: string): string => `${draftPlace} ${owner} ${about}`

/** Removes drafts of these users; of all users by default. */
export const forgetDrafts = (isOf: (owner: string) => boolean = () => true): void => {
  for (const key of Object.keys(sessionStorage)) {
    const [kind, owner = ''] = key.split(' ')
    if (kind === draftPlace && isOf(owner)) sessionStorage.removeItem(key)
  }
}

/** Unsaved entries of a user, as text. */
export const draftOf = (about: string) => {
  const key = draftKey(sessionStorage.getItem(ownerPlace) ?? '', about)
  return {
    read: (): string | undefined => sessionStorage.getItem(key) ?? undefined,
    keep: (text: string): void => {
      try {
        sessionStorage.setItem(key, text)
      } catch {
        // The memory of a tab is full at about 5 MB. Then the draft lives with the page alone.
      }
    },
    forget: (): void => sessionStorage.removeItem(key),
  }
}

/**
 * Looks are made again by the clock and not at once; what changes something is asked again under
 * its own key.
 */
export const clientWith = (token: string): Client =>
  createClient({ baseUrl: new URL('.', location.href).href, token, retries: 0 })
export const retriesOfChanges = 3

const Context = createContext<ConsoleSession | undefined>(undefined)
export const SessionProvider = Context.Provider

export const useSession = (): ConsoleSession => {
  const session = useContext(Context)
  if (!session) throw new Error('There is no session')
  return session
}
