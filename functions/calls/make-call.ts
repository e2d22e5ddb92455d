import { assignedAssistant } from '../../shared/actions/dialling/assigned-assistant.ts'
import { isOpened } from '../../shared/actions/legs/is-opened.ts'
import { mayReach, obstacles } from '../../shared/domain/account/account.ts'
import { callingNumber } from '../../shared/domain/account/number.ts'
import { newCall } from '../../shared/domain/calls/new-call.ts'
import { textsTooLong } from '../../shared/domain/conversations/filled-texts.ts'
import { refusedRequest } from '../../shared/domain/evidence/decision.ts'
import { placeOf } from '../../shared/domain/places/place.ts'
import { ruleRefusal } from '../../shared/domain/rules/rule-refusal.ts'
import { makeCall } from '../../shared/operations/calls.ts'
import { http } from '../../shared/runtime/http.ts'
import { finding } from '../../shared/words/form.ts'
import { foundPhone, readReachablePhone } from '../../shared/words/phone.ts'
import { found, Problem, refuseErrors } from '../../shared/words/problem.ts'
import { plainTime } from '../../shared/words/time.ts'

/**
 * Stores the call and queues it for the worker that places calls. Refusals by the blacklist or
 * calling rules are stored as evidence.
 */
export const handler = http(makeCall, async (request, services) => {
  const { accounts, assistants, numbers, blacklist, callingRules, calls, dialCounts, evidence } = services
  const { placeCallQueue, clock } = services
  const { phone_number, assistant_id, variables = {} } = await request.body()
  const { user_id } = request
  const callee = readReachablePhone(phone_number)
  const isEnforced = callingRules.stageMode() === 'enforce'
  const [known, owned, isBlacklisted, means, ruleSet, counts] = await Promise.all([
    assistants.find(user_id, assistant_id),
    numbers.list(user_id),
    callee && blacklist.has(user_id, callee.number),
    accounts.means(user_id),
    isEnforced ? callingRules.ruleSet(user_id) : undefined,
    isEnforced && callee ? dialCounts.of(user_id, [callee.number]) : undefined,
  ])
  const assistant = found(known, 'assistant_not_found')
  const phone = foundPhone(callee, 'phone_number', phone_number)
  refuseErrors(textsTooLong(assistant, variables, clock.now()))
  if (!mayReach(means, phone.country)) refuseErrors(finding('phone_number', obstacles.country))
  const { number } = phone
  if (isBlacklisted) {
    await evidence.record(user_id, refusedRequest(number, 'The phone number is on the blacklist.', true))
    throw new Problem('phone_number_blacklisted')
  }
  if (assistant.type !== 'outbound') throw new Problem('assistant_cannot_call')
  const now = clock.now()
  const dials = counts?.get(number)?.times ?? []
  const refusal = ruleSet && ruleRefusal(placeOf(number), ruleSet, dials, now)
  if (refusal) {
    await evidence.record(user_id, refusedRequest(number, refusal, false))
    throw new Problem('calling_rules_refuse', { errors: finding('phone_number', refusal) })
  }
  const from = found(callingNumber(owned, assistant.phone_number_id, now), 'no_phone_number')
  const assigned = await assignedAssistant(services, assistant, number)
  const call = newCall({ ...assigned, from, to: phone }, now)
  const detail = { variables, input_variables: { ...assigned.assistant.variables, ...variables } }
  const id = await request.create(async (id) =>
    isOpened(await calls.open({ ...call, id }, detail), 'too_many_waiting_calls'),
  )
  const ref = { user_id, call_id: id }
  await Promise.all([placeCallQueue.nudge(ref), calls.register(ref)])
  return {
    message: 'Call initiated successfully',
    data: { ...call, id, call_id: id, variables, created_at: plainTime(now) },
  }
})
