import type { OwnedNumber } from '../../domain/account/number.ts'
import { pauseMs, type WeakNumber } from '../../domain/dialling/number-pool.ts'
import { numberPausedPayload } from '../../domain/webhooks/webhook-payload.ts'
import { lost, type StoreParts, untilWritten } from '../../table/compare-and-set.ts'
import { numberKey } from '../../table/keys.ts'
import { type Condition, when } from '../../table/table.ts'
import { idAt } from '../../words/id.ts'
import { eventDeliveryWrites } from '../webhooks/deliveries.ts'
import { findEventWebhook } from '../webhooks/event-webhooks.ts'

export interface NumberPauses {
  /** False when the number is already paused or gone. */
  pause(weak: WeakNumber, at: { campaign_id: number; day: string }, now: number): Promise<boolean>
}

export const numberPauses = (parts: StoreParts): NumberPauses => ({
  pause: async ({ number, ...rates }, { campaign_id, day }, now) => {
    const { table, random } = parts
    const { id: phone_number_id, user_id, phone_number } = number
    const until = now + pauseMs
    const url = await findEventWebhook(table, user_id)
    return untilWritten(parts, 'event', async () => {
      const id = idAt(now, random.number())
      const payload = numberPausedPayload({ id, campaign_id, phone_number_id, phone_number, until, ...rates }, now)
      const written = await table.write([
        { update: numberKey(user_id, phone_number_id), set: { pause: { until, day } }, when: isPausedAsSeen(number) },
        ...eventDeliveryWrites({ id, user_id, at: now, payload }, url),
      ])
      if (written.done) return true
      return written.failed[0] ? false : lost
    })
  },
})

const isPausedAsSeen = ({ pause }: OwnedNumber): Condition =>
  pause === undefined
    ? when('attribute_exists(#pk) AND attribute_not_exists(#pause)')
    : when('#pause.#until = :until', { until: pause.until })
