import type { CallRef } from '../../domain/calls/call-ref.ts'
import { withoutAside } from '../../domain/conversations/exchange.ts'
import {
  follow,
  isIdle,
  newSession,
  type Session,
  type Sideband,
  type SidebandEvent,
} from '../../domain/conversations/sideband.ts'
import { spokenMs } from '../../domain/conversations/speaking-time.ts'
import {
  type Change,
  isOver,
  sessionOf,
  type Talk,
  transferOf,
  unchanged,
  withSession,
} from '../../domain/conversations/talk.ts'
import { isRunning, type ToolCall } from '../../domain/tools/tool-call.ts'
import type { Clock } from '../../words/clock.ts'

export interface SteeringParts {
  conversations: {
    find(ref: CallRef): Promise<Talk | undefined>
    change(ref: CallRef, step: (talk: Talk) => Change | undefined): Promise<Change | undefined>
  }
  toolCalls: { list(ref: CallRef): Promise<ToolCall[]> }
  clock: Clock
}

const tickMs = 250
/**
 * After this many polls without an event, the model is assumed to have received a tool's result.
 */
const handedOverTicks = 4
const beginTicks = 12
const answerMsMax = 45_000
/** Milliseconds added to the computed length of speech. */
const spokenMarginMs = 1_500
/** Milliseconds from the vendor's playback to the caller's ear. */
const lineMs = 700
/** Milliseconds to wait for the end of words that began before this worker listened. */
const unheardMs = 4_000
const lastWordsMsMax = 30_000

export const isAboutToGo = (talk: Talk): boolean =>
  !isOver(talk) &&
  talk.channel.type === 'realtime' &&
  (talk.channel.anew?.is_due === true || talk.transfer !== undefined)

const leavesSilently = (talk: Talk): boolean => isAboutToGo(talk) && !(talk.transfer && !talk.transfer.words)

interface Steered extends SteeringParts {
  ref: CallRef
  band: Sideband
  session: Session
  isClosed: boolean
  asked: number
}

export const openSteering = ({ conversations, toolCalls, clock }: SteeringParts, ref: CallRef, band: Sideband) => {
  const steered: Steered = {
    conversations,
    toolCalls,
    clock,
    ref,
    band,
    session: newSession,
    isClosed: false,
    asked: 0,
  }
  return {
    answer: (since: number) => answer(steered, since),
    sayAside: (until: number) => sayAside(steered, until),
    hearOut: (speed: number | undefined) => hearOut(steered, speed),
  }
}

const nextEvent = async (steered: Steered): Promise<SidebandEvent | undefined> => {
  const event = await steered.band.next(tickMs)
  if (event === 'closed') steered.isClosed = true
  else if (event) steered.session = follow(steered.session, event)
  return event === 'closed' ? undefined : event
}

const respond = async (steered: Steered): Promise<boolean> => {
  const { begun } = steered.session
  const event_id = `ask_${++steered.asked}`
  await steered.band.send({ type: 'response.create', event_id })
  for (let ticks = 0; ticks < beginTicks && !steered.isClosed; ) {
    const event = await nextEvent(steered)
    if (steered.session.begun > begun) return true
    if (event?.error?.event_id === event_id) return false
    if (!event) ticks++
  }
  return false
}

const idle = async (steered: Steered, ticks: number, until: number): Promise<boolean> => {
  for (let quiet = 0; !steered.isClosed && steered.clock.now() < until; ) {
    if (isIdle(steered.session) && quiet >= ticks) return true
    quiet = (await nextEvent(steered)) ? 0 : quiet + 1
  }
  return false
}

const answer = async (steered: Steered, since: number): Promise<void> => {
  const { conversations, toolCalls, clock, ref } = steered
  const until = since + answerMsMax
  while (!steered.isClosed && clock.now() < until) {
    const calls = await toolCalls.list(ref)
    if (!calls.some((call) => isRunning(call, clock.now()))) break
    await nextEvent(steered)
  }
  const { begun } = steered.session
  const isAnswered = () => steered.session.hasGoneOn || steered.session.begun > begun
  let quiet = 0
  const talk = await conversations.find(ref)
  const isSilent = talk !== undefined && leavesSilently(talk)
  while (!steered.isClosed && !isSilent && !isAnswered() && clock.now() < until) {
    if (isIdle(steered.session) && quiet >= (steered.session.returned > 0 ? 1 : handedOverTicks)) {
      if (await respond(steered)) break
      quiet = 0
    } else quiet = (await nextEvent(steered)) ? 0 : quiet + 1
  }
  if (steered.isClosed) return
  const answered_at = clock.now()
  await conversations.change(ref, (talk) => {
    const session = sessionOf(talk)
    return session && unchanged(withSession(talk, { ...session, answered_at }))
  })
}

/**
 * Makes the model say the text that the user queued. The message id contains the turn, so OpenAI
 * refuses a repetition after a crash.
 */
const sayAside = async (steered: Steered, until: number): Promise<void> => {
  const { conversations, clock, ref } = steered
  for (;;) {
    const talk = await conversations.find(ref)
    if (!talk?.aside || isOver(talk) || transferOf(talk) || sessionOf(talk)?.anew?.is_due) return
    if (steered.isClosed || clock.now() >= until) return
    if (!(await idle(steered, 1, until))) return
    const id = `say_${talk.turn}`
    const text = `Say this to the customer now, word for word, then go on where you were: ${JSON.stringify(talk.aside.text.trim())}`
    const content = [{ type: 'input_text', text }]
    await steered.band.send({
      type: 'conversation.item.create',
      event_id: id,
      item: { id, type: 'message', role: 'system', content },
    })
    for (let ticks = 0; ticks < beginTicks && !steered.isClosed; ) {
      const event = await nextEvent(steered)
      if (event?.item?.id === id || event?.error?.event_id === id) break
      if (!event) ticks++
    }
    if (steered.isClosed) return
    const said = await conversations.change(ref, (current) => withoutAside(current, talk.turn))
    if (!said) continue
    while (!steered.isClosed && clock.now() < until && !(await respond(steered))) await idle(steered, 1, until)
  }
}

const hearOut = async (steered: Steered, speed: number | undefined): Promise<void> => {
  const { clock } = steered
  let words = steered.session.words
  let until = clock.now() + (words ? spokenMs(words, speed) + spokenMarginMs : unheardMs)
  const limit = clock.now() + lastWordsMsMax
  while (!steered.isClosed && clock.now() < Math.min(limit, until)) {
    await nextEvent(steered)
    if (steered.session.isPlaying === false && isIdle(steered.session)) until = Math.min(until, clock.now() + lineMs)
    if (steered.session.words !== words) {
      until = clock.now() + spokenMs(steered.session.words.slice(words.length), speed) + spokenMarginMs
      words = steered.session.words
    }
    if (steered.session.isResponding) until = Math.max(until, clock.now() + unheardMs)
  }
}
