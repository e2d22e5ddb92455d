import { accounts } from '../../shared/data/account/accounts.ts'
import { ledger } from '../../shared/data/account/ledger.ts'
import { calls } from '../../shared/data/calls/calls.ts'
import { dials } from '../../shared/data/dialling/dials.ts'
import { type Account, roomFor } from '../../shared/domain/account/account.ts'
import type { ClosedCall } from '../../shared/domain/calls/call.ts'
import { type CampaignCall, isCampaignCall } from '../../shared/domain/dialling/campaign-call.ts'
import { balanceKey, userKey } from '../../shared/table/keys.ts'
import { must } from '../../shared/words/must.ts'
import { campaignRef, claimAsWorkers, reservedCalls } from './campaign-calls.ts'
import type { CrowdedTable } from './crowded-table.ts'

const { user_id } = campaignRef
const minutePrice = 60_000
const talkMs = { least: 60_000, more: 150_000 }
/** Limit of a user's live campaign calls. Single calls may use 10 % more. */
export const liveMax = 1_000
const settings = { get: (name: string) => ({ LIVE_CALLS_PER_USER: String(Math.ceil(liveMax / 0.9)) })[name] }

/**
 * Reserves money for campaign calls of one user, then places and charges the calls. At most
 * `liveMax` are live; others retry every ten seconds.
 */
export const liveCalls = async (crowd: CrowdedTable, { count, perSecond }: { count: number; perSecond: number }) => {
  const { table, clock } = crowd
  await table.write([{ put: { ...userKey(user_id), id: user_id } }])
  const paid = 5 * count * minutePrice
  await ledger(crowd).move({ user_id, type: 'top_up', amount: paid, description: 'Paid' })
  const reserved = await reservedCalls(crowd, count, 'off', 50)
  crowd.forget()

  const seen = { liveMax: 0, overLimit: 0, heldTooMuch: 0, isWatching: true }
  const watch = async () => {
    while (seen.isWatching) {
      const { live_calls = 0, reserved = 0, micros } = must(await table.get<Account>(balanceKey(user_id)), 'account')
      seen.liveMax = Math.max(seen.liveMax, live_calls)
      if (live_calls > liveMax) seen.overLimit += 1
      if (reserved > micros) seen.heldTooMuch += 1
      await clock.sleep(500)
    }
  }
  const costs: number[] = []
  const live = async (call: CampaignCall, place: number) => {
    await clock.sleep((place * 1000) / perSecond)
    costs.push(await liveOne(crowd, { ...call, carrier_minute: 10_000, platform_minute: 50_000 }))
  }
  const watching = watch()
  await Promise.all(reserved.map(live))
  seen.isWatching = false
  await watching
  const means = await accounts({ ...crowd, settings }).means(user_id)
  return { ...seen, paid, costs, room: roomFor(means), slots: await dials(crowd).taken(campaignRef) }
}

const liveOne = async (crowd: CrowdedTable, call: CampaignCall): Promise<number> => {
  const { clock, random } = crowd
  const ref = { user_id, call_id: call.id }
  const house = accounts({ ...crowd, settings })
  const register = calls(crowd)
  while ((await house.hold(call)).minutes === undefined) await clock.sleep(10_000)
  if (!(await claimAsWorkers(crowd, call))) throw new Error('A claim was lost')
  await register.apply(ref, { carrier_sid: `CA${call.id}`, progress: 'in-progress' }, clock.now())
  const answered_at = clock.now()
  const lasts = talkMs.least + random.number() * talkMs.more
  const growsAfter = 100_000
  await clock.sleep(Math.min(lasts, growsAfter))
  if (lasts > growsAfter) {
    const own = must(await register.find(ref), 'call')
    const grown = await house.hold({ ...own, ...prices, covered_seconds: 180 })
    if (grown.minutes === undefined) throw new Error('There was no money for more minutes')
    await clock.sleep(lasts - growsAfter)
  }
  const duration = Math.round((clock.now() - answered_at) / 1000)
  const closed = await close(crowd, ref, duration)
  const total_cost = Math.ceil(duration / 60) * minutePrice
  // Charges twice, because a report that arrives twice must charge once.
  const charge = () => register.charge({ ...closed, total_cost }, clock.now())
  await Promise.all([charge(), charge()])
  return total_cost
}

const prices = { carrier_minute: 10_000, platform_minute: 50_000 }

const close = async (
  crowd: CrowdedTable,
  ref: { user_id: number; call_id: number },
  duration: number,
): Promise<ClosedCall> => {
  const register = calls(crowd)
  await register.apply(ref, { outcome: 'completed', duration, ended_by: 'customer' }, crowd.clock.now())
  for (;;) {
    const call = must(await register.find(ref), 'call')
    if (call.closed_at !== undefined && isCampaignCall(call)) return call
    await crowd.clock.sleep(20_000)
    await register.apply(ref, {}, crowd.clock.now())
  }
}
