import type { Assistant } from '../domain/assistants/assistant.ts'
import type { Call, CallDetail } from '../domain/calls/call.ts'
import type { Report } from '../domain/calls/call-life.ts'
import type { CallRef, TurnRef } from '../domain/calls/call-ref.ts'
import { type Instruction, sayPhrase } from '../domain/calls/instruction.ts'
import type { Clock, Random } from '../domain/clock.ts'
import { firstLookAt, lookOf } from '../domain/conversations/looks.ts'
import { dialledAddress } from '../domain/conversations/realtime.ts'
import { greetingOf } from '../domain/conversations/script.ts'
import { speechSpeedOf } from '../domain/conversations/speaking-time.ts'
import { type Change, farewellSeconds, newTalk, newTicket, readmit, type Talk } from '../domain/conversations/talk.ts'
import type { Log } from '../domain/log.ts'
import { languageById } from '../domain/reference/languages.ts'
import { type Voice, voiceFor } from '../domain/reference/voices.ts'

/** What bringing an answered call and its assistant together touches; the functions hand over exactly these. */
export interface AnsweringParts {
  /** Folds evidence into the call: an incoming one and an outgoing one take different rights. */
  report(ref: CallRef, report: Report, now: number): Promise<unknown>
  conversations: {
    begin(talk: Talk): Promise<Talk>
    change(ref: CallRef, step: (talk: Talk) => Change): Promise<Change | undefined>
  }
  realtime: { address(): Promise<{ address: string; missing?: never } | { address?: never; missing: string[] }> }
  watchSilenceQueue: { nudge(ref: TurnRef, delaySeconds: number): Promise<void> }
  clock: Clock
  random: Random
}

interface Answered {
  ref: CallRef
  call: Pick<Call, 'max_duration_seconds'>
  carrier_sid: string
  assistant: Assistant
  detail: CallDetail | undefined
}

/** Opens the talk of a call, or finds the one that is open; in a pipeline, a worker looks whether its socket comes. */
export const openTalk = async (
  parts: Omit<AnsweringParts, 'report' | 'realtime'>,
  { ref, call, carrier_sid, assistant, detail }: Answered,
): Promise<Talk> => {
  const { conversations, watchSilenceQueue, clock, random } = parts
  const now = clock.now()
  const { max_duration_seconds: limitSeconds } = call
  const begun = await conversations.begin(
    newTalk(
      {
        ...ref,
        assistant_id: assistant.id,
        carrier_sid,
        ticket: newTicket(random),
        greeting: greetingOf(assistant, detail),
        speech_speed: speechSpeedOf(assistant),
        ends_at: now + (limitSeconds - farewellSeconds(limitSeconds)) * 1000,
        look_at: assistant.mode === 'pipeline' ? firstLookAt(assistant, now) : undefined,
      },
      now,
    ),
  )
  const talk = await withTicket(parts, begun)
  if (talk.look_at !== undefined) await watchSilenceQueue.nudge(lookOf(talk), (talk.look_at - now) / 1000)
  return talk
}

/** The talk with a ticket for the socket that comes next, unless it is over. */
export const withTicket = async (
  { conversations, random }: Pick<AnsweringParts, 'conversations' | 'random'>,
  talk: Talk,
): Promise<Talk> => {
  if (talk.over || talk.ticket) return talk
  const { user_id, call_id } = talk
  const ticket = newTicket(random)
  const readmitted = await conversations.change({ user_id, call_id }, (current) => readmit(current, ticket))
  return readmitted?.talk ?? talk
}

interface Opened {
  talk: Talk
  assistant: Assistant
  voice: Voice
  startsRecording?: boolean
}

/**
 * Brings the two together: the carrier hears and speaks for the assistant, or dials a realtime model that does it all. Without
 * the latter's keys the caller hears an apology, and the log says what is missing.
 */
export const connectAssistant = async (
  { report, realtime, clock }: Pick<AnsweringParts, 'report' | 'realtime' | 'clock'>,
  { talk, assistant, voice, startsRecording }: Opened,
  log: Log,
): Promise<Instruction> => {
  const { user_id, call_id, ticket = '', session_id } = talk
  const ref = { user_id, call_id }
  const greeting = session_id ? '' : talk.greeting
  if (assistant.mode === 'pipeline') {
    const language = languageById(assistant.language_id)
    const speaks = language ? voiceFor(voice, language) : voice
    if (speaks !== voice)
      log.warn('another voice stands in: the chosen one does not speak the language', {
        ...ref,
        assistant_id: assistant.id,
        voice_id: voice.id,
        stands_in: speaks.id,
      })
    return { step: 'connect', ref, assistant, voice, ticket, greeting, startsRecording }
  }
  const { address, missing } = await realtime.address()
  if (!address) {
    log.error('a multimodal call found no realtime model: the secret MODEL lacks its keys', { ...ref, missing })
    await report(ref, { ended_by: 'assistant' }, clock.now())
    return sayPhrase('apology', assistant)
  }
  return {
    step: 'dial',
    ref,
    address: dialledAddress(address, ref, ticket),
    greeting,
    language: languageById(assistant.language_id),
    limitSeconds: assistant.max_duration,
    startsRecording,
  }
}
