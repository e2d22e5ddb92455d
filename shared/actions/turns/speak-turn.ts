import { takeChunk } from '../../domain/conversations/chunks.ts'
import { spokenMs } from '../../domain/conversations/speaking-time.ts'
import type { Speech } from '../../domain/conversations/speech.ts'
import type { Ending } from '../../domain/conversations/talk.ts'
import type { Part, TurnWords } from '../../domain/conversations/turn-parts.ts'
import type { Clock } from '../../words/clock.ts'
import { type LoopParts, type ModelAttempt, type ToolRuns, toolLoop } from './tool-loop.ts'

export interface TurnParts extends LoopParts {
  say(said: string, busy_ms?: number): Promise<boolean>
  finish(said: string, ending: Ending | undefined): Promise<boolean>
  /** False when the call has ended. */
  send(speech: Speech): Promise<boolean>
  onFailure(attempt: ModelAttempt, cause: unknown): void
  clock: Clock
}

/** `late`: time is short, so another function continues the turn. */
export type TurnEnd = 'finished' | 'superseded' | 'gone' | 'late'

/**
 * Milliseconds of silence before a filler word: after longer pauses, callers think that the call is
 * lost.
 */
const fillerAfterMs = 1200
/** Milliseconds until the next filler for a caller who was asked to wait. */
const fillerAgainMs = 4000
/** Milliseconds between checks for an interruption. */
const pollMs = 200
const waitingPollMs = 1000
/**
 * Maximum milliseconds that a turn runs without storing progress. Before a longer wait, the turn
 * stores the words said so far.
 */
const usualWaitMs = 12_000
/** Milliseconds before the time-out (29 s) at which another function continues the turn. */
const handOverMs = 4000

interface Speaking {
  parts: TurnParts
  words: TurnWords
  filler: string | undefined
  said: string
  buffer: string
  startedAt: number
  checkedAt: number
  /** Time at which the caller has heard all words sent. */
  quietAt: number
  recordedAt: number
  isWaiting: boolean
  bridges: number
  /** True when text arrived after the last wait for a tool. */
  isAnswered: boolean
}

/**
 * Speaks an answer. Interruptions stop it within 200 ms. A failing or silent model is replaced
 * once. If both models fail, the caller hears an apology and the call ends.
 */
export const speakTurn = async (parts: TurnParts, words: TurnWords): Promise<TurnEnd> => {
  const { clock } = parts
  const abort = new AbortController()
  const runs: ToolRuns = { results: [], running: [] }
  const now = clock.now()
  const turn: Speaking = {
    parts,
    words,
    filler: words.filler,
    said: '',
    buffer: '',
    startedAt: now,
    checkedAt: now,
    quietAt: now,
    recordedAt: now,
    isWaiting: false,
    bridges: 0,
    isAnswered: false,
  }
  try {
    for (const attempt of ['first', 'fallback'] as const) {
      try {
        const question = { attempt, said: turn.said, signal: abort.signal }
        const over = await follow(turn, paced(toolLoop(parts, runs, question), clock))
        if (over) return over
        parts.onFailure(attempt, 'The model had nothing to say')
      } catch (cause) {
        if (!isModelFailure(cause)) throw cause
        parts.onFailure(attempt, cause)
      }
      const over = await cutOff(turn, attempt)
      if (over) return over
    }
    return await conclude(turn, after(turn.said, words.apology), 'assistant')
  } finally {
    abort.abort()
    await Promise.all(runs.running)
  }
}

const follow = async (turn: Speaking, stream: AsyncIterable<Part | 'tick'>): Promise<TurnEnd | undefined> => {
  const before = turn.said
  turn.buffer = ''
  for await (const event of stream) {
    const over =
      (await checkIfDue(turn, event === 'tick')) || (event === 'tick' ? undefined : await take(turn, event, before))
    if (over) return over
  }
  return (turn.said + turn.buffer).slice(before.length).trim() ? conclude(turn, turn.buffer) : undefined
}

const take = async (turn: Speaking, part: Part, before: string): Promise<TurnEnd | undefined> => {
  if (part.type === 'hand over')
    return (await utterRest(turn)) || (turn.said ? undefined : await bridge(turn)) || 'late'
  if (part.type === 'waiting') return wait(turn, part.limitMs)
  turn.isWaiting = false
  if (part.type === 'tool') return leave(turn, before, { ending: 'assistant', say: part.say })
  if (part.type === 'leave') return leave(turn, before, part)
  turn.buffer += part.text
  turn.isAnswered ||= part.text.trim() !== ''
  for (let taken = takeChunk(turn.buffer, !turn.said); taken; taken = takeChunk(turn.buffer, !turn.said)) {
    turn.buffer = taken[1]
    const over = await utter(turn, taken[0])
    if (over) return over
  }
  return undefined
}

