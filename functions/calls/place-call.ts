import { askCarrier } from '../../shared/actions/dialling/ask-carrier.ts'
import { claimForCampaign, claimSingle } from '../../shared/actions/dialling/claim-call.ts'
import { type PutOffCall, putOff } from '../../shared/actions/dialling/put-off.ts'
import type { DialJob } from '../../shared/domain/calls/call-ref.ts'
import { isWaiting } from '../../shared/domain/calls/placement.ts'
import { blockedBy, blockerOf } from '../../shared/domain/dialling/blocker.ts'
import { isCampaignCall } from '../../shared/domain/dialling/campaign-call.ts'
import { placeCall } from '../../shared/operations/calls.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Dependencies } from '../../shared/services.ts'
import { secondsUntil } from '../../shared/words/delay.ts'

type Services = Dependencies<(typeof placeCall)['uses'][number]>

/**
 * Asks the carrier once to create a call that has a dial slot. If the worker crashes meanwhile, the
 * outcome is unknown, but no second call is created.
 */
export const handler = worker(placeCall, async ({ dial_at, ...ref }, services, log) => {
  const { calls, accounts, dialling } = services
  const [reserved, means, button] = await Promise.all([
    calls.find(ref),
    accounts.means(ref.user_id, ref.call_id),
    dialling.read({ stale: true }),
  ])
  // Releases the held money of a cancelled call, if a crashed worker did not.
  if (!reserved) await accounts.release(ref)
  if (!reserved || !isWaiting(reserved)) return
  const blocker = blockerOf(reserved, button, means)
  if (blocker) return putOff(reserved, blocker, services, log)
  if (!(await isDialTime(reserved, dial_at, services))) return
  const hold = await accounts.hold(reserved, means.account)
  if (hold.minutes === undefined) return putOff(reserved, blockedBy(hold.obstacle), services, log)
  const payable = { ...reserved, covered_seconds: hold.minutes * 60 }
  const call = isCampaignCall(payable)
    ? await claimForCampaign(payable, means, services, log)
    : await claimSingle(payable, services, log)
  if (call) await askCarrier(call, services, log)
})

/** Milliseconds to wait for a dial slot. For later slots, the worker queues a delayed message. */
const waitMsMax = 1_000

/** False if a later run of this worker will place the call. */
const isDialTime = async (call: PutOffCall, given: number | undefined, services: Services): Promise<boolean> => {
  const { dialSlots, paceDialsQueue } = services
  const { user_id, id } = call
  const known = given ?? call.placement.turn_at
  const [dial_at] = known === undefined ? await dialSlots.take(1) : [known]
  if (dial_at !== undefined) return waitUntil(dial_at, { user_id, call_id: id, dial_at }, services)
  const round = await dialSlots.join({ kind: 'single', user_id, id, wanted: 1 })
  if (round !== undefined) await paceDialsQueue.nudge({ round })
  return false
}

const waitUntil = async (at: number, job: DialJob, { placeCallQueue, clock }: Services): Promise<boolean> => {
  const now = clock.now()
  const waitMs = at - now
  if (waitMs > waitMsMax) {
    await placeCallQueue.nudge(job, secondsUntil(at, now))
    return false
  }
  if (waitMs > 0) await clock.sleep(waitMs)
  return true
}
