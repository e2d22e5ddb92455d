import { takeChunk } from '../../domain/conversations/chunks.ts'
import { spokenMs } from '../../domain/conversations/speaking-time.ts'
import type { Speech } from '../../domain/conversations/speech.ts'
import type { Ending } from '../../domain/conversations/talk.ts'
import type { Part, TurnWords } from '../../domain/conversations/turn-parts.ts'
import type { Clock } from '../../words/clock.ts'

/** What a turn is made of; its caller says what stands behind each. */
export interface TurnParts {
  /** Asks the model (or, the second time, another one), beside what was said in this turn already. */
  ask(attempt: ModelAttempt, said: string, signal: AbortSignal): AsyncIterable<Part>
  /** Records what this turn will have said; false when it is no longer this turn's to speak. */
  say(said: string, busy_ms?: number): Promise<boolean>
  /** Records the whole of it, and whether the assistant ends the talk with it. */
  finish(said: string, ending: Ending | undefined): Promise<boolean>
  isCurrent(): Promise<boolean>
  /** False once the line is gone. */
  send(speech: Speech): Promise<boolean>
  /** Told of a model that failed. */
  onFailure(attempt: ModelAttempt, cause: unknown): void
  /** What is left of this invocation, in real milliseconds. */
  remainingMs(): number
  clock: Clock
}

export type ModelAttempt = 'first' | 'fallback'

/** `late`: there is more to say than this invocation has time for, so that another must go on. */
export type TurnEnd = 'finished' | 'superseded' | 'gone' | 'late'

/** A caller takes a longer pause for a broken line; when something was said, and they know that they must wait, such a one. */
const fillerAfterMs = 1200
const fillerAgainMs = 4000
/** An interruption is noticed this soon, however slowly the model speaks; while a tool runs and nothing is said, this soon. */
const pollMs = 200
const waitingPollMs = 1000
/** A turn may be silent about itself for longer than this and two questions to the model. */
const usualWaitMs = 12_000
/** API Gateway gives up on a frame's function after 29 s and would tell the carrier so: a longer turn changes hands. */
const handOverMs = 4000

/**
 * Speaks one turn: what the model streams goes out in phrases, each only while the turn is still the talk's own, the last one
 * marked `last`. Customers who speak meanwhile stop it within 200 ms. A model that fails, or has nothing to say, is replaced
 * once. When both said nothing, the caller hears an apology and the call ends: never silence.
 */
