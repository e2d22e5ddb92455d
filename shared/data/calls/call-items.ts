import { expiryOf } from '../../domain/account/retention.ts'
import type { Call, CallDetail } from '../../domain/calls/call.ts'
import { deadlineOf, dueAt } from '../../domain/calls/call-life.ts'
import { blacklistedKey, callDetailKey, callKey, dueKey } from '../../table/keys.ts'
import { isNew, type Write, when } from '../../table/table.ts'
import { timeOfId } from '../../words/id.ts'
import { spellingsOf } from '../../words/phone-spellings.ts'
import { writeDetail } from './call-detail.ts'

/** The items of a new call. A retention of the user's own comes with the transcript. */
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

/** Conditions of a claim to dial: no opt-out of the number, in any spelling. */
export const notSuppressed = ({ user_id, client_phone_number }: Call): Write[] =>
  spellingsOf(client_phone_number).map((spelling) => ({ check: blacklistedKey(user_id, spelling), when: isNew }))

/** Writes the whole header if its `revision` has not changed. */
export const callWrite = (call: Call & { due_shard?: string; due_at?: number }, revision: number): Write => {
  const { due_shard: _shard, due_at: standing, ...header } = call
  return {
    put: { ...callKey(call.user_id, call.id), ...header, ...dueKey(call.id, deadlineOf(call, standing)) },
    when: when('#revision = :revision', { revision }),
  }
}
