import type { Assistant } from '../../domain/assistants/assistant.ts'
import type { CallDetail } from '../../domain/calls/call.ts'
import { variablesOf } from '../../domain/conversations/script.ts'
import { fill } from '../../domain/conversations/template.ts'
import { languageById } from '../../domain/reference/languages.ts'
import { defaultTextModel, fallbackModel } from '../../domain/reference/models.ts'
import { type Judged, type Opinion, type Opinions, verdictOf } from '../../domain/simulations/judged-talks.ts'
import type { Meter } from '../../domain/simulations/meter.ts'
import type { Said } from '../../domain/simulations/recorded-call.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'

interface Talk {
  said: readonly Said[]
  tools: readonly { name: string; arguments: object; outcome: string }[]
}

interface Compared {
  assistant: Assistant
  detail: CallDetail
  recorded: Talk
  replayed: Talk
  /** Epoch milliseconds of the recorded call. */
  at: number
  meter: Meter
}

/**
 * Compares a recorded conversation with its replay. The assistant's model may be under test, so
 * another model judges.
 */
export const judgeTalks = async (
  { talkModel }: Dependencies<'talkModel.judge'>,
  { assistant, detail, recorded, replayed, at, meter }: Compared,
  log: Log,
): Promise<Judged> => {
  const goal = fill(assistant.system_prompt, variablesOf(assistant, detail, at))
  const language = languageById(assistant.language_id)?.name ?? 'English'
  const lines = { recorded: linesOf(recorded), replayed: linesOf(replayed) }
  const opinion = async (first: string[], second: string[]): Promise<Opinion | undefined> => {
    for (const model of [defaultTextModel, fallbackModel(defaultTextModel)]) {
      if (meter.isUsedUp()) return undefined
      try {
        return await talkModel.judge({ model, language, goal, first, second }, (usage) => meter.add(model, usage))
      } catch (cause) {
        log.warn('model failed', { model: model.name, cause })
      }
    }
    return undefined
  }
  const [recordedFirst, replayedFirst] = await Promise.all([
    opinion(lines.recorded, lines.replayed),
    opinion(lines.replayed, lines.recorded),
  ])
  const opinions: Opinions = { recordedFirst, replayedFirst }
  return verdictOf(opinions)
}

/** Lists the words, then the tool calls, because old records lack the position of tool calls. */
const linesOf = ({ said, tools }: Talk): string[] => [
  ...said.map(({ sender, text }) => `${sender === 'bot' ? 'AI' : 'Customer'}: ${text}`),
  ...tools.map(({ name, arguments: args, outcome }) => `Tool ${name} ${JSON.stringify(args)}: ${outcome}`),
]
