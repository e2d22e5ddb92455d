import { evaluateTalk } from '../../shared/actions/turns/evaluate-talk.ts'
import { evaluationMsMax } from '../../shared/domain/calls/call-life.ts'
import {
  type Chat,
  type ChatMessage,
  checkOf,
  ended,
  isOverChat,
  over,
} from '../../shared/domain/conversations/chat.ts'
import { turnCostMax } from '../../shared/domain/conversations/text-talk-cost.ts'
import { meterOf } from '../../shared/domain/simulations/meter.ts'
import { conversationDelivery, refOf } from '../../shared/domain/webhooks/delivery.ts'
import { endChat } from '../../shared/operations/chats.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Dependencies } from '../../shared/services.ts'
import { idAt } from '../../shared/words/id.ts'
import type { Log } from '../../shared/words/log.ts'

type Services = Dependencies<(typeof endChat)['uses'][number]>

/**
 * Ends an inactive chat, evaluates it and releases its held money. After a crash, the check for
 * overdue items starts the worker again.
 */
export const handler = worker(endChat, async (ref, services, log) => {
  const { assistants, chats, deliveries, deliverWebhookQueue, clock, random } = services
  const found = await chats.find(ref)
  const check = found ? checkOf(found, clock.now()) : 'nothing'
  if (!found || check === 'nothing') return
  // If the chat received a message meanwhile, `write` returns 'changed' and the chat continues.
  const chat = check === 'close' ? await chats.write(over(found, clock.now())) : found
  if (chat === 'changed' || !isOverChat(chat)) return
  const messages = await chats.said(ref)
  const outcome = await findOut(services, chat, messages, log.with({ ...ref }))
  if (!outcome && clock.now() < chat.phase.at + evaluationMsMax) return
  const assistant = await assistants.find(chat.user_id, chat.assistant_id)
  const now = clock.now()
  const delivery = conversationDelivery(chat, assistant, { id: idAt(now, random.number()), now })
  const beside = delivery ? deliveries.recording(delivery) : []
  if (!(await chats.end(ended(chat, outcome ?? { cost: 0 }), beside))) return
  log.info('conversation ended', { ...ref, messages: chat.asked, type: chat.type })
  if (delivery) await deliverWebhookQueue.nudge(refOf(delivery))
})

const findOut = async (
  services: Services,
  chat: Chat,
  messages: readonly ChatMessage[],
  log: Log,
): Promise<Parameters<typeof ended>[1] | undefined> => {
  const assistant = await services.assistants.find(chat.user_id, chat.assistant_id, chat.assistant_version)
  if (!assistant?.post_call_evaluation || chat.asked === 0) return { cost: 0 }
  const transcript = messages.map(({ role, text }) => ({
    sender: role === 'user' ? ('human' as const) : ('bot' as const),
    text,
  }))
  const { variables } = chat
  const detail = { variables, input_variables: { ...assistant.variables, ...variables } }
  const meter = meterOf({ requestsMax: 10, costMax: turnCostMax })
  const answer = await evaluateTalk(services, { assistant, detail, transcript }, log, meter)
  if (!answer) return undefined
  const { cost } = meter.spent()
  if (!answer.evaluation) return { cost }
  const { extracted, opt_out: _optOut, ...judged } = answer.evaluation
  return { cost, evaluation: { ...judged, ...extracted }, extracted_variables: extracted }
}
