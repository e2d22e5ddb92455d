import type { Phone } from '../../words/phone.ts'
import { priceFor } from '../reference/prices.ts'
import type { Leg } from './leg.ts'

export const newLeg = (
  { to, is_warm, by }: { to: Phone; is_warm: boolean; by: Leg['by'] },
  id: number,
  drive_at: number,
  now: number,
): Leg => ({
  id,
  to: to.number,
  is_warm,
  by,
  asked_at: now,
  stage: { phase: 'asked' },
  limit_seconds: 0,
  drive_at,
  drives: 0,
  carrier_minute: priceFor(to.country).call_minute,
})
