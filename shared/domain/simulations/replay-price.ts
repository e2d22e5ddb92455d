import type { Micros } from '../../words/money.ts'
import type { Assistant } from '../assistants/assistant.ts'
import type { CallDetail } from '../calls/call.ts'
import { spokenMs } from '../conversations/speaking-time.ts'
import { defaultTextModel, modelById } from '../reference/models.ts'
import { platformFeePerMinute } from '../reference/prices.ts'
import { estimatedTokens, priceOfTokens } from '../reference/token-prices.ts'
import { playedLines, saidOf } from './recorded-call.ts'
import { type PlannedCall, replayMinutesMax } from './replay.ts'

/** Characters that are added to the user's prompt: rules, tools and questions. */
const promptExtra = 4_000
const answerLength = 1_500
const reserve = 2
const minuteMs = 60_000

export const plannedCall = (call_id: number, assistant: Assistant, detail: CallDetail): PlannedCall => {
  const said = saidOf(detail)
  const characters = said.reduce((sum, { text }) => sum + text.length, 0)
  const spoken = said.reduce((sum, { text }) => sum + spokenMs(text), 0)
  const tokens = priceOfTalk(assistant, playedLines(detail).length, characters)
  const minutes = minutesOf(spoken)
  const minutesMax = Math.min(replayMinutesMax, minutesOf(spoken * reserve) + 1)
  return {
    call_id,
    minutesMax,
    expected: Math.max(minutes * platformFeePerMinute, tokens),
    held: Math.max(minutesMax * platformFeePerMinute, tokens * reserve),
  }
}

const minutesOf = (spoken: number): number => Math.min(replayMinutesMax, Math.max(1, Math.ceil(spoken / minuteMs)))

/** Every turn, evaluation and verdict sends prompt and conversation again. */
const priceOfTalk = ({ llm_model_id, system_prompt }: Assistant, turns: number, characters: number): Micros => {
  const model = (llm_model_id !== null && modelById(llm_model_id)) || defaultTextModel
  const prompt = system_prompt.length + promptExtra
  const talked = estimatedTokens(turns * (prompt + characters / 2))
  const judged = estimatedTokens(prompt + 2 * characters)
  const output = estimatedTokens(answerLength)
  return (
    priceOfTokens(model, { input: talked, output: estimatedTokens(characters) }) +
    priceOfTokens(model, { input: estimatedTokens(prompt + characters), output }) +
    2 * priceOfTokens(defaultTextModel, { input: judged, output })
  )
}