const utter = async (turn: Speaking, chunk: string): Promise<TurnEnd | undefined> => {
  const { parts } = turn
  const now = parts.clock.now()
  turn.said += chunk
  turn.checkedAt = now
  turn.recordedAt = now
  turn.quietAt = Math.max(now, turn.quietAt) + spokenMs(chunk)
  if (!(await parts.say(turn.said))) return 'superseded'
  return (await parts.send({ type: 'text', text: chunk, last: false })) ? undefined : 'gone'
}

const utterRest = async (turn: Speaking): Promise<TurnEnd | undefined> => {
  const rest = turn.buffer.trimEnd()
  turn.buffer = ''
  return rest ? utter(turn, `${rest} `) : undefined
}

const conclude = async ({ parts, said }: Speaking, rest: string, ending?: Ending): Promise<TurnEnd> => {
  if (!(await parts.finish(said + rest, ending))) return 'superseded'
  return (await parts.send({ type: 'text', text: rest, last: true })) ? 'finished' : 'gone'
}

const leave = (turn: Speaking, before: string, { ending, say = '' }: { ending: Ending; say?: string | undefined }) => {
  const { words, buffer } = turn
  const whole = turn.said + buffer
  const usual = ending === 'transfer' ? words.puttingThrough : words.goodbye
  const isSilent = whole.slice(before.length).trim() === ''
  return conclude(turn, buffer + after(whole, say.trim() || (isSilent ? usual : '')), ending)
}

const isBridgeDue = ({ parts, quietAt, startedAt }: Speaking): boolean =>
  parts.clock.now() - quietAt >= (quietAt === startedAt ? fillerAfterMs : fillerAgainMs)

const bridge = async (turn: Speaking): Promise<TurnEnd | undefined> => {
  const { parts, words } = turn
  const text = turn.bridges++ === 0 ? words.waiting : words.stillWaiting
  turn.quietAt = parts.clock.now() + spokenMs(text)
  return (await parts.send({ type: 'filler', text })) ? undefined : 'gone'
}

/**
 * Speaks the remaining words. Before a long wait, stores its limit, because a long wait otherwise
 * looks like a crash.
 */
const wait = async (turn: Speaking, limitMs: number): Promise<TurnEnd | undefined> => {
  const { parts } = turn
  turn.isWaiting = true
  turn.isAnswered = false
  const over = await utterRest(turn)
  if (over) return over
  const now = parts.clock.now()
  if (now - turn.recordedAt + limitMs <= usualWaitMs) return undefined
  turn.recordedAt = now
  return (await parts.say(turn.said, limitMs)) ? undefined : 'superseded'
}

const checkIfDue = async (turn: Speaking, isTick: boolean): Promise<TurnEnd | undefined> => {
  const { parts, startedAt, filler } = turn
  const now = parts.clock.now()
  if (!isTick && now - turn.checkedAt < pollMs) return undefined
  if (turn.isWaiting && !isBridgeDue(turn) && now - turn.checkedAt < waitingPollMs) return undefined
  turn.checkedAt = now
  if (!(await parts.isCurrent())) return 'superseded'
  if (parts.remainingMs() < handOverMs) return 'late'
  if (turn.isWaiting) return isBridgeDue(turn) ? bridge(turn) : undefined
  const isSilent = !turn.said && !turn.buffer
  if (!filler || !isSilent || parts.clock.now() - startedAt < fillerAfterMs) return undefined
  turn.filler = undefined
  return (await parts.send({ type: 'filler', text: filler })) ? undefined : 'gone'
}

/**
 * Handles a failed model. Ends the turn if a sentence is complete or the fallback has failed too.
 */
const cutOff = async (turn: Speaking, attempt: ModelAttempt): Promise<TurnEnd | undefined> => {
  const { said, buffer } = turn
  if (turn.isAnswered && (attempt === 'fallback' || endsSentence(said + buffer))) return conclude(turn, buffer)
  return utterRest(turn)
}

const endsSentence = (text: string): boolean => /[.!?…。！？]["')\]]*\s*$/.test(text.slice(-sentenceEndLength))
const sentenceEndLength = 20

const after = (said: string, more: string): string => (more && said && !/\s$/.test(said) ? ` ${more}` : more)

/** Yields a tick if no part arrives for some time. */
async function* paced(stream: AsyncIterable<Part>, clock: Clock): AsyncGenerator<Part | 'tick'> {
  const iterator = stream[Symbol.asyncIterator]()
  const pull = () => {
    const next = iterator.next()
    next.catch(() => undefined)
    return next
  }
  try {
    let next = pull()
    for (;;) {
      const event = await Promise.race([next, clock.sleep(pollMs).then(() => 'tick' as const)]).catch(modelFailed)
      if (event === 'tick') {
        yield event
        continue
      }
      if (event.done) return
      yield event.value
      next = pull()
    }
  } finally {
    Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}

const modelFailed = (cause: unknown): never => {
  if (isModelFailure(cause)) throw cause
  throw Object.assign(new Error('The model failed', { cause }), { name: 'ModelFailure' })
}

const isModelFailure = (cause: unknown) => cause instanceof Error && cause.name === 'ModelFailure'
