import type { Call } from '../../../shared/domain/calls/call.ts'
import { idAt } from '../../../shared/words/id.ts'
import { quickRandom } from './processes.ts'

const dayMs = 86_400_000
const days = 180
const statuses = [
  'ended_by_customer',
  'ended_by_assistant',
  'no-answer',
  'busy',
  'failed',
  'completed',
  'ended',
] as const
/** Percent of calls by outcome. */
const shares = [30, 18, 27, 10, 5, 7, 3]

/**
 * Makes calls, oldest first, in bursts of 2,000 an hour: 12 assistants, 40 campaigns, and 85 % of
 * calls in campaigns.
 */
export const sampleCalls = (count: number, until: number, user_id: number) => {
  const random = quickRandom(count)
  const hours = Math.max(1, Math.ceil(count / 2000))
  const perHour = Math.ceil(count / hours)
  const firstHour = until - days * dayMs
  const assistants = Array.from({ length: 12 }, (_, index) => idAt(firstHour - (index + 1) * dayMs, 0))
  const campaigns = Array.from({ length: 40 }, (_, index) => idAt(firstHour - (index + 1) * dayMs, 0.5))
  let last = 0
  const ids = Array.from({ length: count }, (_, index) => {
    const hour = Math.floor(index / perHour)
    const isLast = hour === hours - 1
    const begin = isLast ? until - 3_600_000 : firstHour + Math.floor((hour / hours) * (days - 1) * 24) * 3_600_000
    last = Math.max(last + 1, idAt(Math.floor(begin + ((index % perHour) / perHour) * 3_600_000), random()))
    return last
  })

  const callAt = (place: number): Call => {
    const own = quickRandom(place * 31 + 7)
    const campaign = own() < 0.85 ? Math.floor(40 * own() ** 1.5) : undefined
    const assistant = campaign === undefined || own() < 0.03 ? Math.floor(own() * 12) : campaign % 12
    const id = ids[place] ?? 0
    const at = until - 1000
    return {
      id,
      user_id,
      type:
        campaign === undefined && own() < 0.6 ? 'inbound' : campaign === undefined && own() < 0.2 ? 'web' : 'outbound',
      status: statuses[shareAt(own() * 100)] ?? 'ended',
      assistant_id: assistants[assistant] ?? 0,
      assistant_name: `Assistant ${assistant}`,
      ...(campaign !== undefined && {
        campaign: {
          id: campaigns[campaign] ?? 0,
          name: `Campaign ${campaign}`,
          lead_id: id - 999_999,
          main_lead_id: id - 999_999,
          slot: 3,
        },
      }),
      assistant_phone_number: '+12025550199',
      client_phone_number: `+1202${String(5_000_000 + Math.floor(own() * count * 0.7)).padStart(7, '0')}`,
      max_duration_seconds: 1200,
      on_machine: 'hang up',
      detects_machine: true,
      records: true,
      notice_wishes: {},
      announces: [],
      legs: [],
      legs_charged: 0,
      is_visit: false,
      is_attested: false,
      opted_out: false,
      is_short: false,
      placement: { phase: 'over', outcome: 'completed', asked_at: at, answered_at: at + 9000, over_at: at + 90_000 },
      carrier_sid: 'CA0123456789abcdef0123456789abcdef',
      ended_by: 'customer',
      answered_by: 'human',
      duration: 81,
      covered_seconds: 120,
      closed_at: at + 91_000,
      charged_at: at + 92_000,
      evaluated: { at: at + 95_000, goal: false },
      carrier_cost: 28_000,
      total_cost: 128_000,
      carrier_minute: 14_000,
      platform_minute: 50_000,
      transcription_minute: 0,
      updated_at: at + 95_000,
      revision: 7,
    }
  }
  return { ids, callAt, assistants, campaigns }
}

const shareAt = (percent: number): number => {
  let left = percent
  return shares.findIndex((share) => {
    left -= share
    return left < 0
  })
}
