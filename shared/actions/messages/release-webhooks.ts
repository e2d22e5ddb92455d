import type { CallDetail, ClosedCall } from '../../domain/calls/call.ts'
import { type Delivery, type DeliveryRef, refOf } from '../../domain/webhooks/delivery.ts'
import type { Clock } from '../../words/clock.ts'

export interface ReleasingParts {
  deliveries: { release(call: ClosedCall, detail: CallDetail | undefined, now: number): Promise<Delivery[]> }
  deliverWebhookQueue: { nudge(ref: DeliveryRef, delaySeconds?: number): Promise<void> }
  clock: Clock
}

export const releaseWebhooks = async (
  { deliveries, deliverWebhookQueue, clock }: ReleasingParts,
  call: ClosedCall,
  detail?: CallDetail,
): Promise<void> => {
  const now = clock.now()
  const released = await deliveries.release(call, detail, now)
  await Promise.all(
    released.map((delivery) => deliverWebhookQueue.nudge(refOf(delivery), ((delivery.next_at ?? now) - now) / 1000)),
  )
}
