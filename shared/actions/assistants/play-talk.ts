import type { Assistant } from '../../domain/assistants/assistant.ts'
import type { CallDetail } from '../../domain/calls/call.ts'
import { openingOf } from '../../domain/conversations/disclosure.ts'
import { type KnownWords, type Script, turnScript, wordsOf } from '../../domain/conversations/script.ts'
import { speechSpeedOf, spokenMs } from '../../domain/conversations/speaking-time.ts'
import type { Ending } from '../../domain/conversations/talk.ts'
import { among, type Line, type ModelPart } from '../../domain/conversations/turn-parts.ts'
import { asksToBeLeftAlone } from '../../domain/opt-outs/opt-out.ts'
import { languageById } from '../../domain/reference/languages.ts'
import { defaultTextModel, fallbackModel, modelById } from '../../domain/reference/models.ts'
import { phrasesFor } from '../../domain/reference/phrases.ts'
import type { Usage } from '../../domain/reference/token-prices.ts'
import { customerScript } from '../../domain/simulations/customer.ts'
import type { Meter } from '../../domain/simulations/meter.ts'
import { type RunOutcome, runMinutesMax, type Scenario } from '../../domain/simulations/simulation.ts'
import type { Tool } from '../../domain/tools/tool.ts'
import type { Clock } from '../../words/clock.ts'
import type { Log } from '../../words/log.ts'
import { type Answerer, answersOf, mockedTools } from '../turns/mocked-tools.ts'
import { speakTurn } from '../turns/speak-turn.ts'

export interface PlayParts {
  talkModel: {
    talk(script: Script, signal: AbortSignal, onUsage?: (usage: Usage) => void): AsyncIterable<ModelPart>
  }
  clock: Clock
}

interface Playing {
  assistant: Assistant
  tools: readonly Tool[]
  scenario: Scenario
  /** Epoch milliseconds. */
  endsAt: number
  /** Maximum length of the conversation in minutes; five by default. */
  minutesMax?: number
  /** Simulated start of the conversation in epoch milliseconds; now by default. */
  playedAt?: number
  knows?: (heard: string) => Promise<KnownWords>
  /** Answers tool calls; by default with the scenario's mocks. */
  answerer?: Answerer
  meter: Meter
  log: Log
}

export type PlayedTalk = Pick<
  RunOutcome,
  'ended_by' | 'limit' | 'transcript' | 'tool_calls' | 'opted_out' | 'minutes'
> & {
  detail: Pick<CallDetail, 'variables' | 'input_variables'>
  /** Milliseconds until the first word of each answer. */
  waits: number[]
}

const minuteMs = 60_000

/**
 * Simulates a conversation. Sends nothing to carriers or tool endpoints, and blacklists no number.
 */
