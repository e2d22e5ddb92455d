import { reportCall } from '../../../shared/actions/legs/report-call.ts'
import type { Call } from '../../../shared/domain/calls/call.ts'
import { type Report, unknownHorizonMs } from '../../../shared/domain/calls/call-life.ts'
import type { CallRef } from '../../../shared/domain/calls/call-ref.ts'
import { createdAround } from '../../../shared/domain/calls/listed-call.ts'
import { askedAt, isOver } from '../../../shared/domain/calls/placement.ts'
import { carrierSkewMs } from '../../../shared/domain/dialling/call-owner.ts'
import { logTo } from '../../../shared/words/log.ts'
import { adoptCall, isUnnamed, type OwnCall, type ReconcilingTools } from './adopt-call.ts'

export interface ReconciledCalls {
  known: number
  recorded: number
  attempts_of_leads: number
  in_doubt: number
  ended: number
}

const quiet = logTo(() => {})

const callMsMax = 24 * 60 * 60_000

/**
 * Ends stored calls that the carrier has ended, then records listed calls that the table lacks. A
 * repeated run changes nothing.
 */
export const reconcileCalls = async (
  listed: OwnCall[],
  since: number,
  tools: ReconcilingTools,
): Promise<ReconciledCalls> => {
  const { calls, carrier, clock, showProgress } = tools
  const found: ReconciledCalls = { known: 0, recorded: 0, attempts_of_leads: 0, in_doubt: 0, ended: 0 }
  const tell = async (ref: CallRef, report: Report) => {
    const parts = { calls, clock, advanceCallQueue: undefined, dispatchCampaignQueue: undefined }
    const applied = await reportCall(parts, ref, report, quiet)
    if (applied && !isOver(applied.before) && isOver(applied.call)) found.ended += 1
  }
  const recent = await recentCalls(since, tools)
  const named = new Map(recent.flatMap((call) => (call.carrier_sid ? [[call.carrier_sid, call] as const] : [])))
  const unnamed = recent.filter(isUnnamed)

  // Ends known calls first: each lead's earlier call must end before its next call is recorded.
  const byName = new Map(listed.map((one) => [one.carrier_sid, one]))
  for (const [carrier_sid, call] of named) {
    if (call.closed_at !== undefined) continue
    // An earlier run may have crashed before it registered the call.
    await calls.register(refOf(call))
    const report = byName.get(carrier_sid)?.report ?? (await carrier.fetchCall(carrier_sid))
    if (report) await tell(refOf(call), report)
  }
  for (const call of unnamed) if (wasNeverMade(call, listed, clock.now())) await tell(refOf(call), { not_placed: true })

  const lost = listed.filter(({ created_at }) => created_at >= since - carrierSkewMs)
  for (const [index, one] of lost.entries()) {
    showProgress(`${index + 1} of ${lost.length} calls`)
    const ref = named.has(one.carrier_sid) ? undefined : await calls.ofCarrier(one.carrier_sid)
    if (ref || named.has(one.carrier_sid)) found.known += 1
    if (named.has(one.carrier_sid)) continue
    const taken = ref ?? (await adoptCall(one, unnamed, found, tools))
    await calls.register(taken)
    await tell(taken, one.report)
  }
  return found
}

const recentCalls = async (since: number, { users, calls }: ReconcilingTools): Promise<Call[]> => {
  const all = (await users.list()).map(({ id }) => calls.since(id, since - callMsMax))
  return (await Promise.all(all)).flat()
}

const refOf = ({ user_id, id }: Call): CallRef => ({ user_id, call_id: id })

/** True when the carrier lists no call between these numbers at about the time of the request. */
const wasNeverMade = (call: Call, listed: OwnCall[], now: number): boolean => {
  const asked_at = askedAt(call)
  if (asked_at === undefined || now < asked_at + unknownHorizonMs + carrierSkewMs) return false
  const between = listed.filter(
    ({ from, to }) => from === call.assistant_phone_number && to === call.client_phone_number,
  )
  return createdAround(asked_at, between).length === 0
}
