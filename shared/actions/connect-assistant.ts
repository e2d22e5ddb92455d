import type { Assistant } from '../domain/assistants/assistant.ts'
import type { Call, CallDetail } from '../domain/calls/call.ts'
import type { Report } from '../domain/calls/call-life.ts'
import { type CallRef, type TurnRef, writeCallRef } from '../domain/calls/call-ref.ts'
import type { Clock, Random } from '../domain/clock.ts'
import { dialledAddress } from '../domain/conversations/realtime.ts'
import { greetingOf } from '../domain/conversations/script.ts'
import { farewellSeconds, newTalk, newTicket, openingSeconds, type Talk } from '../domain/conversations/talk.ts'
import type { Log } from '../domain/log.ts'
import { languageById } from '../domain/reference/languages.ts'
import { phrasesFor } from '../domain/reference/phrases.ts'
import type { Voice } from '../domain/reference/voices.ts'
import { connectAssistant } from '../providers/twilio/relay-twiml.ts'
import { dialSip, sayAndHangUp } from '../providers/twilio/twiml.ts'

/** What bringing an answered call and its assistant together touches; the functions hand over exactly these. */
export interface AnsweringParts {
  /** Folds evidence into the call: an incoming one and an outgoing one take different rights. */
  report(ref: CallRef, report: Report, now: number): Promise<unknown>
  conversations: { begin(talk: Talk): Promise<Talk> }
  callbacks: { url(path: string): string; socketUrl(): string }
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

/** Begins the talk of a call, or finds the one that has begun; in a pipeline, somebody looks whether its socket comes. */
export const beginTalk = async (
  { conversations, watchSilenceQueue, clock, random }: Omit<AnsweringParts, 'report' | 'callbacks' | 'realtime'>,
  { ref, call, carrier_sid, assistant, detail }: Answered,
): Promise<Talk> => {
  const now = clock.now()
  const { max_duration_seconds: limitSeconds } = call
  const talk = await conversations.begin(
    newTalk(
      {
        ...ref,
        assistant_id: assistant.id,
        carrier_sid,
        ticket: newTicket(random),
        greeting: greetingOf(assistant, detail),
        ends_at: now + (limitSeconds - farewellSeconds(limitSeconds)) * 1000,
      },
      now,
    ),
  )
  if (assistant.mode === 'pipeline')
    await watchSilenceQueue.nudge({ ...ref, turn: talk.turn, about: 'opening' }, openingSeconds)
  return talk
}

interface Begun {
  talk: Talk
  assistant: Assistant
  voice: Voice
  startsRecording?: boolean
}

/**
 * The TwiML that lets the two talk: through our relay, or with a realtime model that the carrier dials. Where nobody has set up
 * the latter, the caller hears an apology, and the log says what is missing.
 */
export const letTalk = async (
  { report, callbacks, realtime, clock }: Omit<AnsweringParts, 'conversations' | 'watchSilenceQueue' | 'random'>,
  { talk, assistant, voice, startsRecording }: Begun,
  log: Log,
): Promise<string> => {
  const { user_id, call_id, ticket = '', session_id } = talk
  const ref = { user_id, call_id }
  const greeting = session_id ? '' : talk.greeting
  const { url: urlOf } = callbacks
  if (assistant.mode === 'pipeline') {
    const socketUrl = callbacks.socketUrl()
    return connectAssistant({ assistant, voice, ref, ticket, greeting, startsRecording, urlOf, socketUrl })
  }
  const language = languageById(assistant.language_id)
  const spoken = language?.relay_code ?? 'en-US'
  const { address, missing } = await realtime.address()
  if (!address) {
    log.error('a multimodal call found no realtime model: the secret MODEL lacks its keys', { ...ref, missing })
    await report(ref, { ended_by: 'assistant' }, clock.now())
    return sayAndHangUp(phrasesFor(language?.iso_2).apology, spoken)
  }
  const call = writeCallRef(ref)
  return dialSip({
    address: dialledAddress(address, ref, ticket),
    greeting,
    language: spoken,
    limitSeconds: assistant.max_duration,
    action: urlOf(`/carrier/calls/${call}/session`),
    recordTo: startsRecording ? urlOf(`/carrier/calls/${call}/recording`) : undefined,
  })
}
