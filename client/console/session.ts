import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Client, createClient, type How } from '../client.ts'
import type { ImportDraft } from './work/import-draft.ts'

export interface ConsoleSession {
  client: Client
  leave: (reason?: string) => void
}

/** Keys in sessionStorage, which belongs to one tab and ends with it. */
const place = 'parlance-token'
const ownerPlace = 'parlance-owner'
const draftPlace = 'parlance-draft'

export const keptToken = (): string | undefined => sessionStorage.getItem(place) ?? undefined

/** Stores the token. Removes drafts that another user left in this tab. */
export const keepToken = (token: string, owner: number): void => {
  sessionStorage.setItem(place, token)
  sessionStorage.setItem(ownerPlace, String(owner))
  forgetDrafts((of) => of !== String(owner))
}

/** Removes the token. Drafts stay, because the same user may sign in again. */
export const forgetToken = (): void => {
  sessionStorage.removeItem(place)
  sessionStorage.removeItem(ownerPlace)
}

/** Drafts with a file, which sessionStorage cannot hold. A reload loses them. */
const importDrafts = new Map<string, ImportDraft>()

const draftKey = (owner: string, about: string): string => `${draftPlace} ${owner} ${about}`

/** Removes the drafts of all users by default. */
export const forgetDrafts = (isOf: (owner: string) => boolean = () => true): void => {
  for (const key of [...Object.keys(sessionStorage), ...importDrafts.keys()]) {
    const [kind, owner = ''] = key.split(' ')
    if (kind !== draftPlace || !isOf(owner)) continue
    sessionStorage.removeItem(key)
    importDrafts.delete(key)
  }
}

export const draftOf = (about: string) => {
  const key = draftKey(sessionStorage.getItem(ownerPlace) ?? '', about)
  return {
    read: (): string | undefined => sessionStorage.getItem(key) ?? undefined,
    keep: (text: string): void => {
      try {
        sessionStorage.setItem(key, text)
      } catch {
        // A tab can store about 5 MB. A draft that does not fit is kept only in the page's memory.
      }
    },
    forget: (): void => sessionStorage.removeItem(key),
  }
}

export const importDraftOf = (about: string) => {
  const key = draftKey(sessionStorage.getItem(ownerPlace) ?? '', about)
  return {
    read: () => importDrafts.get(key),
    keep: (draft: ImportDraft) => importDrafts.set(key, draft),
    forget: () => importDrafts.delete(key),
  }
}

/**
 * Makes a client that does not repeat failed polls; requests that change data use `howOfChanges`.
 */
export const clientWith = (token: string): Client =>
  createClient({ baseUrl: new URL('.', location.href).href, token, retries: 0 })
/** If the API asks for a wait longer than 3 seconds, the person sees the problem at once. */
export const howOfChanges: How = { retries: 3, retryAfterSecondsMax: 3 }

const Context = createContext<ConsoleSession | undefined>(undefined)
export const SessionProvider = Context.Provider

export const useSession = (): ConsoleSession => {
  const session = useContext(Context)
  if (!session) throw new Error('There is no session')
  return session
}
