import { openJobsKey } from './keys.ts'
import { type Write, when } from './table.ts'

/** `exists`: the id is taken. `busy`: too many jobs are open. */
export type Opened = 'opened' | 'exists' | 'busy'

/** Counts an open job of the user. With `max`, the write fails when the user has that many. */
export const jobOpened = (user_id: number, kind: string, max?: number): Write => ({
  update: openJobsKey(user_id),
  add: { [kind]: 1 },
  ...(max !== undefined && { when: when(`attribute_not_exists(#${kind}) OR #${kind} < :max`, { max }) }),
})

export const jobEnded = (user_id: number, kind: string): Write => ({
  update: openJobsKey(user_id),
  add: { [kind]: -1 },
})

export const jobMoved = (
  user_id: number,
  kind: string,
  { wasOpen, isOpen }: { wasOpen: boolean; isOpen: boolean },
): Write[] => {
  if (wasOpen === isOpen) return []
  return [isOpen ? jobOpened(user_id, kind) : jobEnded(user_id, kind)]
}

export const openedBy = (written: { done: true } | { done: false; failed: readonly unknown[] }): Opened => {
  if (written.done) return 'opened'
  return written.failed[0] ? 'exists' : 'busy'
}