export const speakTurn = async (parts: TurnParts, words: TurnWords): Promise<TurnEnd> => {
  const { clock } = parts
  const abort = new AbortController()
  const startedAt = clock.now()
  let checkedAt = startedAt
  let { filler } = words
  let said = ''
  /** Tools run: what bridges the wait, and since when nothing is heard. */
  let isWaiting = false
  let waits = 0
  let quietAt = startedAt
  /** When it was last recorded that this turn goes on. */
  let recordedAt = startedAt
  /** The model has answered in part: something to say arrived since a tool was last waited for. */
  let isAnswered = false
  /** Text that arrived and is not spoken yet. */
  let buffer = ''

  const utter = async (chunk: string): Promise<TurnEnd | undefined> => {
    said += chunk
    checkedAt = clock.now()
    quietAt = Math.max(checkedAt, quietAt) + spokenMs(chunk)
    recordedAt = checkedAt
    if (!(await parts.say(said))) return 'superseded'
    return (await parts.send({ type: 'text', text: chunk, last: false })) ? undefined : 'gone'
  }

  const conclude = async (rest: string, ending?: Ending): Promise<TurnEnd> => {
    if (!(await parts.finish(said + rest, ending))) return 'superseded'
    return (await parts.send({ type: 'text', text: rest, last: true })) ? 'finished' : 'gone'
  }

  /** The last words of a talk: never none. */
  const leave = (rest: string, before: string, ending: Ending, say = ''): Promise<TurnEnd> => {
    const isSilent = (said + rest).slice(before.length).trim() === ''
    const goodbye = say.trim() || (isSilent ? (ending === 'transfer' ? words.puttingThrough : words.goodbye) : '')
    return conclude(rest + after(said + rest, goodbye), ending)
  }

  const isBridgeDue = () => clock.now() - quietAt >= (quietAt === startedAt ? fillerAfterMs : fillerAgainMs)

  const bridge = async (): Promise<TurnEnd | undefined> => {
    const text = waits++ === 0 ? words.waiting : words.stillWaiting
    quietAt = clock.now() + spokenMs(text)
    return (await parts.send({ type: 'filler', text })) ? undefined : 'gone'
  }

  /** What the model has said so far is spoken at once: its tools take their time. */
  const wait = async (rest: string, limitMs: number): Promise<TurnEnd | undefined> => {
    isWaiting = true
    const over = rest.trim() ? await utter(`${rest.trimEnd()} `) : undefined
    if (over) return over
    // A long wait must not look like a function that died.
    if (clock.now() - recordedAt + limitMs <= usualWaitMs) return undefined
    recordedAt = clock.now()
    return (await parts.say(said, limitMs)) ? undefined : 'superseded'
  }

  /** While the model thinks: is it still our turn, is there time left, does the caller need a sign of life? */
  const lookUp = async (isSilent: boolean): Promise<TurnEnd | undefined> => {
    checkedAt = clock.now()
    if (!(await parts.isCurrent())) return 'superseded'
    if (parts.remainingMs() < handOverMs) return 'late'
    if (isWaiting) return isBridgeDue() ? bridge() : undefined
    if (filler && isSilent && clock.now() - startedAt >= fillerAfterMs) {
      const speech: Speech = { type: 'filler', text: filler }
      filler = undefined
      if (!(await parts.send(speech))) return 'gone'
    }
    return undefined
  }

  /** Follows one stream; undefined when it ended without having said anything. */
  const follow = async (stream: AsyncIterable<Part | 'tick'>): Promise<TurnEnd | undefined> => {
    const before = said
    buffer = ''
    for await (const event of stream) {
      if (event === 'tick' || clock.now() - checkedAt >= pollMs) {
        const isSoon = isWaiting && !isBridgeDue() && clock.now() - checkedAt < waitingPollMs
        const over = isSoon ? undefined : await lookUp(!said && !buffer)
        if (over) return over
      }
      if (event === 'tick') continue
      if (event.type === 'hand over') {
        const over = (buffer.trim() && (await utter(`${buffer.trimEnd()} `))) || (said ? undefined : await bridge())
        return over || 'late'
      }
      if (event.type === 'waiting') {
        const over = await wait(buffer, event.limitMs)
        buffer = ''
        isAnswered = false
        if (over) return over
        continue
      }
      isWaiting = false
      if (event.type === 'tool') return leave(buffer, before, 'assistant', event.say)
      if (event.type === 'leave') return leave(buffer, before, event.ending, event.say)
      buffer += event.text
      isAnswered ||= event.text.trim() !== ''
      for (let taken = takeChunk(buffer, !said); taken; taken = takeChunk(buffer, !said)) {
        buffer = taken[1]
        const over = await utter(taken[0])
        if (over) return over
      }
    }
    return (said + buffer).slice(before.length).trim() ? conclude(buffer) : undefined
  }

  /** After a stream that broke: what arrived is spoken. A finished sentence, or no other model to ask, ends the turn. */
  const cutOff = async (attempt: ModelAttempt): Promise<TurnEnd | undefined> => {
    const rest = buffer
    buffer = ''
    if (isAnswered && (attempt === 'fallback' || endsSentence(said + rest))) return conclude(rest)
    return rest.trim() ? utter(`${rest.trimEnd()} `) : undefined
  }

  try {
    for (const attempt of ['first', 'fallback'] as const) {
      try {
        const over = await follow(paced(parts.ask(attempt, said, abort.signal), clock))
        if (over) return over
        parts.onFailure(attempt, 'The model had nothing to say')
      } catch (cause) {
        if (!isModelFailure(cause)) throw cause
        parts.onFailure(attempt, cause)
      }
      const over = await cutOff(attempt)
      if (over) return over
    }
    return await conclude(after(said, words.apology), 'assistant')
  } finally {
    abort.abort()
  }
}

const endsSentence = (text: string): boolean => /[.!?…。！？]["')\]]*\s*$/.test(text.slice(-sentenceEndLength))
const sentenceEndLength = 20

/** `more`, after a blank when what was said before it needs one. */
const after = (said: string, more: string): string => (more && said && !/\s$/.test(said) ? ` ${more}` : more)

/**
 * What a stream brings, and a tick whenever it brought nothing for a while. It is let go when its reader stops, and
 * what breaks in it is told apart from what breaks in us.
 */
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
