import { isoTime } from '../../words/time.ts'

/** Owner of the lists that apply to all users. */
export const operatorId = 0

export const dayMs = 24 * 60 * 60 * 1000

export interface ListInForce {
  /** Number that marks the list's entries, 1 to 255. */
  place: number
  name: string
  import_id: number
  numbers: number
  /** Day of the list's data, epoch milliseconds. */
  as_of: number
  valid_days: number
  in_force_at: number
  /** A removal was requested; the list applies until the removal is done. */
  leaving?: true
}

/** The item that holds all lists of an owner. Each change replaces it. */
export interface ListHead {
  user_id: number
  revision: number
  /** Part of the keys of the blocks; absent without lists. */
  version?: string
  blocks: number
  entries: number
  lists: ListInForce[]
}

export const staleAt = ({ as_of, valid_days }: Pick<ListInForce, 'as_of' | 'valid_days'>): number =>
  as_of + (valid_days + 1) * dayMs

export const listReason = (list: ListInForce, now: number): string => {
  const { name, as_of, valid_days } = list
  const age = now >= staleAt(list) ? ` The list is older than ${valid_days} days: import the current one.` : ''
  return `The phone number is on the do-not-call list ${name} of ${isoTime(as_of).slice(0, 10)}.${age}`
}

export const headLeaving = (head: ListHead, import_id: number): ListHead => ({
  ...head,
  revision: head.revision + 1,
  lists: head.lists.map((list) => (list.import_id === import_id ? { ...list, leaving: true } : list)),
})
