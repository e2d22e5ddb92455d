import type { OwnedNumber } from '../../domain/account/number.ts'
import { pauseMs, type WeakNumber } from '../../domain/dialling/number-pool.ts'
import { numberPausedPayload, numberRefusedPayload } from '../../domain/webhooks/webhook-payload.ts'
import { lost, type StoreParts, untilWritten } from '../../table/compare-and-set.ts'
import { numberKey } from '../../table/keys.ts'
import { type Condition, when } from '../../table/table.ts'
import { idAt } from '../../words/id.ts'
import { inWords, type Refusal } from '../../words/refusal.ts'
import { eventDeliveryWrites } from '../webhooks/deliveries.ts'
import { findEventWebhook } from '../webhooks/event-webhooks.ts'

export interface NumberPauses {
  /** False when the number is already paused or gone. */
  pause(weak: WeakNumber, at: PausedIn, now: number): Promise<boolean>
  /**
   * Pauses a number from which the carrier refused a call. False when the number was changed
   * meanwhile.
   */
  refuse(refused: { number: OwnedNumber; refusal: Refusal }, at: PausedIn, now: number): Promise<boolean>
  lift(number: OwnedNumber): Promise<void>
}

interface PausedIn {
  campaign_id: number
  day: string
}

export const numberPauses = (parts: StoreParts): NumberPauses => {
  const pauseOnce = async (
    number: OwnedNumber,
    pause: NonNullable<OwnedNumber['pause']>,
    payloadOf: (id: number) => Record<string, unknown>,
    now: number,
  ): Promise<boolean> => {
    const { table, random } = parts
    const { user_id } = number
    const url = await findEventWebhook(table, user_id)
    return untilWritten(parts, 'event', async () => {
      const id = idAt(now, random.number())
      const written = await table.write([
        { update: numberKey(user_id, number.id), set: { pause }, when: isPausedAsSeen(number) },
        ...eventDeliveryWrites({ id, user_id, at: now, payload: payloadOf(id) }, url),
      ])
      if (written.done) return true
      return written.failed[0] ? false : lost
    })
  }

  return {
    pause: ({ number, ...rates }, { campaign_id, day }, now) => {
      const until = now + pauseMs
      const about = { campaign_id, phone_number_id: number.id, phone_number: number.phone_number, until }
      return pauseOnce(number, { until, day }, (id) => numberPausedPayload({ id, ...about, ...rates }, now), now)
    },

    refuse: ({ number, refusal }, { campaign_id, day }, now) => {
      const until = now + pauseMs
      const reason = inWords(refusal)
      const about = { campaign_id, phone_number_id: number.id, phone_number: number.phone_number, until }
      const payloadOf = (id: number) => numberRefusedPayload({ id, ...about, reason, carrier_code: refusal.code }, now)
      return pauseOnce(number, { until, day, refusal: reason }, payloadOf, now)
    },

    lift: async (number) => {
      const update = numberKey(number.user_id, number.id)
      await parts.table.write([{ update, remove: ['pause'], when: isPausedAsSeen(number) }])
    },
  }
}

const isPausedAsSeen = ({ pause }: OwnedNumber): Condition =>
  pause === undefined
    ? when('attribute_exists(#pk) AND attribute_not_exists(#pause)')
    : when('#pause.#until = :until', { until: pause.until })
