import type { Call, CallDetail, ChargedCall, ClosedCall, Evaluated } from '../../domain/calls/call.ts'
import { dueAt } from '../../domain/calls/call-life.ts'
import { type CallRef, callRefOf } from '../../domain/calls/call-ref.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { callDetailKey, callKey } from '../../table/keys.ts'
import { exists, type Write, when } from '../../table/table.ts'
import { decimalOf, type Micros } from '../../words/money.ts'
import { must } from '../../words/must.ts'
import { settlingLedger } from '../account/ledger.ts'
import { writeDetail } from './call-detail.ts'
import { markDirty } from './dirty-calls.ts'

export type CallFindings = Pick<
  CallDetail,
  | 'announced_at'
  | 'evaluation'
  | 'extracted_variables'
  | 'latencies'
  | 'messages'
  | 'model_waits'
  | 'tool_calls'
  | 'transcript'
>

export interface ClosedCalls {
  /** False when the call was deleted. */
  keep(ref: CallRef, detail: Partial<CallDetail>): Promise<boolean>
  /** Charges once and releases the hold. */
  charge(call: ClosedCall, now: number): Promise<void>
  /** Stores the carrier's final price and books the difference once. The original charge stays. */
  correct(call: ChargedCall, carrier_cost: Micros): Promise<void>
  /** Does not replace an existing evaluation. */
  evaluate(ref: CallRef, findings: CallFindings, expires_at_seconds: number): Promise<void>
  awaitEvaluation(call: ChargedCall, now: number): Promise<void>
  noteOptOut(ref: CallRef): Promise<void>
  finish(ref: CallRef, now: number, found: Omit<Evaluated, 'at'>): Promise<void>
}

export const closedCalls = (parts: HistoryParts): ClosedCalls => {
  const { table } = parts
  const { move, release } = settlingLedger(parts)
  const mark = (ref: CallRef, change: Change): Write => ({
    update: callKey(ref.user_id, ref.call_id),
    add: { revision: 1 },
    ...change,
  })

  return {
    keep: async ({ user_id, call_id }, detail) => {
      const write: Write = { update: callDetailKey(user_id, call_id), set: writeDetail(detail), when: exists }
      return (await table.write([write])).done
    },

    charge: async (call, now) => {
      const ref = callRefOf(call)
      const charged = mark(ref, {
        set: { charged_at: now },
        remove: call.evaluated ? ['due_shard', 'due_at'] : [],
        when: when('attribute_exists(#pk) AND attribute_not_exists(#charged_at)'),
      })
      const entry = { ...ref, type: 'call' as const, amount: -call.total_cost, description: itemised(call) }
      await release(ref, call.total_cost === 0 ? undefined : entry, [charged])
    },

    correct: async (call, carrier_cost) => {
      const amount = call.carrier_cost - carrier_cost
      if (amount === 0) return
      const ref = callRefOf(call)
      const corrected = mark(ref, {
        set: { carrier_cost, total_cost: call.total_cost - amount },
        when: when('#carrier_cost = :seen', { seen: call.carrier_cost }),
      })
      const description = `${titleOf(call)}: the carrier charged ${decimalOf(carrier_cost)}`
      const entry = { ...ref, type: 'adjustment' as const, amount, description }
      await move(entry, { beside: [corrected, ...markDirty(parts, ref, true)] })
    },

    evaluate: async ({ user_id, call_id }, findings, expires_at_seconds) => {
      const set = { ...writeDetail(findings), expires_at_seconds }
      const unknown = when('attribute_exists(#pk) AND attribute_not_exists(#evaluation)')
      await table.write([{ update: callDetailKey(user_id, call_id), set, when: unknown }])
    },

    awaitEvaluation: async (call, now) => {
      const set = { due_at: must(dueAt(call), 'deadline of a call that is not evaluated') }
      const hasCome = when('attribute_not_exists(#evaluated) AND #due_at <= :now', { now })
      await table.write([mark(callRefOf(call), { set, when: hasCome })])
    },

    noteOptOut: async (ref) => {
      const isNews = when('#opted_out = :no', { no: false })
      await table.write([mark(ref, { set: { opted_out: true }, when: isNews }), ...markDirty(parts, ref, true)])
    },

    finish: async (ref, now, found) => {
      const finished = mark(ref, {
        set: { evaluated: { at: now, ...found } },
        remove: ['due_shard', 'due_at'],
        when: when('attribute_exists(#charged_at) AND attribute_not_exists(#evaluated)'),
      })
      await table.write([finished, ...markDirty(parts, ref, false)])
    },
  }
}

type Change = Omit<Extract<Write, { update: unknown }>, 'update' | 'add'>

const titleOf = ({ client_phone_number: to }: Call): string => (to ? `Call to ${to}` : 'Web call')

const itemised = (call: Call): string => {
  const { duration, carrier_cost, total_cost, transcription_minute } = call
  const transcription = Math.ceil(duration / 60) * transcription_minute
  return [
    `${titleOf(call)}, ${duration} s: carrier ${decimalOf(carrier_cost)}`,
    ...(transcription > 0 ? [`transcription ${decimalOf(transcription)}`] : []),
    `platform ${decimalOf(total_cost - carrier_cost - transcription)}`,
  ].join(', ')
}
