import type { Line, ModelPart, Part, ToolUse } from '../../domain/conversations/turn-parts.ts'
import { isOptOut, lineOf, type Toolbox, type ToolLine } from './toolbox.ts'

export type ModelAttempt = 'first' | 'fallback'

export interface Question {
  attempt: ModelAttempt
  /** Words that earlier attempts of this turn have said. */
  said: string
  signal: AbortSignal
}

export interface LoopParts {
  /** `thread`: words of this attempt and tool results of this turn. */
  ask?: ((question: Question, thread: readonly Line[]) => AsyncIterable<ModelPart>) | undefined
  recite?(said: string): { parts: readonly Part[]; isAll: boolean }
  toolbox?: Toolbox | undefined
  isCurrent(): Promise<boolean>
  /** Real milliseconds left in this Lambda invocation. */
  remainingMs(): number
  clock: { now(): number }
}

/** Tools run so far by all attempts of a turn. */
export interface ToolRuns {
  results: ToolLine[]
  running: Promise<unknown>[]
}

const roundsMax = 4
const callsMax = 3
/** Milliseconds needed to ask the model again. */
const reserveMs = 8_000
/** Milliseconds for all tools in one invocation. */
const budgetMs = 60_000

/**
 * Runs the model's tool calls and asks the model again. Runs no tool if the turn is outdated or
 * time is short; another function then asks the model.
 */
export async function* toolLoop(parts: LoopParts, runs: ToolRuns, question: Question): AsyncGenerator<Part> {
  const { ask, toolbox, clock } = parts
  const recited = parts.recite?.(question.said)
  if (recited) yield* recited.parts
  if (!ask || recited?.isAll) return
  const thread: Line[] = [...runs.results]
  let leftMs = budgetMs
  for (let round = 0; round <= roundsMax; round++) {
    const effect = toolbox?.effect
    if (effect?.type === 'switch') {
      const isAfterWords = thread.some(({ sender }) => sender === 'bot')
      if (effect.words) yield { type: 'text', text: isAfterWords ? ` ${effect.words}` : effect.words }
      if (effect.speaks) yield { type: 'hand over' }
      return
    }
    if (effect?.type === 'transfer' && !effect.asks) {
      yield { type: 'leave', ending: 'transfer', say: effect.words }
      return
    }
    const { spoken, calls, end } = yield* listen(ask(question, thread), toolbox, runs)
    if (effect) {
      if (end?.say) yield { type: 'text', text: spoken && !/\s$/.test(spoken) ? ` ${end.say}` : end.say }
      yield { type: 'leave', ending: effect.type === 'transfer' ? 'transfer' : 'assistant' }
      return
    }
    if (!toolbox || calls.length === 0) {
      if (end) yield end
      return
    }
    const limitMs = limitOf(toolbox, calls)
    leftMs -= limitMs
    const hasTime = leftMs >= 0 && parts.remainingMs() >= limitMs + reserveMs
    if (hasTime) yield { type: 'waiting', limitMs }
    if (!hasTime || !(await parts.isCurrent())) {
      yield { type: 'hand over' }
      return
    }
    if (spoken.trim()) thread.push({ sender: 'bot', text: spoken, at: clock.now() })
    thread.push(...(await useAll(toolbox, calls, runs)))
  }
}

interface Call {
  requested: ToolUse
  early: Promise<ToolLine> | undefined
}

/** Collects the model's tool calls. An opt-out runs at once, even if the turn is outdated. */
async function* listen(answer: AsyncIterable<ModelPart>, toolbox: Toolbox | undefined, runs: ToolRuns) {
  const calls: Call[] = []
  let spoken = ''
  let end: Extract<ModelPart, { type: 'tool' }> | undefined
  for await (const part of answer) {
    if (part.type === 'use') {
      const tool = toolbox?.offers.find(({ name }) => name === part.name)
      const isUrgent = toolbox !== undefined && tool !== undefined && isOptOut(tool)
      calls.push({ requested: part, early: isUrgent ? run(toolbox, part, runs) : undefined })
    } else if (part.type === 'tool') end = part
    else {
      spoken += part.text
      yield part
    }
  }
  return { spoken, calls, end }
}

const run = (toolbox: Toolbox, requested: ToolUse, { results, running }: ToolRuns): Promise<ToolLine> => {
  const result = toolbox.use(requested)
  running.push(result.then((line) => results.push(line)).catch(() => undefined))
  return result
}

const limitOf = ({ offers }: Toolbox, calls: readonly Call[]): number =>
  Math.max(
    ...calls.map(({ requested }) => 1000 * (offers.find(({ name }) => name === requested.name)?.timeout_seconds ?? 0)),
  )

const useAll = async (toolbox: Toolbox, calls: readonly Call[], runs: ToolRuns): Promise<ToolLine[]> => {
  const ordered = calls.toSorted((one, other) => Number(!one.early) - Number(!other.early))
  const done = await Promise.all(
    ordered.slice(0, callsMax).map(({ requested, early }) => early ?? run(toolbox, requested, runs)),
  )
  const at = Math.max(...done.map((line) => line.at))
  const refused = ordered
    .slice(callsMax)
    .map(({ requested }) => lineOf(requested, 'Not done: too many at a time.', { at }))
  runs.results.push(...refused)
  return [...done, ...refused]
}
