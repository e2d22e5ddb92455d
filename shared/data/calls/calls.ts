import type { Call, CallDetail, OpenCall } from '../../domain/calls/call.ts'
import type { Applied } from '../../domain/calls/call-follow-up.ts'
import { advance, endOnRequest, type Report } from '../../domain/calls/call-life.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import type { Asked, Waiting } from '../../domain/calls/placement.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { historyOverrides } from '../../lists/store/overrides.ts'
import { callDetailKey, callKey } from '../../table/keys.ts'
import { when } from '../../table/table.ts'
import { firstIdAt } from '../../words/id.ts'
import { settlingLedger } from '../account/ledger.ts'
import { callChanges } from './call-changes.ts'
import { findDetails, writeDetail } from './call-detail.ts'
import { callHistory } from './call-history.ts'
import { findCall, queryCalls } from './call-items.ts'
import { type CallLegs, callLegs } from './call-legs.ts'
import { carrierCalls } from './carrier-calls.ts'
import { type ClosedCalls, closedCalls } from './closed-calls.ts'
import { type DialClaims, dialClaims } from './dial-claims.ts'
import { markDirty } from './dirty-calls.ts'
import { type NewCalls, newCalls } from './new-calls.ts'

export interface Calls extends NewCalls, DialClaims, CallLegs, ClosedCalls {
  find(ref: CallRef): Promise<Call | undefined>
  since(user_id: number, since: number): Promise<Call[]>
  details(refs: CallRef[]): Promise<(CallDetail | undefined)[]>
  /** Applies a report to the call. An empty report only checks the call's deadlines. */
  apply(ref: CallRef, report: Report, now: number): Promise<Applied | undefined>
  applyIncoming(ref: CallRef, report: Report, now: number): Promise<Applied | undefined>
  end(ref: CallRef, now: number): Promise<Call | undefined>
  patch(ref: CallRef, patch: CallPatch, now: number): Promise<Call | undefined>
  ofCarrier(carrier_sid: string): Promise<CallRef | undefined>
  /** False when the carrier call belongs to another call. */
  adopt(ref: CallRef, carrier_sid: string): Promise<boolean>
  /** Makes lists show a new call even if the compactor has passed its id. */
  register(ref: CallRef): Promise<void>
  /** False when another recording was stored since the read. */
  remove(call: Call, recording_key: string | undefined): Promise<boolean>
}

interface PlacementPatch {
  waiting?: Partial<Omit<Waiting, 'phase'>>
  asked?: Pick<Asked, 'unanswered_at'>
}

type CallPatch = Pick<
  Partial<OpenCall>,
  | 'assistant_version'
  | 'cause'
  | 'checked_at'
  | 'covered_seconds'
  | 'hang_up'
  | 'is_short'
  | 'message'
  | 'page'
  | 'transcription_minute'
> &
  PlacementPatch

const patched = (call: OpenCall, { waiting, asked, ...patch }: CallPatch, now: number): OpenCall => {
  const { placement } = call
  const next = { ...call, ...patch, updated_at: now }
  if (placement.phase === 'waiting') return { ...next, placement: { ...placement, ...waiting } }
  return placement.phase === 'asked' ? { ...next, placement: { ...placement, ...asked } } : next
}

export const calls = (parts: HistoryParts): Calls => {
  const { table } = parts
  const { release } = settlingLedger(parts)
  const overrides = historyOverrides(parts, callHistory)
  const { ownerPut, adopt, ofCarrier } = carrierCalls(parts)
  const change = callChanges(parts)
  const find = (ref: CallRef) => findCall(table, ref)
  const apply: Calls['apply'] = (ref, report, now) => change(ref, (call, losses) => advance(call, report, now + losses))

  return {
    ...newCalls({ ...parts, ownerPut }),
    ...dialClaims(parts),
    ...callLegs({ ...parts, change, release, find }),
    ...closedCalls(parts),
    adopt,
    ofCarrier,
    find,

    since: (user_id, since) => {
      const { pk, sk: from } = callKey(user_id, firstIdAt(since))
      return queryCalls(table, { pk, from })
    },

    details: (refs) => findDetails(table, refs),

    apply,
    applyIncoming: apply,

    patch: async (ref, patch, now) => {
      const noted = await change(ref, (call) => (call.closed_at !== undefined ? call : patched(call, patch, now)))
      return noted?.call
    },

    end: async (ref, now) => (await change(ref, (call, losses) => endOnRequest(call, now + losses)))?.call,

    register: ({ user_id, call_id }) => overrides.register(user_id, [call_id]),

    remove: async ({ user_id, id, client_phone_number }, recording_key) => {
      const isKnown = recording_key
        ? when('#recording_key = :recording_key', writeDetail({ recording_key }))
        : when('attribute_not_exists(#recording_key)')
      const removed = await table.write([
        { delete: callKey(user_id, id) },
        { delete: callDetailKey(user_id, id), when: isKnown },
        overrides.gone(user_id, id, client_phone_number),
        ...markDirty(parts, { user_id, call_id: id }, true),
      ])
      return removed.done
    },
  }
}
