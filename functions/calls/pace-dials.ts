import { paceDials } from '../../shared/operations/calls.ts'
import { worker } from '../../shared/runtime/worker.ts'
import { secondsUntil } from '../../shared/words/delay.ts'

/**
 * Gives the dial slots of the next second to waiting calls and campaigns, then queues the next
 * round. A repeated run gives no slot twice.
 */
export const handler = worker(paceDials, async ({ round }, services) => {
  const { dialSlots, placeCallQueue, dispatchCampaignQueue, paceDialsQueue, clock } = services
  const { given = [], next } = (await dialSlots.give(round)) ?? {}
  await Promise.all(
    given.map(({ waiter: { kind, user_id, id }, dials_at }) => {
      const [dial_at = 0] = dials_at
      return kind === 'campaign'
        ? dispatchCampaignQueue.nudge({ user_id, campaign_id: id, dials_at })
        : placeCallQueue.nudge({ user_id, call_id: id, dial_at }, secondsUntil(dial_at, clock.now()))
    }),
  )
  if (next) await paceDialsQueue.nudge({ round: next.round }, next.delaySeconds)
})
