import { firstIdAt, timeOfId } from '../../words/id.ts'
import type { Micros } from '../../words/money.ts'
import { countryOf } from '../../words/phone.ts'
import type { Call, CallDetail, CallStatus, CallType, EndedReason, Evaluated } from './call.ts'
import { endedReasonOf } from './ended-reason.ts'
import { writeLatencies } from './latency.ts'
import { legsCost } from './leg.ts'
import { wasAnswered } from './placement.ts'

export interface CallFacts extends CallTraits {
  /** Creation of the call, in quarter-hours since 1970. */
  quarter: number
  seconds: number
  cost: Micros
  latencies?: string
}

export interface CallTraits {
  status: CallStatus
  type: CallType
  assistant_id: number
  assistant_version?: number | undefined
  campaign_id?: number | undefined
  number: string
  ended_reason: EndedReason
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined
  answered: boolean
  reached: boolean
  goal: boolean
  opted_out: boolean
}

/** Reasons of calls that were answered, but not by a person. */
const unreached: readonly EndedReason[] = ['voicemail', 'voicemail_message_left', 'screened', 'ivr', 'fax']

const quarterMs = 15 * 60_000
export const quarterAt = (time: number): number => Math.floor(time / quarterMs)
export const quarterOfId = (id: number): number => quarterAt(timeOfId(id))
export const startOfQuarter = (quarter: number): number => quarter * quarterMs
export const firstIdOfQuarter = (quarter: number): number => firstIdAt(startOfQuarter(quarter))

export const callFactsOf = (call: Call): CallFacts | undefined => {
  const ended_reason = endedReasonOf(call)
  if (!ended_reason) return undefined
  const answered = wasAnswered(call)
  return {
    quarter: quarterOfId(call.id),
    status: call.status,
    type: call.type,
    assistant_id: call.assistant_id,
    assistant_version: call.assistant_version,
    campaign_id: call.campaign?.id,
    number: call.assistant_phone_number,
    ended_reason,
    country: countryOf(call.client_phone_number),
    answered,
    reached: answered && call.answered_by !== 'machine' && !unreached.includes(ended_reason),
    goal: call.evaluated?.goal === true,
    opted_out: call.opted_out,
    seconds: call.duration,
    cost: call.total_cost + legsCost(call),
    ...(call.evaluated?.latencies && { latencies: call.evaluated.latencies }),
  }
}

export const countedIn = (
  { campaign }: Pick<Call, 'campaign'>,
  detail: Partial<CallDetail> | undefined,
): Omit<Evaluated, 'at'> => {
  const latencies = writeLatencies(detail?.latencies ?? [])
  return { goal: reachesGoal(campaign?.goal, detail?.extracted_variables ?? {}), ...(latencies && { latencies }) }
}

export const reachesGoal = (goal: string | undefined, extracted: Record<string, unknown>): boolean => {
  if (goal !== undefined) return extracted[goal] === true
  if (typeof extracted.status === 'boolean') return extracted.status
  return Object.values(extracted).find((value) => typeof value === 'boolean') === true
}
