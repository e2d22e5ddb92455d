import { offered, openKnowledge } from '../../shared/actions/knowledge.ts'
import type { Assistant } from '../../shared/domain/assistants/assistant.ts'
import type { Call } from '../../shared/domain/calls/call.ts'
import type { Remark } from '../../shared/domain/conversations/away.ts'
import { endCall } from '../../shared/domain/conversations/call-tools.ts'
import {
  type IncomingSession,
  readIncomingSession,
  sessionSettings,
} from '../../shared/domain/conversations/realtime.ts'
import { allow } from '../../shared/domain/conversations/talk.ts'
import { withToolKey, writeToolKey } from '../../shared/domain/conversations/tool-key.ts'
import { offersOf } from '../../shared/domain/tools/built-in-offers.ts'
import { receiveRealtimeCall } from '../../shared/operations/conversations.ts'
import { notice } from '../../shared/runtime/notice.ts'
import type { Supplied } from '../../shared/services.ts'

type Services = Supplied<(typeof receiveRealtimeCall)['uses'][number]>

/**
 * A realtime model was dialled and asks whether to pick up, as whom. It does so only for a call of ours that is going on and
 * shows its ticket, once; told again, the answer is the same. Every other call is declined, so that no stranger talks at our cost.
 */
export const handler = notice(receiveRealtimeCall, async ({ event, log }, services) => {
  const { realtime, voices, calls, clock } = services
  const incoming = readIncomingSession(event)
  if (!incoming) return log.warn('a notice was about nothing that we know')
  const { session_id, ref } = incoming
  const asked = ref && (await allowed(incoming, services))
  const voice = asked && (await voices.find(asked.call.user_id, asked.assistant.voice_id))
  if (!ref || !voice) {
    log.warn('declined a realtime call that is none of ours, or over', { session_id })
    return realtime.reject(session_id)
  }
  const { assistant, key, remarks } = asked
  const [[detail], tools, knowledge] = await Promise.all([
    calls.details([ref]),
    services.tools.findMany(ref.user_id, assistant.tool_ids),
    openKnowledge(services, assistant, log),
  ])
  const offers = [endCall(assistant), ...offersOf(assistant.built_in_tools), ...offered(knowledge), ...tools]
  const names = [...new Set(offers.map(({ name }) => name))]
  const settings = sessionSettings(assistant, voice, detail, clock.now(), { whole: knowledge?.whole, remarks })
  const outcome = await realtime.accept(session_id, settings, { key, names })
  log.info('realtime call answered', { ...ref, session_id, outcome })
  // Declined, it ends at once with an apology; left alone, it would ring on first.
  if (outcome === 'refused') await realtime.reject(session_id)
})

/** The call and the assistant that it may talk to; undefined for a stranger, a replay, and a call that is over. */
const allowed = async (
  { ref, ticket, session_id }: IncomingSession,
  { conversations, calls, assistants, random }: Services,
): Promise<{ call: Call; assistant: Assistant; key: string; remarks: readonly Remark[] | undefined } | undefined> => {
  if (!ref) return undefined
  const key = writeToolKey(ref, random.bytes(32))
  const [bound, call] = await Promise.all([
    conversations.change(ref, (talk) => {
      const admitted = allow(talk, { ticket, session_id })
      return admitted && { ...admitted, talk: withToolKey(admitted.talk, key) }
    }),
    calls.find(ref),
  ])
  if (!bound || !call || call.outcome || call.closed_at) return undefined
  const assistant = await assistants.find(ref.user_id, call.assistant_id)
  if (assistant?.mode !== 'multimodal') return undefined
  return { call, assistant, key, remarks: bound.talk.remarks }
}
