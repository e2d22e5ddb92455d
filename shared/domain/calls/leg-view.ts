import * as z from 'zod'
import { decimalOf } from '../../words/money.ts'
import { inWords } from '../../words/refusal.ts'
import { isoTime } from '../../words/time.ts'
import { dialOf, endOf, type Leg, legOutcomes, legRefusalOf } from './leg.ts'
import { whyNoLeg } from './leg-refusals.ts'

/**
 * asked: not dialled yet. ringing: not joined yet. in-progress: callee and customer talk. The other
 * values are outcomes.
 */
export const transferStatuses = ['asked', 'ringing', 'in-progress', 'completed', ...legOutcomes.slice(1)] as const
export type TransferStatus = (typeof transferStatuses)[number]

export const transferStatusOf = (leg: Leg): TransferStatus => {
  const outcome = endOf(leg)?.outcome
  if (outcome) return outcome === 'connected' ? 'completed' : outcome
  const dial = dialOf(leg)
  if (!dial) return 'asked'
  return dial.joined_at === undefined ? 'ringing' : 'in-progress'
}

export interface LegFailure {
  carrier_code: number | null
  failure_reason: string | null
}

export const legFailureOf = (leg: Leg): LegFailure => {
  const { failure } = leg
  if (failure && endOf(leg)?.outcome === 'failed')
    return { carrier_code: failure.code ?? null, failure_reason: inWords(failure) }
  return { carrier_code: null, failure_reason: whyNot(leg) }
}

const whyNot = (leg: Leg): string | null => {
  const refusal = legRefusalOf(leg)
  return refusal ? whyNoLeg[refusal] : null
}

const timeOf = (at: number | undefined): string | null => (at === undefined ? null : isoTime(at))

export const TransferItem = z.object({
  phone_number: z.string(),
  requested_by: z.enum(['assistant', 'user']),
  is_warm: z.boolean(),
  status: z.enum(transferStatuses),
  requested_at: z.string(),
  connected_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  duration: z.int(),
  cost: z.number(),
  reason: z.string().nullable(),
  carrier_code: z.int().nullable(),
  failure_reason: z.string().nullable(),
})

export const transferView = (leg: Leg): z.output<typeof TransferItem> => ({
  phone_number: leg.to,
  requested_by: leg.by,
  is_warm: leg.is_warm,
  status: transferStatusOf(leg),
  requested_at: isoTime(leg.asked_at),
  connected_at: timeOf(dialOf(leg)?.joined_at),
  ended_at: timeOf(endOf(leg)?.over_at),
  duration: leg.duration ?? 0,
  cost: decimalOf(leg.charge?.cost ?? 0),
  reason: whyNot(leg),
  ...legFailureOf(leg),
})
