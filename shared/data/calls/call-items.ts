import { expiryOf } from '../../domain/account/retention.ts'
import {
  type Call,
  type CallDetail,
  type ChargedCall,
  isWaitingSingle,
  type OpenCall,
  type UnchargedCall,
} from '../../domain/calls/call.ts'
import { deadlineOf, dueAt } from '../../domain/calls/call-life.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import { blacklistedKey, callDetailKey, callKey, dueKey } from '../../table/keys.ts'
import { jobMoved } from '../../table/open-jobs.ts'
import { isNew, type Range, type Table, type Write, when } from '../../table/table.ts'
import { timeOfId } from '../../words/id.ts'
import type { Micros } from '../../words/money.ts'
import { spellingsOf } from '../../words/phone-spellings.ts'
import { writeDetail } from './call-detail.ts'

/**
 * A call as stored. Flat members replace `rollout` and `page`. `covered_seconds` and
 * `transcription_minute` are absent when 0.
 */
export type StoredCall = Stored<OpenCall> | Stored<UnchargedCall> | Stored<ChargedCall>

type Stored<Phase> = Omit<Phase, 'rollout' | 'page' | 'covered_seconds' | 'transcription_minute'> & {
  claimed_by?: string
  is_listed?: true
  rollout_id?: number
  rollout_person?: string
  follow_hash?: string
  page_until?: number
  covered_seconds?: number
  transcription_minute?: Micros
}

export type ClaimedCall = Call & {
  claimed_by?: string
  /** True when the compacted pages of the call list include this open call. */
  is_listed?: true
}

export const readCall = (stored: StoredCall): ClaimedCall => {
  const { rollout_id: id, rollout_person: person, follow_hash: hash, page_until: until, ...call } = stored
  return {
    ...call,
    covered_seconds: call.covered_seconds ?? 0,
    transcription_minute: call.transcription_minute ?? 0,
    ...(id !== undefined && { rollout: { id, ...(person !== undefined && { person }) } }),
    ...(hash !== undefined && { page: { hash, ...(until !== undefined && { until }) } }),
  }
}

export const callItem = ({ rollout, page, covered_seconds, transcription_minute, ...call }: ClaimedCall) => ({
  ...callKey(call.user_id, call.id),
  ...call,
  rollout_id: rollout?.id,
  rollout_person: rollout?.person,
  follow_hash: page?.hash,
  page_until: page?.until,
  ...(covered_seconds > 0 && { covered_seconds }),
  ...(transcription_minute > 0 && { transcription_minute }),
})

export const readCalls = async (table: Table, user_id: number, of: readonly { call_id: number }[]) => {
  const found = await table.getMany<StoredCall>(of.map(({ call_id }) => callKey(user_id, call_id)))
  return found.map((call) => call && readCall(call))
}

export const findCall = async (table: Table, { user_id, call_id }: CallRef, how?: { stale: true }) => {
  const stored = await table.get<StoredCall>(callKey(user_id, call_id), how)
  return stored && readCall(stored)
}

export const queryCalls = async (table: Table, range: Range): Promise<Call[]> =>
  (await table.query<StoredCall>(range)).map(readCall)

export const openingWrites = (call: Call, detail: CallDetail): Write[] => [
  { put: { ...callItem(call), ...dueKey(call.id, dueAt(call)) }, when: isNew },
  {
    put: {
      ...callDetailKey(call.user_id, call.id),
      ...writeDetail(detail),
      expires_at_seconds: expiryOf(timeOfId(call.id)),
    },
    when: isNew,
  },
]

/** Makes the transaction fail when the number opted out, in any spelling. */
export const notSuppressed = ({ user_id, client_phone_number }: Call): Write[] =>
  spellingsOf(client_phone_number).map((spelling) => ({ check: blacklistedKey(user_id, spelling), when: isNew }))

export const callWrite = (call: ClaimedCall & { due_shard?: string; due_at?: number }, revision: number): Write => {
  const { due_shard: _shard, due_at: standing, ...header } = call
  return {
    put: { ...callItem(header), ...dueKey(call.id, deadlineOf(call, standing)) },
    when: when('#revision = :revision', { revision }),
  }
}

export const waitingJob = 'waiting_calls'

export const waitingMoved = (before: Call, after: Call): Write[] =>
  jobMoved(after.user_id, waitingJob, { wasOpen: isWaitingSingle(before), isOpen: isWaitingSingle(after) })
