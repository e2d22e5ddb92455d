import { expiryOf } from '../../domain/account/retention.ts'
import { type Call, type CallDetail, isWaitingSingle } from '../../domain/calls/call.ts'
import { deadlineOf, dueAt } from '../../domain/calls/call-life.ts'
import { blacklistedKey, callDetailKey, callKey, dueKey } from '../../table/keys.ts'
import { isNew, type Write, when } from '../../table/table.ts'
import { timeOfId } from '../../words/id.ts'
import { spellingsOf } from '../../words/phone-spellings.ts'
import { jobMoved } from '../account/open-jobs.ts'
import { writeDetail } from './call-detail.ts'

export interface StoredCall extends Call {
  claimed_by?: string
}

export const openingWrites = (call: Call, detail: CallDetail): Write[] => [
  { put: { ...callKey(call.user_id, call.id), ...call, ...dueKey(call.id, dueAt(call)) }, when: isNew },
  {
    put: {
      ...callDetailKey(call.user_id, call.id),
      ...writeDetail(detail),
      expires_at_seconds: expiryOf(timeOfId(call.id)),
    },
    when: isNew,
  },
]

/** Fails when the number opted out, in any spelling. */
export const notSuppressed = ({ user_id, client_phone_number }: Call): Write[] =>
  spellingsOf(client_phone_number).map((spelling) => ({ check: blacklistedKey(user_id, spelling), when: isNew }))

export const callWrite = (call: Call & { due_shard?: string; due_at?: number }, revision: number): Write => {
  const { due_shard: _shard, due_at: standing, ...header } = call
  return {
    put: { ...callKey(call.user_id, call.id), ...header, ...dueKey(call.id, deadlineOf(call, standing)) },
    when: when('#revision = :revision', { revision }),
  }
}

export const waitingJob = 'waiting_calls'

export const waitingMoved = (before: Call, after: Call): Write[] =>
  jobMoved(after.user_id, waitingJob, { wasOpen: isWaitingSingle(before), isOpen: isWaitingSingle(after) })
