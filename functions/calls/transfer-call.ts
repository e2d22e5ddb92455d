import { decideLeg, readLegContext } from '../../shared/actions/legs/clear-leg.ts'
import { isAsked, legRefusalOf } from '../../shared/domain/calls/leg.ts'
import { whyNoLeg } from '../../shared/domain/calls/leg-refusals.ts'
import { newLeg } from '../../shared/domain/calls/new-leg.ts'
import { isLive } from '../../shared/domain/calls/placement.ts'
import { planTransfer, sendOff } from '../../shared/domain/conversations/away.ts'
import { spokenMs } from '../../shared/domain/conversations/speaking-time.ts'
import { isAway, isWithoutSocket, type Talk } from '../../shared/domain/conversations/talk.ts'
import { transferCall } from '../../shared/operations/calls.ts'
import { http } from '../../shared/runtime/http.ts'
import { must } from '../../shared/words/must.ts'
import { foundPhone, readReachablePhone } from '../../shared/words/phone.ts'
import { found, Problem } from '../../shared/words/problem.ts'

/**
 * Milliseconds after which a worker starts the transfer, if the carrier does not ask for
 * instructions earlier.
 */
const leavingMs = 30_000

/**
 * Stores the transfer and holds its price. After a crash, the check for overdue items starts a
 * worker that continues the transfer. A repeated request finds the stored transfer.
 */
export const handler = http(transferCall, async ({ user_id, id, newId, body, bodyValues, log }, services) => {
  const { calls, conversations, dialSlots, watchSilenceQueue, advanceCallQueue, clock } = services
  const ref = { user_id, call_id: id }
  const called = readReachablePhone(bodyValues().phone_number ?? '')
  const [known, talk, context] = await Promise.all([
    calls.find(ref),
    conversations.find(ref),
    called && readLegContext(services, user_id, called.number),
  ])
  const call = found(known, 'call_not_found')
  const { phone_number, message } = await body()
  const to = foundPhone(readReachablePhone(phone_number), 'phone_number', phone_number)
  if (!call.assistant_phone_number) throw new Problem('transfer_refused', { detail: whyNoLeg['no number'] })
  const isRepeated = call.legs.some((leg) => leg.id === newId)
  if (!talk || !(isLive(call) || isRepeated)) throw new Problem('call_not_in_progress')
  const hasSocket = !isWithoutSocket(talk)
  const drive_at = clock.now() + (hasSocket ? leavingMs + spokenMs(message ?? '', talk.speech_speed) : 0)
  const now = clock.now()
  const added = await calls.addLeg(ref, newLeg({ to, is_warm: false, by: 'user' }, newId, drive_at, now), now, call)
  if ('missing' in added || ('refused' in added && added.refused === 'not in progress'))
    throw new Problem('call_not_in_progress')
  if ('refused' in added) throw new Problem('transfer_refused', { detail: whyNoLeg[added.refused] })
  const { place } = added
  const asked = must(added.call.legs[place - 1], 'leg that was added')
  const { leg, takesAhead } = isAsked(asked)
    ? await decideLeg(services, { call: added.call, leg: asked, ref: { ...ref, place } }, log, context)
    : { leg: asked, takesAhead: false }
  const refusal = legRefusalOf(leg)
  if (refusal === 'blacklisted') throw new Problem('phone_number_blacklisted')
  if (refusal) throw new Problem('transfer_refused', { detail: whyNoLeg[refusal] })

  const transfer = { place, ...(!hasSocket && message && { words: message }) }
  const leave = (talk: Talk) => {
    if (talk.remarks.some(({ leg }) => leg === place)) return undefined
    return hasSocket ? sendOff(talk, { transfer, id: newId, text: message }, clock.now()) : planTransfer(talk, transfer)
  }
  // If the call is transferred already, reads the conversation again: the customer may be back.
  const seen = isAway(talk) ? undefined : talk
  const [left] = await Promise.all([conversations.change(ref, leave, seen), takesAhead && dialSlots.takeAhead()])
  if (!hasSocket) await advanceCallQueue.nudge(ref)
  else if (left) {
    const { turn, finished, quiet_since } = left.talk
    await watchSilenceQueue.nudge({ ...ref, turn }, finished ? Math.max(0, quiet_since - clock.now()) / 1000 : 0)
  }
  return { message: 'Call is being transferred' }
})
