import { type JobKind, openJobsMax } from '../../domain/account/job-limits.ts'
import { openJobsKey } from '../../table/keys.ts'
import { type Write, when } from '../../table/table.ts'

/** `exists`: the id is taken. */
export type Opened = 'opened' | 'exists' | 'busy'

export const jobOpened = (user_id: number, kind: JobKind, isLimited: boolean): Write => ({
  update: openJobsKey(user_id),
  add: { [kind]: 1 },
  ...(isLimited && {
    when: when(`attribute_not_exists(#${kind}) OR #${kind} < :max`, { max: openJobsMax[kind] }),
  }),
})

export const jobEnded = (user_id: number, kind: JobKind): Write => ({
  update: openJobsKey(user_id),
  add: { [kind]: -1 },
})

export const jobMoved = (
  user_id: number,
  kind: JobKind,
  { wasOpen, isOpen }: { wasOpen: boolean; isOpen: boolean },
) => {
  if (wasOpen === isOpen) return []
  return [isOpen ? jobOpened(user_id, kind, false) : jobEnded(user_id, kind)]
}

export const openedBy = (written: { done: true } | { done: false; failed: readonly unknown[] }): Opened => {
  if (written.done) return 'opened'
  return written.failed[0] ? 'exists' : 'busy'
}
