import type { Assistant } from '../../domain/assistants/assistant.ts'
import { draftVersion } from '../../domain/assistants/assistant-version.ts'
import { isCanary } from '../../domain/assistants/rollout.ts'
import type { Call, CallDetail } from '../../domain/calls/call.ts'
import type { Report } from '../../domain/calls/call-life.ts'
import type { CallRef, TurnRef } from '../../domain/calls/call-ref.ts'
import { type Instruction, sayPhrase } from '../../domain/calls/instruction.ts'
import { newTicket, pickUp, readmit } from '../../domain/conversations/channel.ts'
import { disclosureOf } from '../../domain/conversations/disclosure.ts'
import { dialledAddress } from '../../domain/conversations/realtime.ts'
import { greetingOf } from '../../domain/conversations/script.ts'
import { firstCheckMs } from '../../domain/conversations/silence-checks.ts'
import { speechSpeedOf } from '../../domain/conversations/speaking-time.ts'
import {
  type Change,
  farewellSeconds,
  isOver,
  isWithoutSocket,
  newModelSession,
  newTalk,
  sessionOf,
  type Talk,
  versionIn,
  wasReached,
} from '../../domain/conversations/talk.ts'
import { languageById } from '../../domain/reference/languages.ts'
import { phrasesFor } from '../../domain/reference/phrases.ts'
import { type Voice, voiceFor } from '../../domain/reference/voices.ts'
import type { Clock, Random } from '../../words/clock.ts'
import type { Log } from '../../words/log.ts'
import { sendSilenceCheck } from '../turns/send-silence-check.ts'

