import { endOf } from '../../shared/domain/calls/leg.ts'
import { readLegRef } from '../../shared/domain/calls/leg-ref.ts'
import { isOver } from '../../shared/domain/calls/placement.ts'
import { transferOf } from '../../shared/domain/conversations/talk.ts'
import { languageById } from '../../shared/domain/reference/languages.ts'
import { phrasesFor } from '../../shared/domain/reference/phrases.ts'
import { answerLeg } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'
import { found } from '../../shared/words/problem.ts'

/** Key that accepts the call. A mailbox presses no key. */
const takingKey = '1'

/**
 * Says a summary of the conversation to the callee of a transfer, who joins the call only by
 * pressing the key.
 */
export const handler = callback(answerLeg, async ({ report, ref: path }, services) => {
  const { assistants, calls, conversations, clock } = services
  const { place, ...ref } = found(readLegRef(path), 'call_not_found')
  const takes = report.key === takingKey
  const news = { carrier_sid: report.carrier_sid, answered: true as const, ...(takes && { joined: true as const }) }
  const [reported, talk] = await Promise.all([
    calls.reportLeg({ ...ref, place }, news, clock.now()),
    conversations.find(ref),
  ])
  const { leg, call } = found(reported, 'call_not_found')
  const isPast = endOf(leg) !== undefined || isOver(call)
  if (!leg.is_warm || isPast || (report.key !== undefined && !takes)) return { step: 'hang up' }
  const assistant = await assistants.find(ref.user_id, call.assistant_id, call.assistant_version)
  const language = assistant && languageById(assistant.language_id)
  const { briefing, pressOne } = phrasesFor(language?.iso_2)
  const transfer = talk && transferOf(talk)
  const words = transfer?.place === place ? transfer : undefined
  if (takes) return { step: 'join', text: words?.connected ?? '', language }
  return { step: 'brief', leg: { ...ref, place }, text: `${words?.briefing ?? briefing} ${pressOne}`, language }
})
