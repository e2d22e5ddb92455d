import { chosenSettings } from '../../shared/actions/assistants/chosen-settings.ts'
import { alwaysSearched, foundAbout } from '../../shared/actions/knowledge/knowledge.ts'
import { answersOf, mockedTools } from '../../shared/actions/turns/mocked-tools.ts'
import { speakTurn } from '../../shared/actions/turns/speak-turn.ts'
import { shortage } from '../../shared/domain/account/account.ts'
import { openingOf } from '../../shared/domain/conversations/disclosure.ts'
import { textsTooLong } from '../../shared/domain/conversations/filled-texts.ts'
import { type Script, turnScript, wordsOf } from '../../shared/domain/conversations/script.ts'
import { turnCostMax } from '../../shared/domain/conversations/text-talk-cost.ts'
import { platformFeePerMinute } from '../../shared/domain/reference/prices.ts'
import { meterOf } from '../../shared/domain/simulations/meter.ts'
import { talkToAssistant } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { Problem } from '../../shared/words/problem.ts'

/** Milliseconds that a turn may take: more than callers would wait, less than API Gateway waits. */
const turnMs = 22_000

/** Makes one turn of a conversation like in a call, but without carrier, record or charge. */
export const handler = http(talkToAssistant, async ({ user_id, id, body, bodyValues, log }, services) => {
  const { accounts, tools, talkModel, talkTurns, clock } = services
  const choosing = chosenSettings(services, { user_id, id }, bodyValues())
  const [{ assistant }, means] = await Promise.all([choosing, accounts.means(user_id)])
  const startedAt = clock.now()
  const read = await body((values) => textsTooLong(assistant, values.variables ?? {}, startedAt))
  const { messages = [], variables = {}, mocks } = read
  const detail = { variables, input_variables: { ...assistant.variables, ...variables } }
  const last = messages.at(-1)
  const message = 'The assistant answered'
  if (!last) return { message, data: { text: openingOf(assistant, detail, startedAt), ends_call: false, model: null } }
  if (shortage(means, platformFeePerMinute)) throw new Problem('insufficient_balance')
  const taken = await talkTurns.take(user_id, startedAt)
  if (!taken.isAllowed) throw new Problem('too_many_attempts', { retrySeconds: taken.resetSeconds })

  const knowledge = await alwaysSearched(services, assistant, log)
  const documents = { whole: knowledge?.whole ?? '', found: await foundAbout(services, knowledge, last.text, log) }
  const history = messages.map(({ sender, text }) => ({ sender, text, at: startedAt }))
  const occasion = last.sender === 'human' ? 'answer' : 'engage'
  const mocked =
    mocks &&
    mockedTools({
      assistant,
      tools: await tools.findMany(user_id, assistant.tool_ids),
      answerer: answersOf(mocks),
      clock,
    })
  const toolbox = mocked?.toolbox(history.length)
  /** Script of the answer; undefined after both models failed. */
  let script: Script | undefined
  let answer = { text: '', ends_call: false }
  const meter = meterOf({ requestsMax: 10, costMax: turnCostMax })
  // A used-up meter counts as no time left: the turn ends before its next model request.
  const remainingMs = () => (meter.isUsedUp() ? 0 : startedAt + turnMs - clock.now())
  const end = await speakTurn(
    {
      ask: ({ attempt, said, signal }, thread) => {
        const goesOn = thread.length > 0 ? 'answer' : occasion
        const asked = { assistant, detail, history: [...history, ...thread], tools: toolbox?.offers, attempt, said }
        script = turnScript({ ...asked, known: documents, occasion: goesOn }, clock.now())
        const { model } = script
        return talkModel.talk(script, signal, (usage) => meter.add(model, usage))
      },
      toolbox,
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
      remainingMs,
      clock,
    },
    { ...wordsOf(assistant, last.text, 0), filler: undefined },
  )
  await talkTurns.settle(user_id, startedAt, meter.spent().cost)
  if (end === 'late') throw new Problem('turn_too_long', { retrySeconds: 1 })
  return { message, data: { ...answer, model: script?.model.name ?? null, tool_calls: mocked?.calls() } }
})
