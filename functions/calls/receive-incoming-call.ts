import { assignedAssistant } from '../../shared/actions/dialling/assigned-assistant.ts'
import { connectAssistant, openTalk, withTicket } from '../../shared/actions/legs/connect-assistant.ts'
import { isExpired } from '../../shared/domain/account/number.ts'
import type { Assistant } from '../../shared/domain/assistants/assistant.ts'
import { isHoldShort } from '../../shared/domain/calls/call-hold.ts'
import type { Report } from '../../shared/domain/calls/call-life.ts'
import type { CallRef } from '../../shared/domain/calls/call-ref.ts'
import { newIncomingCall } from '../../shared/domain/calls/incoming-call.ts'
import { sayPhrase } from '../../shared/domain/calls/instruction.ts'
import type { Talk } from '../../shared/domain/conversations/talk.ts'
import { answeredVariables } from '../../shared/domain/webhooks/webhook-answer.ts'
import { startPayload } from '../../shared/domain/webhooks/webhook-payload.ts'
import { newWebhookSecret } from '../../shared/domain/webhooks/webhook-secret.ts'
import { receiveIncomingCall } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'
import type { Dependencies } from '../../shared/services.ts'
import type { Variables } from '../../shared/words/fields.ts'
import { reportedNumber } from '../../shared/words/phone-spellings.ts'

type Services = Dependencies<(typeof receiveIncomingCall)['uses'][number]>

/** Milliseconds that a caller waits for the user's webhook. */
const webhookMsMax = 3000

/**
 * Answers an incoming call; a repeated request finds the same call. Rejects calls to numbers
 * without an owner. Without an assistant, the caller hears a sentence.
 */
export const handler = callback(receiveIncomingCall, async ({ report, log }, services) => {
  const { numbers, accounts, assistants, voices, calls, conversations, advanceCallQueue, talkFunctions, clock } =
    services
  const { carrier_sid, to, is_attested } = report
  const person = reportedNumber(report.from)
  const from = person ?? report.from
  const now = clock.now()
  const owner = await numbers.ownerOf(to)
  if (!owner || !carrier_sid) return { step: 'reject' }
  const [number, { account }] = await Promise.all([
    numbers.find(owner.user_id, owner.number_id),
    accounts.means(owner.user_id),
  ])
  if (!number || isExpired(number, now) || account.suspended_at !== undefined) return { step: 'reject' }

  const { user_id, inbound_assistant_id } = number
  const live = inbound_assistant_id ? await assistants.find(user_id, inbound_assistant_id) : undefined
  const assigned = live && (await assignedAssistant(services, live, person))
  const assistant = assigned?.assistant
  const voice = assistant && (await voices.find(user_id, assistant.voice_id))
  if (!voice || assistant.status !== 'active' || assistant.type !== 'inbound')
    return sayPhrase('unavailable', assistant)

  const call = newIncomingCall({ ...assigned, assistant, number, from, carrier_sid, is_attested }, now)
  const ref = await calls.receive(call, { variables: {}, input_variables: { ...assistant.variables } })
  const connect = (talk: Talk) =>
    connectAssistant(
      { ...services, report: calls.applyIncoming },
      { talk, assistant, voice, startsRecording: assistant.record },
      log,
    )
  const [begun, hold] = await Promise.all([
    conversations.find(ref),
    accounts.hold({ ...call, id: ref.call_id }, account),
    calls.register(ref),
    talkFunctions.wake(assistant.llm_model_id ?? undefined),
  ])
  if (begun) return connect(await withTicket(services, begun))
  if (hold.minutes === undefined) return { step: 'reject' }

  const begin = async (report: Report) => {
    const applied = await calls.applyIncoming(ref, report, clock.now())
    if (applied && isHoldShort(applied.call)) await advanceCallQueue.nudge(ref)
  }
  const variables = await askWebhook(assistant, { ...call, id: ref.call_id }, services)
  const input_variables = { ...assistant.variables, ...variables }
  if (Object.keys(variables).length > 0) await calls.keep(ref, { input_variables })
  const [talk] = await Promise.all([
    openTalk(services, { ref, call, carrier_sid, assistant, detail: { variables: {}, input_variables } }),
    begin({ progress: 'in-progress', carrier_sid, covered_seconds: hold.minutes * 60 }),
  ])
  log.info('incoming call', { ...ref })
  return connect(talk)
})

/** Asks the user's webhook for variables. Empty if no webhook is set or its answer is late. */
const askWebhook = async (
  assistant: Assistant,
  call: Parameters<typeof startPayload>[0],
  { webhookClient, webhookSecrets, clock, random }: Services,
): Promise<Variables> => {
  const { user_id, inbound_webhook_url } = assistant
  if (!inbound_webhook_url) return {}
  const secrets = await webhookSecrets.ensure(user_id, newWebhookSecret(random), clock.now())
  const event = {
    webhook_id: startedId({ user_id, call_id: call.id }),
    secrets,
    payload: startPayload(call, clock.now()),
  }
  return answeredVariables(await webhookClient.ask(inbound_webhook_url, event, webhookMsMax))
}

const startedId = ({ user_id, call_id }: CallRef) => `msg_${user_id}_${call_id}_started`
