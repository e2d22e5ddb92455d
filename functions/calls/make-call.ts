import type { Call } from '../../shared/domain/call.ts'
import { callingNumber } from '../../shared/domain/number.ts'
import { readPhone } from '../../shared/domain/phone.ts'
import { found, Problem } from '../../shared/domain/problem.ts'
import { internationalPrice, platformFeePerMinute, priceFor } from '../../shared/domain/reference/prices.ts'
import { plainTime } from '../../shared/domain/time.ts'
import { makeCall } from '../../shared/operations/calls.ts'
import { http } from '../../shared/runtime/http.ts'

/** Records the call first and asks nobody: from here on its deadline sees to it that it is placed, once. */
export const handler = http(makeCall, async (request, { assistants, numbers, calls, placeCallQueue, clock }) => {
  const { phone_number, assistant_id, variables = {} } = await request.body()
  const { user_id } = request
  const [known, owned] = await Promise.all([assistants.find(user_id, assistant_id), numbers.list(user_id)])
  const assistant = found(known, 'assistant_not_found')
  const phone = found(readPhone(phone_number), 'invalid_phone_number')
  if (assistant.type !== 'outbound') throw new Problem('assistant_cannot_call')
  const now = clock.now()
  const from = found(callingNumber(owned, assistant.phone_number_id, now), 'no_phone_number')
  const { call_minute } = phone.country ? priceFor(phone.country) : internationalPrice
  const call: Omit<Call, 'id'> = {
    user_id,
    type: 'outbound',
    status: 'initiated',
    assistant_id,
    assistant_name: assistant.name,
    assistant_phone_number: from.phone_number,
    client_phone_number: phone.number,
    max_duration_seconds: assistant.max_duration,
    ends_on_voicemail: assistant.end_call_on_voicemail,
    records: assistant.record,
    placement: 'reserved',
    progress: 'initiated',
    answered_by: 'unknown',
    duration: 0,
    carrier_minute: call_minute,
    platform_minute: platformFeePerMinute,
    carrier_cost: 0,
    total_cost: 0,
    updated_at: now,
    revision: 1,
  }
  const detail = { variables, input_variables: { ...assistant.variables, ...variables } }
  const id = await request.create((id) => calls.open({ ...call, id }, detail))
  await placeCallQueue.nudge({ user_id, call_id: id })
  return {
    message: 'Call initiated successfully',
    data: { ...call, id, call_id: id, variables, created_at: plainTime(now) },
  }
})
