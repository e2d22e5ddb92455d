import { alwaysLookedUp } from '../../shared/actions/knowledge.ts'
import { speakTurn } from '../../shared/actions/speak-turn.ts'
import { justSaid } from '../../shared/actions/with-tools.ts'
import { shortage } from '../../shared/domain/account/account.ts'
import { greetingOf, type Script, turnScript, wordsOf } from '../../shared/domain/conversations/script.ts'
import { found, Problem } from '../../shared/domain/problem.ts'
import { platformFeePerMinute } from '../../shared/domain/reference/prices.ts'
import { talkToAssistant } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'

/** Longer than a caller would wait for a turn on the phone, and inside what API Gateway waits. */
const turnMs = 22_000

/** One turn as on the phone, by the same script, model and phrases; no carrier is asked, nothing is recorded, and nothing charged. */
export const handler = http(talkToAssistant, async ({ user_id, id, body, log }, services) => {
  const { accounts, assistants, talkModel, talkTurns, clock } = services
  const [known, means] = await Promise.all([assistants.find(user_id, id), accounts.means(user_id)])
  const assistant = found(known, 'assistant_not_found')
  const { messages = [], variables = {} } = await body()
  const startedAt = clock.now()
  const detail = { variables, input_variables: { ...assistant.variables, ...variables } }
  const last = messages.at(-1)
  const message = 'The assistant answered'
  if (!last) return { message, data: { text: greetingOf(assistant, detail), ends_call: false, model: null } }
  if (shortage(means, platformFeePerMinute)) throw new Problem('insufficient_balance')
  const taken = await talkTurns.take(user_id, startedAt)
  if (!taken.isAllowed) throw new Problem('too_many_attempts', { retrySeconds: taken.resetSeconds })

  const knowledge = await alwaysLookedUp(services, assistant, log)
  const documents = { whole: knowledge?.whole ?? '', found: knowledge?.about(last.text) ?? '' }
  const history = messages.map(({ sender, text }) => ({ sender, text, at: startedAt }))
  const occasion = last.sender === 'human' ? 'answer' : 'engage'
  /** By which the words were found; undefined once both models have failed. */
  let script: Script | undefined
  let answer = { text: '', ends_call: false }
  const end = await speakTurn(
    {
      ask: (attempt, said, signal) => {
        script = turnScript({ assistant, detail, known: documents, history, occasion, attempt, said }, clock.now())
        return justSaid(talkModel.talk(script, signal))
      },
      finish: async (said, ending) => {
        answer = { text: said.trim(), ends_call: ending !== undefined }
        return true
      },
      say: async () => true,
      send: async () => true,
      isCurrent: async () => true,
      onFailure: (attempt, cause) => {
        script = undefined
        log.warn('model failed', { assistant_id: id, attempt, cause })
      },
      remainingMs: () => startedAt + turnMs - clock.now(),
      clock,
    },
    { ...wordsOf(assistant, last.text, 0), filler: undefined },
  )
  if (end === 'late') throw new Problem('turn_too_long', { retrySeconds: 1 })
  return { message, data: { ...answer, model: script?.model.name ?? null } }
})
