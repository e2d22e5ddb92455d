import type { Call, CallDetail, CallStatus, CallType } from '../domain/call.ts'
import { advance, dueAt, type Report } from '../domain/call-life.ts'
import type { CallRef } from '../domain/call-ref.ts'
import type { Clock, Random } from '../domain/clock.ts'
import { idAt } from '../domain/id.ts'
import { readDetail, writeDetail } from './call-detail.ts'
import { closingWrites } from './closing.ts'
import { callDetailKey, callKey, dueKey } from './keys.ts'
import { ledger } from './ledger.ts'
import { isNew, type Table, type Write, when } from './table.ts'

export interface CallFilter {
  status?: CallStatus
  type?: CallType
  client_phone_number?: string
  assistant_id?: number
  campaign_id?: number
  /** Ids carry the time of creation: from inclusive, until exclusive. */
  from_id?: number
  until_id?: number
}

export interface Calls {
  find(ref: CallRef): Promise<Call | undefined>
  details(refs: CallRef[]): Promise<(CallDetail | undefined)[]>
  /** Records a call that shall be placed, with its deadline. False when the id is taken; try the next. */
  open(call: Call, detail: CallDetail): Promise<boolean>
  /**
   * Takes the right to ask the carrier, for this caller alone. The call when it was taken just now; undefined when
   * somebody else has asked, or there is nothing to place any more.
   */
  claimDial(ref: CallRef, claimed_by: string, now: number): Promise<Call | undefined>
  /** Folds a report in (an empty one: time has passed), and closes the call once nothing more can be learnt. */
  apply(ref: CallRef, report: Report, now: number): Promise<Applied | undefined>
  /** Remembers that the carrier was asked, and that we want it over. */
  note(ref: CallRef, note: { checked_at?: number; hang_up?: Call['hang_up'] }, now: number): Promise<Call | undefined>
  /** Charges a closed call to its user's account, once. */
  charge(call: Call, now: number): Promise<void>
  /** Headers that match, newest first, and how many there are in all. */
  page(user_id: number, filter: CallFilter, first: number, count: number): Promise<{ calls: Call[]; total: number }>
  remove(ref: CallRef): Promise<void>
}

export interface Applied {
  before: Call
  call: Call
}

interface CallsParts {
  table: Table
  clock: Clock
  random: Random
}

interface Stored extends Call {
  /** Who took the right to dial: tells a repeated write of ours from somebody else's. */
  claimed_by?: string
}

/** Losing this often against other writers of one call means that something is broken. */
const changeAttemptsMax = 20
const pauseMsMax = 40

export const calls = ({ table, clock, random }: CallsParts): Calls => {
  const keyOf = ({ user_id, call_id }: CallRef) => callKey(user_id, call_id)

  /** Puts what `step` makes of the stored call; somebody else's change in between makes it start again from theirs. */
  const change = async (
    ref: CallRef,
    step: (call: Stored) => Stored,
  ): Promise<{ before: Stored; call: Stored } | undefined> => {
    for (let attempt = 0; attempt < changeAttemptsMax; attempt++) {
      const before = await table.get<Stored>(keyOf(ref))
      if (!before) return undefined
      const after = step(before)
      if (after === before) return { before, call: before }
      const call = { ...after, revision: before.revision + 1 }
      const closes = call.closed_at !== undefined && before.closed_at === undefined
      const beside = closes ? await closingWrites(table, call) : []
      const written = await table.write<Stored>([putCall(call, before.revision), ...beside])
      if (written.done) return { before, call }
      if (attempt > 0) await clock.sleep(random.number() * pauseMsMax)
    }
    throw new Error('The call is too busy')
  }

  return {
    find: (ref) => table.get<Call>(keyOf(ref)),

    details: async (refs) => {
      if (refs.length === 0) return []
      const items = await table.getMany(refs.map((ref) => callDetailKey(ref.user_id, ref.call_id)))
      return items.map((item) => item && readDetail(item))
    },

    open: async (call, detail) => {
      const written = await table.write([
        { put: { ...callKey(call.user_id, call.id), ...call, ...dueKey(call.id, dueAt(call)) }, when: isNew },
        { put: { ...callDetailKey(call.user_id, call.id), ...writeDetail(detail) }, when: isNew },
      ])
      return written.done
    },

    claimDial: async (ref, claimed_by, now) => {
      const claimed = await change(ref, (call) =>
        call.placement === 'reserved' && !call.outcome
          ? { ...call, placement: 'asked', asked_at: now, claimed_by, updated_at: now }
          : call,
      )
      return claimed?.call.claimed_by === claimed_by ? claimed.call : undefined
    },

    apply: (ref, report, now) => change(ref, (call) => advance(call, report, now)),

    note: async (ref, note, now) => {
      const noted = await change(ref, (call) => (call.closed_at ? call : { ...call, ...note, updated_at: now }))
      return noted?.call
    },

    charge: async (call, now) => {
      const key = callKey(call.user_id, call.id)
      const charged: Write = {
        update: key,
        set: { charged_at: now },
        add: { revision: 1 },
        remove: ['due_shard', 'due_at'],
        when: when('attribute_exists(#pk) AND attribute_not_exists(#charged_at)'),
      }
      for (;;) {
        const entry = {
          id: idAt(now, random.number()),
          user_id: call.user_id,
          type: 'call' as const,
          amount: -call.total_cost,
          description: `Call to ${call.client_phone_number}, ${call.duration} s`,
          call_id: call.id,
          created_at: now,
        }
        const moved = await ledger({ table, clock, random }).move(entry, { beside: [charged] })
        if (moved.moved || moved.why !== 'exists') return
      }
    },

    page: async (user_id, filter, first, count) => {
      const range = {
        pk: callKey(user_id, 0).pk,
        from: callKey(user_id, filter.from_id ?? 0).sk,
        to: callKey(user_id, (filter.until_id ?? Number.MAX_SAFE_INTEGER) - 1).sk,
      }
      const all = await table.query<Call>({ ...range, newestFirst: true })
      const matching = all.filter((call) => matches(call, filter))
      return { calls: matching.slice(first, first + count), total: matching.length }
    },

    remove: async ({ user_id, call_id }) => {
      await table.write([{ delete: callKey(user_id, call_id) }, { delete: callDetailKey(user_id, call_id) }])
    },
  }
}

/** The whole header, put on the condition that nobody wrote since `revision`. */
const putCall = (call: Stored, revision: number): Write => {
  const { due_shard: _shard, due_at: _due, ...header } = { due_shard: undefined, due_at: undefined, ...call }
  return {
    put: { ...callKey(call.user_id, call.id), ...header, ...dueKey(call.id, dueAt(call)) },
    when: when('#revision = :revision', { revision }),
  }
}

const matches = (call: Call, filter: CallFilter): boolean =>
  (!filter.status || call.status === filter.status) &&
  (!filter.type || call.type === filter.type) &&
  (!filter.client_phone_number || call.client_phone_number === filter.client_phone_number) &&
  (filter.assistant_id === undefined || call.assistant_id === filter.assistant_id) &&
  (filter.campaign_id === undefined || call.campaign_id === filter.campaign_id)