export const playTalk = async ({ talkModel, clock }: PlayParts, playing: Playing): Promise<PlayedTalk> => {
  const { assistant, tools, scenario, endsAt, meter, log, minutesMax = runMinutesMax } = playing
  const { variables } = scenario
  const aheadMs = (playing.playedAt ?? clock.now()) - clock.now()
  const itsNow = () => clock.now() + aheadMs
  const answers = answerTimes(clock)
  const detail = { variables, input_variables: { ...assistant.variables, ...variables } }
  const mocked = mockedTools({ assistant, tools, answerer: playing.answerer ?? answersOf(scenario.mocks), clock })
  const said: (Line & { sender: 'bot' | 'human' })[] = []
  const say = (sender: 'bot' | 'human', text: string) => {
    if (text.trim()) said.push({ sender, text: text.trim(), at: clock.now(), place: said.length })
  }
  const spoken = () => said.reduce((sum, { text }) => sum + spokenMs(text), 0) / speechSpeedOf(assistant)
  const over = (ended_by: RunOutcome['ended_by'], limit: RunOutcome['limit'] = null): PlayedTalk => ({
    detail,
    ended_by,
    limit,
    transcript: said.map(({ sender, text }) => ({ sender, text })),
    tool_calls: mocked.calls(),
    opted_out: said.some(({ sender, text }) => sender === 'human' && asksToBeLeftAlone(text)),
    waits: answers.waits,
    minutes: Math.min(minutesMax, Math.max(1, Math.ceil(spoken() / minuteMs))),
  })

  const answer = async (): Promise<{ ending: Ending | undefined; isFailure: boolean; isLate: boolean }> => {
    const toolbox = mocked.toolbox(said.length)
    const known = await playing.knows?.(said.at(-1)?.text ?? '')
    let ending: Ending | undefined
    let failures = 0
    const timed = answers.begin()
    const remainingMs = () => (meter.isUsedUp() ? 0 : endsAt - clock.now())
    const end = await speakTurn(
      {
        ask: ({ attempt, said: before, signal }, thread) => {
          const occasion = thread.length > 0 ? 'answer' : before ? 'go on' : 'answer'
          const own: Line[] = before.trim() ? [{ sender: 'bot', text: before, at: clock.now() }] : []
          const history = [...among(said, toolbox.before), ...own, ...thread]
          const facts = { assistant, detail, known, tools: toolbox.offers, said: '' } as const
          const asked = turnScript({ ...facts, history, occasion, attempt }, itsNow())
          return timed(talkModel.talk(asked, signal, (usage) => meter.add(asked.model, usage)))
        },
        toolbox,
        finish: async (whole, why) => {
          say('bot', whole)
          ending = why
          return true
        },
        say: async () => true,
        send: async () => true,
        isCurrent: async () => true,
        onFailure: (attempt, cause) => {
          failures += 1
          log.warn('model failed', { assistant_id: assistant.id, attempt, cause })
        },
        remainingMs,
        clock,
      },
      { ...wordsOf(assistant, said.at(-1)?.text, 0), filler: undefined },
    )
    return { ending, isFailure: failures > 1, isLate: end === 'late' }
  }

  const customer = customerOf({ talkModel, clock }, { assistant, scenario, endsAt, meter, log })
  const limitOf = (): RunOutcome['limit'] => {
    if (meter.isUsedUp()) return 'models'
    return clock.now() >= endsAt || spoken() >= minutesMax * minuteMs ? 'minutes' : null
  }
  say('bot', openingOf(assistant, detail, itsNow()))
  for (let turn = 0; ; turn++) {
    if (turn >= scenario.turnsMax) return hasNoMoreLines(scenario, turn) ? over('customer') : over('limit', 'turns')
    const limit = limitOf()
    if (limit) return over('limit', limit)
    const { text, hangsUp, isFailure } = await customer(said, turn)
    say('human', text)
    if (isFailure) return over('failure')
    if (hangsUp) return over('customer')
    const answered = await answer()
    if (answered.isFailure) return over('failure')
    if (answered.isLate) return over('limit', limitOf() ?? 'minutes')
    if (answered.ending) return over('assistant')
  }
}

const answerTimes = (clock: Clock) => {
  const waits: number[] = []
  const begin = () => {
    const askedAt = clock.now()
    let isNoted = false
    return async function* (parts: AsyncIterable<ModelPart>): AsyncGenerator<ModelPart> {
      for await (const part of parts) {
        if (!isNoted) waits.push(clock.now() - askedAt)
        isNoted = true
        yield part
      }
    }
  }
  return { waits, begin }
}

const hasNoMoreLines = ({ customer }: Scenario, turn: number): boolean =>
  'lines' in customer && turn >= customer.lines.length

type CustomerTurn = { text: string; hangsUp: boolean; isFailure?: true }

const customerOf = (
  { talkModel, clock }: PlayParts,
  { assistant, scenario, endsAt, meter, log }: Pick<Playing, 'assistant' | 'scenario' | 'endsAt' | 'meter' | 'log'>,
): ((said: readonly Line[], turn: number) => Promise<CustomerTurn>) => {
  const { customer } = scenario
  if ('lines' in customer)
    return async (_, turn) => ({ text: customer.lines[turn] ?? '', hangsUp: hasNoMoreLines(scenario, turn) })
  const chosen = (assistant.llm_model_id !== null && modelById(assistant.llm_model_id)) || defaultTextModel
  const spoken = languageById(assistant.language_id)
  const language = spoken?.name ?? 'English'
  const { atSign } = phrasesFor(spoken?.iso_2)
  return async (history) => {
    for (const model of [chosen, fallbackModel(chosen)]) {
      const abort = new AbortController()
      try {
        let text = ''
        const script = customerScript({ goal: customer.goal, model, language, atSign, history })
        const onUsage = (usage: Usage) => meter.add(model, usage)
        for await (const part of talkModel.talk(script, abort.signal, onUsage)) {
          if (part.type === 'text') text += part.text
          if (part.type === 'tool') return { text: `${text} ${part.say ?? ''}`, hangsUp: true }
          if (text.length > lineLengthMax || clock.now() >= endsAt) break
        }
        return { text, hangsUp: text.trim() === '' }
      } catch (cause) {
        if (!isModelFailure(cause)) throw cause
        log.warn('model failed', { assistant_id: assistant.id, model: model.name, cause })
      } finally {
        abort.abort()
      }
    }
    return { text: '', hangsUp: true, isFailure: true }
  }
}

const lineLengthMax = 1_000

const isModelFailure = (cause: unknown) => cause instanceof Error && cause.name === 'ModelFailure'
