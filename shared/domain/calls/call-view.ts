import * as z from 'zod'
import { timeOfId } from '../../words/id.ts'
import { decimalOf } from '../../words/money.ts'
import { fitting } from '../../words/page.ts'
import { plainTime } from '../../words/time.ts'
import { type Call, type CallDetail, callStatuses, callTypes, endedReasons } from './call.ts'
import { endedReasonOf } from './ended-reason.ts'
import { legsCost } from './leg.ts'

const Free = z.record(z.string(), z.unknown())

export const CallItem = z.object({
  id: z.int(),
  assistant_name: z.string(),
  assistant_id: z.int(),
  /** Version at the call's start. 0: draft. Null: unknown assistant. */
  assistant_version: z.int().nullable(),
  campaign_id: z.int().nullable(),
  campaign_name: z.string().nullable(),
  /** The main lead, also when one of its contacts was dialled. */
  lead_id: z.int().nullable(),
  type: z.enum(callTypes),
  duration: z.int(),
  assistant_phone_number: z.string(),
  client_phone_number: z.string(),
  status: z.enum(callStatuses),
  transcript: z.string().nullable(),
  variables: Free,
  evaluation: Free,
  webhook_response: Free,
  carrier_cost: z.number(),
  total_cost: z.number(),
  answered_by: z.enum(['human', 'machine', 'unknown']),
  ended_reason: z.enum(endedReasons).nullable(),
  carrier_code: z.int().nullable(),
  failure_reason: z.string().nullable(),
  recording_url: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})

/** Costs include transfers. Unknown fields are null, `{}` or 0. */
export const callView = (call: Call, detail: CallDetail | undefined, linkTo: (recording_key: string) => string) => ({
  id: call.id,
  assistant_name: call.assistant_name,
  assistant_id: call.assistant_id,
  assistant_version: call.assistant_version ?? null,
  campaign_id: call.campaign?.id ?? null,
  campaign_name: call.campaign?.name ?? null,
  lead_id: call.campaign?.main_lead_id ?? null,
  type: call.type,
  duration: call.duration,
  assistant_phone_number: call.assistant_phone_number,
  client_phone_number: call.client_phone_number,
  status: call.status,
  transcript: detail?.transcript ?? null,
  variables: { ...detail?.input_variables, ...detail?.extracted_variables },
  evaluation: detail?.evaluation ?? {},
  webhook_response: detail?.webhook_response ?? {},
  carrier_cost: decimalOf(call.carrier_cost + legsCost(call)),
  total_cost: decimalOf(call.total_cost + legsCost(call)),
  answered_by: call.answered_by,
  ended_reason: endedReasonOf(call) ?? null,
  carrier_code: call.refusal?.code ?? null,
  failure_reason: call.failure_reason ?? null,
  recording_url: detail?.recording_key ? linkTo(detail.recording_key) : null,
  created_at: plainTime(timeOfId(call.id)),
  updated_at: plainTime(call.updated_at),
})

export type CallRow = ReturnType<typeof callView>

const transcriptKept = 4_000

export const listed = (row: CallRow): CallRow =>
  fitting(row, [
    ({ webhook_response, ...rest }) => {
      const { data: _data, ...answered } = { data: undefined, ...webhook_response }
      return { ...rest, webhook_response: { ...answered, data: { truncated: true } } }
    },
    ({ transcript, ...rest }) => ({
      ...rest,
      transcript: transcript && `${transcript.slice(0, transcriptKept).toWellFormed()}…`,
    }),
    (short) => ({ ...short, variables: { truncated: true }, evaluation: { truncated: true } }),
  ])
