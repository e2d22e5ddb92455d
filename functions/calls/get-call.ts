import type { Call } from '../../shared/domain/calls/call.ts'
import { wasCut } from '../../shared/domain/calls/call-notices.ts'
import { callRefOf } from '../../shared/domain/calls/call-ref.ts'
import { callView } from '../../shared/domain/calls/call-view.ts'
import { legsCost } from '../../shared/domain/calls/leg.ts'
import { transferView } from '../../shared/domain/calls/leg-view.ts'
import { answeredAt, progressOf } from '../../shared/domain/calls/placement.ts'
import { announcedIn } from '../../shared/domain/conversations/talk.ts'
import { toolCallView } from '../../shared/domain/tools/tool-call.ts'
import { getCall } from '../../shared/operations/calls.ts'
import { http } from '../../shared/runtime/http.ts'
import type { Dependencies } from '../../shared/services.ts'
import { decimalOf } from '../../shared/words/money.ts'
import { found } from '../../shared/words/problem.ts'
import { isoTime } from '../../shared/words/time.ts'

type Services = Dependencies<(typeof getCall)['uses'][number]>

export const handler = http(
  getCall,
  async ({ user_id, id }, { calls, conversations, recordings, toolCalls, clock }) => {
    const ref = { user_id, call_id: id }
    const [known, [detail]] = await Promise.all([calls.find(ref), calls.details([ref])])
    const call = found(known, 'call_not_found')
    const [tool_calls, announced_at] = await Promise.all([
      detail?.tool_calls ?? usedSoFar(call, { toolCalls, clock }),
      detail?.announced_at ?? announcedSoFar(call, { conversations }),
    ])
    return {
      ...callView(call, detail, recordings.link),
      messages: detail?.messages ?? [],
      tool_calls,
      transfers: call.legs.map(transferView),
      cost_breakdown: {
        call: decimalOf(call.total_cost),
        transfers: decimalOf(legsCost(call)),
      },
      disclosure_spoken_at: announced_at === undefined ? null : isoTime(announced_at),
      disclosure_cut: wasCut(call, announced_at),
    }
  },
)

/**
 * Returns when the AI or recording notice was spoken. Until the transcript is stored, the
 * conversation has this time.
 */
const announcedSoFar = async (call: Call, { conversations }: Pick<Services, 'conversations'>) =>
  call.announces.length > 0 && answeredAt(call) !== undefined && call.evaluated === undefined
    ? announcedIn(await conversations.find(callRefOf(call))).announced_at
    : undefined

/** Reads tool calls, which are not part of the call until its evaluation. */
const usedSoFar = async (call: Call, { toolCalls, clock }: Pick<Services, 'toolCalls' | 'clock'>) => {
  if (call.evaluated !== undefined || progressOf(call) !== 'in-progress') return []
  const used = await toolCalls.list(callRefOf(call))
  return used.map((each) => toolCallView(each, clock.now()))
}
