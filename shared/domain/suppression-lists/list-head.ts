import { isoTime } from '../../words/time.ts'

/** The owner of the lists that bind every user. */
export const operatorId = 0

export const dayMs = 24 * 60 * 60 * 1000

/** A list that is in force. */
export interface ListInForce {
  /** The mark of its entries, 1 to 255. */
  place: number
  name: string
  /** The import that brought it. */
  import_id: number
  numbers: number
  /** The day of its data: epoch milliseconds. */
  as_of: number
  valid_days: number
  in_force_at: number
  /** An import is asked for that takes it out; until then it binds. */
  leaving?: true
}

/** All lists of one owner: what stands here is in force, and one write replaces it. */
export interface ListHead {
  user_id: number
  /** Counts the writes. */
  revision: number
  /** Names the blocks of the index; absent while there is no list. */
  version?: string
  blocks: number
  entries: number
  lists: ListInForce[]
}

export const staleAt = ({ as_of, valid_days }: Pick<ListInForce, 'as_of' | 'valid_days'>): number =>
  as_of + (valid_days + 1) * dayMs

/** Why a number that is on a list is not called or texted, in words for people. */
export const listReason = (list: ListInForce, now: number): string => {
  const { name, as_of, valid_days } = list
  const age = now >= staleAt(list) ? ` The list is older than ${valid_days} days: import the current one.` : ''
  return `The phone number is on the do-not-call list ${name} of ${isoTime(as_of).slice(0, 10)}.${age}`
}

/** The head once it is asked to take a list out. */
export const headLeaving = (head: ListHead, import_id: number): ListHead => ({
  ...head,
  revision: head.revision + 1,
  lists: head.lists.map((list) => (list.import_id === import_id ? { ...list, leaving: true } : list)),
})
