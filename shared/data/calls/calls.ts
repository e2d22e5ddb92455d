import { type Call, type CallDetail, type Evaluated, isWaitingSingle } from '../../domain/calls/call.ts'
import type { Applied } from '../../domain/calls/call-follow-up.ts'
import { advance, dueAt, endOnRequest, type Report } from '../../domain/calls/call-life.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import { type Asked, asked, isWaiting, type Waiting } from '../../domain/calls/placement.ts'
import { singleDial } from '../../domain/evidence/decision.ts'
import type { RuleFacts } from '../../domain/evidence/rule-facts.ts'
import type { DecidedNotices } from '../../domain/rules/decide-notices.ts'
import type { Kind } from '../../lists/plan/columns.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { historyMarks } from '../../lists/store/marks.ts'
import { lost, untilWritten } from '../../table/compare-and-set.ts'
import { callDetailKey, callKey } from '../../table/keys.ts'
import { exists, isNew, type Write, when } from '../../table/table.ts'
import { firstIdAt, idAt } from '../../words/id.ts'
import { decimalOf, type Micros } from '../../words/money.ts'
import { must } from '../../words/must.ts'
import { settlingLedger } from '../account/ledger.ts'
import { jobMoved, jobOpened, type Opened } from '../account/open-jobs.ts'
import { countWrite, type SeenCount } from '../dialling/dial-counts.ts'
import { decisionWrites } from '../evidence/evidence.ts'
import { findDetails, writeDetail } from './call-detail.ts'
import { callHistory, kindOfCall } from './call-history.ts'
import { callWrite, notSuppressed, openingWrites } from './call-items.ts'
import { type CallLegs, callLegs } from './call-legs.ts'
import { carrierCalls, type Owner } from './carrier-calls.ts'
import { closingWrites } from './closing.ts'
import { tallyMarks } from './tally-marks.ts'
import { visitOpened } from './web-calls.ts'

export interface Calls extends CallLegs {
  find(ref: CallRef): Promise<Call | undefined>
  since(user_id: number, since: number): Promise<Call[]>
  details(refs: CallRef[]): Promise<(CallDetail | undefined)[]>
  /** `busy`: the user has reached the limit of waiting single calls. */
  open(call: Call, detail: CallDetail): Promise<Opened>
  /** `busy`: visitors already have `atOnce` calls with the assistant. */
  expect(call: Call, detail: CallDetail, atOnce?: number): Promise<Opened>
  /**
   * Claims the right to dial for one worker. Undefined when the call does not wait. `suppressed`:
   * the number opted out. `counted`: another dial of the number was counted.
   */
  claimDial(
    ref: CallRef,
    claim: { claimed_by: string; covered_seconds: number },
    now: number,
    seen: { count: SeenCount; said?: { rules: RuleFacts; notices: DecidedNotices } },
  ): Promise<Call | 'suppressed' | 'counted' | undefined>
  /** An empty report means that time has passed. */
  apply(ref: CallRef, report: Report, now: number): Promise<Applied | undefined>
  applyIncoming(ref: CallRef, report: Report, now: number): Promise<Applied | undefined>
  end(ref: CallRef, now: number): Promise<Call | undefined>
  patch(ref: CallRef, patch: CallPatch, now: number): Promise<Call | undefined>
  /** Records a call that the carrier created; a repeated report finds it. */
  receive(call: Omit<Call, 'id'>, detail: CallDetail, made_at?: number): Promise<CallRef>
  ofCarrier(carrier_sid: string): Promise<CallRef | undefined>
  /** False when the carrier call belongs to another call. */
  adopt(ref: CallRef, carrier_sid: string): Promise<boolean>
  keepVariables(ref: CallRef, input_variables: CallDetail['input_variables']): Promise<void>
  /** False when the call was deleted. */
  keepRecording(ref: CallRef, recording: Pick<CallDetail, 'recording_key' | 'recording_absent'>): Promise<boolean>
  /** Charges once and releases the hold. */
  charge(call: Call, now: number): Promise<void>
  /** Books the difference to the carrier's final price once; the charge stays. */
  correct(call: Call, carrier_cost: Micros): Promise<void>
  /** No effect on a deleted call. */
  keepAnswer(ref: CallRef, webhook_response: CallDetail['webhook_response']): Promise<void>
  /** No effect on a deleted call. */
  keepTranscript(ref: CallRef, transcript: Transcript): Promise<void>
  /** An existing evaluation stays. */
  evaluate(ref: CallRef, findings: CallFindings, expires_at_seconds: number): Promise<void>
  awaitEvaluation(call: Call, now: number): Promise<void>
  noteOptOut(ref: CallRef): Promise<void>
  finish(ref: CallRef, now: number, found: Omit<Evaluated, 'at'>): Promise<void>
  /** Lists show the call before its creator gets the answer. */
  settleIn(ref: CallRef): Promise<void>
  /** False when another recording was stored since the read. */
  remove(call: Call, recording_key: string | undefined): Promise<boolean>
}