export interface AnsweringParts {
  /** Injected, because incoming and outgoing calls need different permissions. */
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

interface PickingUpParts extends Pick<AnsweringParts, 'clock' | 'watchSilenceQueue'> {
  assistants: { find(user_id: number, id: number, version?: number): Promise<Assistant | undefined> }
  conversations: {
    find(ref: CallRef): Promise<Talk | undefined>
    change(ref: CallRef, step: (talk: Talk) => Change, known: Talk): Promise<Change | undefined>
  }
  voices: { find(user_id: number, id: number): Promise<Voice | undefined> }
}

interface Answered {
  ref: CallRef
  call: Pick<Call, 'max_duration_seconds' | 'records' | 'announces'>
  carrier_sid: string
  assistant: Assistant
  detail: CallDetail | undefined
}

const talkFor = ({ random }: { random: Random }, answered: Answered, now: number): Talk => {
  const { ref, call, carrier_sid, assistant, detail } = answered
  const { max_duration_seconds: limitSeconds } = call
  const notice = noticeFor(answered, now)
  return newTalk(
    {
      ...ref,
      assistant_id: assistant.id,
      ...(isLive(assistant) ? {} : { assistant_version: assistant.version }),
      carrier_sid,
      ticket: newTicket(random),
      greeting: greetingOf(assistant, detail, now),
      ...(notice && { notice }),
      speech_speed: speechSpeedOf(assistant),
      channel: assistant.mode === 'pipeline' ? { type: 'expected', is_first: true, look_at: 0 } : newModelSession(),
      phase: {
        type: 'ringing',
        voice_id: assistant.voice_id,
        ends_after_ms: (limitSeconds - farewellSeconds(limitSeconds)) * 1000,
        look_after_ms: firstCheckMs(assistant),
      },
    },
    now,
  )
}

const isLive = (assistant: Assistant): boolean => !isCanary(assistant) && assistant.version !== draftVersion

const noticeFor = ({ call: { announces, records }, assistant, detail }: Answered, now: number): Talk['notice'] =>
  announces.length === 0
    ? undefined
    : {
        text: disclosureOf(assistant, detail, announces, now),
        ...(records && announces.includes('recording') && { records: true }),
      }

/**
 * Prepares the conversation while the phone rings. Idempotent. Has no effect after the call was
 * answered.
 */
export const prepareTalk = async (
  parts: Pick<AnsweringParts, 'clock' | 'random'> & { conversations: Pick<AnsweringParts['conversations'], 'begin'> },
  answered: Answered,
): Promise<void> => {
  await parts.conversations.begin(talkFor(parts, answered, parts.clock.now()))
}

interface Prepared {
  talk: Talk
  assistant: Assistant
  voice: Voice
}

export const openPrepared = async (parts: PickingUpParts, ref: CallRef): Promise<Prepared | undefined> => {
  const { conversations, assistants, voices, clock } = parts
  const known = await conversations.find(ref)
  if (known?.phase.type !== 'ringing') return undefined
  const now = clock.now()
  const [picked, assistant, voice] = await Promise.all([
    conversations.change(ref, (talk) => pickUp(talk, now), known),
    assistants.find(ref.user_id, known.assistant_id, versionIn(known)),
    voices.find(ref.user_id, known.phase.voice_id),
    startChecks(parts, pickUp(known, now).talk, now),
  ])
  if (!picked || !assistant || voice?.id !== assistant.voice_id) return undefined
  return { talk: picked.talk, assistant, voice }
}

export const openTalk = async (
  parts: Omit<AnsweringParts, 'report' | 'realtime'>,
  answered: Answered,
): Promise<Talk> => {
  const { conversations, clock } = parts
  const now = clock.now()
  const begun = await conversations.begin(pickUp(talkFor(parts, answered, now), now).talk)
  const picked =
    begun.phase.type === 'ringing' && (await conversations.change(answered.ref, (talk) => pickUp(talk, now)))
  const talk = await withTicket(parts, picked ? picked.talk : begun)
  await startChecks(parts, talk, now)
  return talk
}

const startChecks = async (
  { watchSilenceQueue }: Pick<AnsweringParts, 'watchSilenceQueue'>,
  talk: Talk,
  now: number,
): Promise<void> => {
  if (!isWithoutSocket(talk)) await sendSilenceCheck({ watchSilenceQueue }, talk, now)
}

export const withTicket = async (
  {
    conversations,
    random,
  }: Pick<AnsweringParts, 'random'> & {
    conversations: Pick<AnsweringParts['conversations'], 'change'>
  },
  talk: Talk,
): Promise<Talk> => {
  if (isOver(talk) || talk.ticket) return talk
  const { user_id, call_id } = talk
  const ticket = newTicket(random)
  const readmitted = await conversations.change({ user_id, call_id }, (current) => readmit(current, ticket))
  return readmitted?.talk ?? talk
}

interface ConnectingParts extends Pick<AnsweringParts, 'report' | 'realtime' | 'clock'> {
  conversations: Pick<AnsweringParts['conversations'], 'change'>
}

interface Opened {
  talk: Talk
  assistant: Assistant
  voice: Voice
  startsRecording?: boolean
  limitSeconds?: number
  legs?: number | undefined
  greeting?: string
  digits?: string | undefined
}

/** Without the realtime model's keys, the caller hears an apology. */
export const connectAssistant = async (
  { report, conversations, realtime, clock }: ConnectingParts,
  { talk, assistant, voice, startsRecording, limitSeconds = assistant.max_duration, legs, ...played }: Opened,
  log: Log,
): Promise<Instruction> => {
  const { user_id, call_id, ticket = '', remarks } = talk
  const ref = { user_id, call_id }
  const session = sessionOf(talk)
  const isBack = remarks.length > 0
  const greeting = wasReached(talk) || isBack ? '' : talk.greeting
  const spoken = noticeBefore(talk, startsRecording)
  if (assistant.mode === 'pipeline') {
    const language = languageById(assistant.language_id)
    const speaks = language ? voiceFor(voice, language) : voice
    if (speaks !== voice)
      log.warn('another voice is used: the chosen one does not speak the language', {
        ...ref,
        assistant_id: assistant.id,
        voice_id: voice.id,
        stands_in: speaks.id,
      })
    return { step: 'connect', ref, assistant, voice, ticket, greeting, ...spoken }
  }
  const { address, missing } = await realtime.address()
  if (!address) {
    log.error('no realtime model for a multimodal call: the secret MODEL lacks its keys', { ...ref, missing })
    await conversations.change(ref, (current) => ({ talk: { ...current, said: '' }, settled: [] }))
    await report(ref, { ended_by: 'assistant', cause: 'model_failed' }, clock.now())
    return sayPhrase('apology', assistant)
  }
  const language = languageById(assistant.language_id)
  return {
    step: 'dial',
    ref,
    address: dialledAddress(address, ref, ticket),
    digits: played.digits,
    greeting: played.greeting ?? (isBack ? phrasesFor(language?.iso_2).notReached : greeting),
    language,
    limitSeconds,
    transcribes: session?.words.length === 0,
    ...spoken,
    legs,
    reconnections: session?.anew?.count,
  }
}

/**
 * Returns the notice to speak first. If the notice announces a recording, the first playback starts
 * the recording. A repeated playback does not.
 */
const noticeBefore = (
  talk: Talk,
  startsRecording: boolean | undefined,
): { notice?: string; startsRecording?: boolean } => {
  const { notice, remarks, resumes } = talk
  const isBack = remarks.length > 0 || sessionOf(talk)?.anew !== undefined
  if (!notice || notice.heard_at !== undefined || wasReached(talk) || isBack) return { startsRecording }
  return { notice: notice.text, startsRecording: notice.records ? resumes === 0 : startsRecording }
}
