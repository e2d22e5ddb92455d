import type { Call } from '../../shared/domain/calls/call.ts'
import { callView } from '../../shared/domain/calls/call-view.ts'
import { legsCost } from '../../shared/domain/calls/leg.ts'
import { transferView } from '../../shared/domain/calls/leg-view.ts'
import { decimalOf } from '../../shared/domain/money.ts'
import { found } from '../../shared/domain/problem.ts'
import { toolCallView } from '../../shared/domain/tools/tool-call.ts'
import { getCall } from '../../shared/operations/calls.ts'
import { http } from '../../shared/runtime/http.ts'
import type { Supplied } from '../../shared/services.ts'

type Services = Supplied<(typeof getCall)['uses'][number]>

/** One call, with every utterance, and why it failed if we know. */
export const handler = http(getCall, async ({ user_id, id }, { calls, recordings, toolCalls, clock }) => {
  const ref = { user_id, call_id: id }
  const [known, [detail]] = await Promise.all([calls.find(ref), calls.details([ref])])
  const call = found(known, 'call_not_found')
  const tool_calls = detail?.tool_calls ?? (await usedSoFar(call, { toolCalls, clock }))
  return {
    ...callView(call, detail, recordings.link),
    messages: detail?.messages ?? [],
    tool_calls,
    transfers: (call.legs ?? []).map(transferView),
    cost_breakdown: {
      call: decimalOf(call.total_cost),
      transfers: decimalOf(legsCost(call)),
    },
    failure_reason: call.failure_reason ?? null,
  }
})

/** Until a call is evaluated, they stand with its talk. */
const usedSoFar = async (call: Call, { toolCalls, clock }: Pick<Services, 'toolCalls' | 'clock'>) => {
  if (call.evaluated_at !== undefined || call.progress !== 'in-progress') return []
  const used = await toolCalls.list({ user_id: call.user_id, call_id: call.id })
  return used.map((each) => toolCallView(each, clock.now()))
}