interface PlacementPatch {
  waiting?: Partial<Omit<Waiting, 'phase'>>
  asked?: Pick<Asked, 'unanswered_at'>
}

type CallPatch = Pick<
  Partial<Call>,
  | 'cause'
  | 'checked_at'
  | 'covered_seconds'
  | 'hang_up'
  | 'is_short'
  | 'message'
  | 'page_until'
  | 'transcription_minute'
> &
  PlacementPatch

const patched = (call: StoredCall, { waiting, asked, ...patch }: CallPatch, now: number): StoredCall => {
  const { placement } = call
  const next = { ...call, ...patch, updated_at: now }
  if (placement.phase === 'waiting') return { ...next, placement: { ...placement, ...waiting } }
  return placement.phase === 'asked' ? { ...next, placement: { ...placement, ...asked } } : next
}

type Transcript = Pick<CallDetail, 'transcript' | 'messages' | 'latencies' | 'model_waits' | 'announced_at'>
export type CallFindings = Transcript & Pick<CallDetail, 'evaluation' | 'extracted_variables' | 'tool_calls'>

interface StoredCall extends Call {
  claimed_by?: string
}

export const calls = (parts: HistoryParts): Calls => {
  const { table, clock, random } = parts
  const keyOf = ({ user_id, call_id }: CallRef) => callKey(user_id, call_id)
  const { move, release } = settlingLedger(parts)
  const marks = historyMarks(parts, callHistory)
  const { ownerPut, isOwn, adopt, ofCarrier } = carrierCalls(parts)

  /**
   * Each of the `losses` (conflicts) closes the call a millisecond later: deliveries of calls that
   * end in one millisecond could share an id. `seen` saves a read.
   */
  const change = (ref: CallRef, step: (call: StoredCall, losses: number) => StoredCall, seen?: StoredCall) =>
    untilWritten(parts, 'call', async (losses) => {
      const known = losses === 0 ? seen : undefined
      const before = known ?? (await table.get<StoredCall>(keyOf(ref)))
      if (!before) return undefined
      const after = step(before, losses)
      if (after === before) return known ? lost : { before, call: before }
      const named = before.carrier_sid === undefined ? after.carrier_sid : undefined
      if (named && !(await isOwn(ref, named))) return { before, call: before }
      const call = { ...after, revision: before.revision + 1 }
      const closes = call.closed_at !== undefined && before.closed_at === undefined
      const beside = closes ? await closingWrites(parts, call) : changedKind(before, call)
      const counted = call.closed_at === undefined ? [] : tallyMarks(parts, call.user_id, call.id)
      const writes = [callWrite(call, before.revision), ...beside, ...waitingMoved(before, call), ...counted]
      const written = await table.write<StoredCall>(writes)
      return written.done ? { before, call } : lost
    })

  /** Reports after closing may change how a call ended. */
  const changedKind = (before: Call, { user_id, id, client_phone_number, ...after }: Call): Write[] => {
    const kind = kindOfCall({ ...before, ...after })
    if (before.closed_at === undefined || isSameKind(kind, kindOfCall(before))) return []
    return [marks.kind(user_id, id, kind, client_phone_number)]
  }

  const keep = async (user_id: number, call_id: number, detail: Partial<CallDetail>) => {
    const write: Write = { update: callDetailKey(user_id, call_id), set: writeDetail(detail), when: exists }
    return (await table.write([write])).done
  }

  const apply: Calls['apply'] = (ref, report, now) => change(ref, (call, losses) => advance(call, report, now + losses))

  return {
    find: (ref) => table.get<Call>(keyOf(ref)),

    since: (user_id, since) => {
      const { pk, sk: from } = callKey(user_id, firstIdAt(since))
      return table.query<Call>({ pk, from })
    },

    details: (refs) => findDetails(table, refs),

    open: async (call, detail) => {
      const count = isWaitingSingle(call) ? [jobOpened(call.user_id, job, true)] : []
      const written = await table.write([...openingWrites(call, detail), ...count])
      if (written.done) return 'opened'
      return written.failed[0] || written.failed[1] ? 'exists' : 'busy'
    },

    expect: async (call, detail, atOnce) => {
      const count = atOnce === undefined ? [] : [visitOpened(call, atOnce)]
      const written = await table.write([...openingWrites(call, detail), ...count])
      if (written.done) return 'opened'
      return written.failed[0] || written.failed[1] ? 'exists' : 'busy'
    },

    receive: async (call, detail, made_at) => {
      const { user_id } = call
      const carrier_sid = must(call.carrier_sid, 'carrier’s name for the call')
      for (;;) {
        const id = idAt(made_at ?? clock.now(), random.number())
        const written = await table.write<Owner>([
          { ...ownerPut(carrier_sid, { user_id, call_id: id }), when: isNew },
          ...openingWrites({ ...call, id }, detail),
        ])
        if (written.done) return { user_id, call_id: id }
        const [known] = written.before
        if (known) return { user_id: known.user_id, call_id: known.call_id }
      }
    },

    adopt,
    ofCarrier,

    claimDial: (ref, { claimed_by, covered_seconds }, now, { count, said }) =>
      untilWritten(parts, 'call', async () => {
        const call = await table.get<StoredCall>(keyOf(ref))
        if (!call || call.claimed_by === claimed_by) return call
        if (!isWaiting(call) || call.hang_up) return undefined
        const { revision } = call
        const asking = {
          ...call,
          placement: asked(call.placement, now),
          claimed_by,
          covered_seconds,
          ...(said && { announces: said.notices.announces }),
          updated_at: now,
        }
        const claimed = { ...asking, revision: revision + 1 }
        const optOuts = notSuppressed(call)
        const written = await table.write([
          callWrite(claimed, revision),
          ...optOuts,
          countWrite(call, count, now),
          ...waitingMoved(call, claimed),
          ...decisionWrites(random, call.user_id, { ...singleDial(call, said), claimed_by }, now),
        ])
        if (written.done) return claimed
        if (written.failed.slice(1, 1 + optOuts.length).some(Boolean)) return 'suppressed'
        return written.failed[1 + optOuts.length] ? 'counted' : lost
      }),

    apply,
    applyIncoming: apply,

    patch: async (ref, patch, now) => {
      const noted = await change(ref, (call) => (call.closed_at ? call : patched(call, patch, now)))
      return noted?.call
    },

    ...callLegs({ change, release, find: (ref) => table.get<StoredCall>(keyOf(ref)), ...parts }),

    end: async (ref, now) => (await change(ref, (call, losses) => endOnRequest(call, now + losses)))?.call,

    charge: async (call, now) => {
      const charged: Write = {
        update: callKey(call.user_id, call.id),
        set: { charged_at: now },
        add: { revision: 1 },
        remove: call.evaluated ? ['due_shard', 'due_at'] : [],
        when: when('attribute_exists(#pk) AND attribute_not_exists(#charged_at)'),
      }
      const { user_id, id: call_id } = call
      const entry = { user_id, type: 'call' as const, amount: -call.total_cost, description: itemised(call), call_id }
      await release({ user_id, call_id }, call.total_cost === 0 ? undefined : entry, [charged])
    },

    correct: async (call, carrier_cost) => {
      const amount = call.carrier_cost - carrier_cost
      if (!call.charged_at || amount === 0) return
      const corrected: Write = {
        update: callKey(call.user_id, call.id),
        set: { carrier_cost, total_cost: call.total_cost - amount },
        add: { revision: 1 },
        when: when('#carrier_cost = :seen', { seen: call.carrier_cost }),
      }
      const entry = { user_id: call.user_id, type: 'adjustment' as const, amount, call_id: call.id }
      const { client_phone_number: to } = call
      const what = to ? `Call to ${to}` : 'Web call'
      const description = `${what}: the carrier charged ${decimalOf(carrier_cost)}`
      await move({ ...entry, description }, { beside: [corrected, ...tallyMarks(parts, call.user_id, call.id)] })
    },

    evaluate: async ({ user_id, call_id }, findings, expires_at_seconds) => {
      const unknown = when('attribute_exists(#pk) AND attribute_not_exists(#evaluation)')
      await table.write([
        {
          update: callDetailKey(user_id, call_id),
          set: { ...writeDetail(findings), expires_at_seconds },
          when: unknown,
        },
      ])
    },

    awaitEvaluation: async (call, now) => {
      const { user_id, id } = call
      const hasCome = when('attribute_not_exists(#evaluated) AND #due_at <= :now', { now })
      const later = { due_at: must(dueAt(call), 'deadline of a call that is not evaluated') }
      await table.write([{ update: callKey(user_id, id), set: later, add: { revision: 1 }, when: hasCome }])
    },

    noteOptOut: async ({ user_id, call_id }) => {
      const noted: Write = {
        update: callKey(user_id, call_id),
        set: { opted_out: true },
        add: { revision: 1 },
        when: when('#opted_out = :no', { no: false }),
      }
      await table.write([noted, ...tallyMarks(parts, user_id, call_id)])
    },

    finish: async ({ user_id, call_id }, now, found) => {
      const finished: Write = {
        update: callKey(user_id, call_id),
        set: { evaluated: { at: now, ...found } },
        add: { revision: 1 },
        remove: ['due_shard', 'due_at'],
        when: when('attribute_exists(#charged_at) AND attribute_not_exists(#evaluated)'),
      }
      await table.write([finished, ...tallyMarks(parts, user_id, call_id)])
    },

    keepVariables: async ({ user_id, call_id }, input_variables) => {
      await keep(user_id, call_id, { input_variables })
    },
    keepRecording: ({ user_id, call_id }, recording) => keep(user_id, call_id, recording),

    keepTranscript: async ({ user_id, call_id }, transcript) => {
      await keep(user_id, call_id, transcript)
    },

    keepAnswer: async ({ user_id, call_id }, webhook_response) => {
      await keep(user_id, call_id, { webhook_response })
    },

    settleIn: ({ user_id, call_id }) => marks.settleIn(user_id, [call_id]),

    remove: async ({ user_id, id, client_phone_number }, recording_key) => {
      const isKnown = recording_key
        ? when('#recording_key = :recording_key', writeDetail({ recording_key }))
        : when('attribute_not_exists(#recording_key)')
      const removed = await table.write([
        { delete: callKey(user_id, id) },
        { delete: callDetailKey(user_id, id), when: isKnown },
        marks.gone(user_id, id, client_phone_number),
        ...tallyMarks(parts, user_id, id),
      ])
      return removed.done
    },
  }
}

const job = 'waiting_calls'

const waitingMoved = (before: Call, after: Call): Write[] =>
  jobMoved(after.user_id, job, { wasOpen: isWaitingSingle(before), isOpen: isWaitingSingle(after) })

const itemised = (call: Call): string => {
  const { client_phone_number, duration, carrier_cost, total_cost, transcription_minute = 0 } = call
  const transcription = Math.ceil(duration / 60) * transcription_minute
  return [
    `${client_phone_number ? `Call to ${client_phone_number}` : 'Web call'}, ${duration} s: carrier ${decimalOf(carrier_cost)}`,
    ...(transcription > 0 ? [`transcription ${decimalOf(transcription)}`] : []),
    `platform ${decimalOf(total_cost - carrier_cost - transcription)}`,
  ].join(', ')
}

const isSameKind = (one: Kind, other: Kind): boolean => one.every((member, place) => member === other[place])
