import { expiryOf } from '../../domain/account/retention.ts'
import type { Call, CallDetail } from '../../domain/calls/call.ts'
import { deadlineOf, dueAt } from '../../domain/calls/call-life.ts'
import { blacklistedKey, callDetailKey, callKey, dueKey } from '../../table/keys.ts'
import { isNew, type Write, when } from '../../table/table.ts'
import { timeOfId } from '../../words/id.ts'
import { spellingsOf } from '../../words/phone-spellings.ts'
import { writeDetail } from './call-detail.ts'

/**
 * The two items of a new call. Who has chosen another retention gets it with the transcript; until
 * then nothing was said.
 */
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

/**
 * A claim to dial holds only together with these: no opt-out stands, in any spelling of the number.
 */
export const notSuppressed = ({ user_id, client_phone_number }: Call): Write[] =>
  spellingsOf(client_phone_number).map((spelling) => ({ check: blacklistedKey(user_id, spelling), when: isNew }))

/**
 * The whole header as it was read, and changed, put on the condition that it was not written since
 * `revision`.
 */
export const callWrite = (call: Call & { due_shard?: string; due_at?: number }, revision: number): Write => {
  const { due_shard: _shard, due_at: standing, ...header } = call
  return {
    put: { ...callKey(call.user_id, call.id), ...header, ...dueKey(call.id, deadlineOf(call, standing)) },
    when: when('#revision = :revision', { revision }),
  }
}
