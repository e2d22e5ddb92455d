import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Client, createClient, type How } from '../client.ts'

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

const allFileDrafts: Map<string, unknown>[] = []

const draftKey = (owner: string, about: string): string => `${draftPlace} ${owner} ${about}`

/** Removes the drafts of all users by default. */
export const forgetDrafts = (isOf: (owner: string) => boolean = () => true): void => {
  const isForgotten = (key: string) => {
    const [kind, owner = ''] = key.split(' ')
    return kind === draftPlace && isOf(owner)
  }
  for (const key of Object.keys(sessionStorage).filter(isForgotten)) sessionStorage.removeItem(key)
  for (const kept of allFileDrafts) for (const key of [...kept.keys()].filter(isForgotten)) kept.delete(key)
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

/** Makes a store of drafts with a file, which sessionStorage cannot hold. A reload loses them. */
export const fileDrafts = <Draft extends { key: string }>() => {
  const kept = new Map<string, Draft>()
  allFileDrafts.push(kept)
  return (about: string) => {
    const place = draftKey(sessionStorage.getItem(ownerPlace) ?? '', about)
    const read = () => kept.get(place)
    const forget = () => kept.delete(place)
    return {
      read,
      keep: (draft: Draft) => kept.set(place, draft),
      forget,
      /** Removes the draft after its upload, unless another draft has replaced it. */
      uploaded: ({ key }: Draft) => read()?.key === key && forget(),
    }
  }
}

/** Makes a client that does not repeat failed requests by default. */
export const clientWith = (token: string): Client =>
  createClient({ baseUrl: new URL('.', location.href).href, token, retries: 0 })
/**
 * Options of requests that change data. A `Retry-After` above 3 seconds is shown as an error at
 * once.
 */
export const howOfChanges: How = { retries: 3, retryAfterSecondsMax: 3 }

const Context = createContext<ConsoleSession | undefined>(undefined)
export const SessionProvider = Context.Provider

export const useSession = (): ConsoleSession => {
  const session = useContext(Context)
  if (!session) throw new Error('There is no session')
  return session
}
