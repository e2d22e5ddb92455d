import { offered, openKnowledge } from '../../shared/actions/knowledge/knowledge.ts'
import type { Assistant } from '../../shared/domain/assistants/assistant.ts'
import type { Call } from '../../shared/domain/calls/call.ts'
import { isOver } from '../../shared/domain/calls/placement.ts'
import { endCall } from '../../shared/domain/conversations/call-tools.ts'
import { allow } from '../../shared/domain/conversations/channel.ts'
import {
  type Before,
  type IncomingSession,
  readIncomingSession,
  sessionSettings,
} from '../../shared/domain/conversations/realtime.ts'
import { sessionOf, type Talk, versionIn } from '../../shared/domain/conversations/talk.ts'
import { withToolKey, writeToolKey } from '../../shared/domain/conversations/tool-key.ts'
import { offersOf } from '../../shared/domain/tools/built-in-offers.ts'
import { receiveRealtimeCall } from '../../shared/operations/conversations.ts'
import { notice } from '../../shared/runtime/notice.ts'
import type { Dependencies } from '../../shared/services.ts'

type Services = Dependencies<(typeof receiveRealtimeCall)['uses'][number]>

/**
 * Accepts a call that has an unused ticket of ours. A repeated event gets the same answer. Rejects
 * all other calls, so that no stranger talks at our cost.
 */
export const handler = notice(receiveRealtimeCall, async ({ event, log }, services) => {
  const { realtime, voices, calls, steerSessionQueue, clock } = services
  const incoming = readIncomingSession(event)
  if (!incoming) return log.warn('a realtime notice was about an unknown call')
  const { session_id, ref } = incoming
  const asked = ref && (await allowed(incoming, services))
  const voice = asked && (await voices.find(asked.call.user_id, asked.assistant.voice_id))
  if (!ref || !voice) {
    log.warn('declined a realtime call that is unknown or over', { session_id })
    return realtime.reject(session_id)
  }
  const { assistant, key, talk } = asked
  const [[detail], tools, knowledge, before] = await Promise.all([
    calls.details([ref]),
    services.tools.findMany(ref.user_id, assistant.tool_ids),
    openKnowledge(services, assistant, log),
    beforeOf(talk, services),
  ])
  const offers = [
    endCall(assistant),
    ...offersOf(assistant.built_in_tools, 'multimodal'),
    ...offered(knowledge),
    ...tools,
  ]
  const names = [...new Set(offers.map(({ name }) => name))]
  const about = { whole: knowledge?.whole, before, notice: talk.notice?.text }
  const settings = sessionSettings({ assistant, voice, detail, ...about }, clock.now())
  const outcome = await realtime.accept(session_id, settings, { key, names })
  log.info('realtime call answered', { ...ref, session_id, outcome })
  // Rejects the session, which would otherwise continue to ring.
  if (outcome === 'refused') await realtime.reject(session_id)
  // A realtime model stays silent until the customer speaks, unless a worker makes the model speak.
  const answers = sessionOf(talk)?.anew?.speaks === true
  if (outcome === 'accepted' && (answers || talk.aside))
    await steerSessionQueue.nudge({ ...ref, at: clock.now(), ...(answers && { answers }) }, 1)
})

/** Returns undefined for unknown, repeated and ended calls. */
const allowed = async (
  { ref, ticket, session_id }: IncomingSession,
  { conversations, calls, assistants, clock, random }: Services,
): Promise<{ call: Call; assistant: Assistant; key: string; talk: Talk } | undefined> => {
  if (!ref) return undefined
  const key = writeToolKey(ref, random.bytes(32))
  const [bound, call] = await Promise.all([
    conversations.change(ref, (talk) => {
      const admitted = allow(talk, { ticket, session_id }, clock.now())
      return admitted && { ...admitted, talk: withToolKey(admitted.talk, key) }
    }),
    calls.find(ref),
  ])
  if (!bound || !call || isOver(call)) return undefined
  const assistant = await assistants.find(ref.user_id, bound.talk.assistant_id, versionIn(bound.talk))
  if (assistant?.mode !== 'multimodal') return undefined
  return { call, assistant, key, talk: bound.talk }
}

const beforeOf = async (talk: Talk, { conversations }: Services): Promise<Before | undefined> => {
  if (!sessionOf(talk)?.anew && talk.remarks.length === 0) return undefined
  const said = [...(await conversations.recent(talk)).values()]
  return { talk, said: said.toSorted((one, other) => one.at - other.at) }
}
