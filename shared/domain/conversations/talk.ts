import type { CallRef } from '../calls/call-ref.ts'

/**
 * State of a conversation. Functions handle its frames in parallel and in any order, so each change
 * is a conditional write. The item holds only the current question and answer, to stay small.
 */
export interface Talk extends CallRef {
  assistant_id: number
  first_id: number
  /** Canary or draft version of the assistant `first_id`; absent: the live version. */
  assistant_version?: number
  carrier_sid: string
  /** The next socket or session must present this ticket once. */
  ticket?: string
  channel: Channel
  phase: Phase
  resumes: number
  /** The carrier speaks the greeting first. Empty when the customer speaks first. */
  greeting: string
  notice?: SpokenNotice
  speech_speed: number

  /** Number of the turn. It grows whenever the current speech becomes outdated. */
  turn: number
  heard: HeardWords[]
  said: string
  said_at: number
  waits: AnswerWaits
  used: number
  /** Words that the user queued. `goes_on`: the assistant then continues. */
  aside?: { text: string; goes_on: boolean }
  asked_by: number[]
  finished: boolean
  /** Number of the turn whose question and answer are stored already. */
  kept?: number
  /**
   * Part of an interrupted answer that the customer did not hear. `unsaid`: the same part, which
   * the next turn says after a short remark like “yes”.
   */
  unheard: string
  unsaid: string
  /** Time after which the function that works on the turn counts as crashed. */
  busy_until: number
  quiet_since: number
  engaged: number
  keypad?: Keypad
  transfer?: Transfer
  remarks: Remark[]

  frames: string[]
  utterances: number
  last_said?: { place: number; text: string; at: number }
  revision: number
}

/** A talk uses sockets or realtime models, never both. */
export type Channel = AwaitedSocket | BoundSocket | ModelSession | Away

export interface AwaitedSocket {
  type: 'expected'
  is_first: boolean
  /** Time of the next check; 0 while the phone rings. */
  look_at: number
}

export interface BoundSocket {
  type: 'socket'
  connection_id: string
  session_id: string
  look_at: number
  /** Time at which a check found that API Gateway did not know the socket. */
  missed_at?: number
}

export interface ModelSession {
  type: 'realtime'
  /** The vendor's session id, once we have accepted the session. */
  session_id?: string
  /** Hashes of bearer tokens that the vendor sends with tool calls. */
  tool_keys: string[]
  /** Time at which the worker last finished handling tool results; 0 before. */
  answered_at: number
  words: Transcription[]
  anew?: Reconnection
}

/** A transfer, during which no assistant hears the call. */
export interface Away {
  type: 'away'
  transfer: Transfer
  back: AwaitedSocket | ModelSession
}

export type Phase = RingingTalk | Talking | Leaving | { type: 'over' }

export interface RingingTalk {
  type: 'ringing'
  voice_id: number
  ends_after_ms: number
  look_after_ms: number
}

export interface Talking {
  type: 'talking'
  ends_at: number
  /** True when the customer opted out, so the assistant only says goodbye. */
  opted_out: boolean
}

export interface Leaving extends Omit<Talking, 'type'> {
  type: 'leaving'
  reason: Ending
}

/** A notice that the carrier speaks before the conversation begins. */
export interface SpokenNotice {
  text: string
  records?: true
  heard_at?: number
}

/** Texts and caller ID of a transfer. The call's `Leg` stores the rest. */
export interface Transfer {
  place: number
  /** The callee hears this text before accepting. */
  briefing?: string
  /** The callee hears this text after accepting. */
  connected?: string
  /** E.164. Default: the call's `assistant_phone_number`. */
  caller_id?: string
  /** Words that the carrier speaks before the dial, when no socket can speak them. */
  words?: string
}

/** A note that only the model sees, before the utterance at `place`. */
export interface Remark {
  place: number
  leg: number
  text: string
  at: number
}

/** Keys reach the model together, after the stop key or a pause. */
export interface Keypad {
  digits: string
  /** Times of the last key and of the end of the pause; epoch milliseconds. */
  at: number
  due_at: number
}

/** A repeated dial of the realtime model: for another assistant, or after playing DTMF tones. */
export interface Reconnection extends Played {
  count: number
  is_due?: true
  told_at?: number
  /** The carrier's request for instructions that was answered with this dial. */
  question?: string
}

export interface Played {
  words?: string
  digits?: string
  speaks?: true
}

export interface Transcription {
  source: string
  numbers: [first: number, last: number][]
  last?: number
  failed?: true
}

export interface HeardWords {
  text: string
  at: number
}

/** Reason for ending a talk. After a failed `transfer`, the talk can continue. */
export type Ending = 'assistant' | 'limit' | 'transfer'

export interface AnswerWaits {
  /** Milliseconds between the customer's last word and the first word of the answer. */
  latency_ms?: number
  /** The part of `latency_ms` spent waiting for the model. */
  model_ms?: number
}

export const waitsOf = ({ latency_ms, model_ms }: AnswerWaits): AnswerWaits => ({
  ...(latency_ms !== undefined && { latency_ms }),
  ...(model_ms !== undefined && { model_ms }),
})

export interface Utterance extends AnswerWaits {
  sender: 'bot' | 'human'
  text: string
  at: number
}

export interface Change {
  talk: Talk
  /** True when the current exchange is complete. The exchange is then stored before the talk. */
  keeps?: true
  isNoted?: true
  settled: { place: number; utterance: Utterance }[]
}

/** Milliseconds without progress after which another function takes over the turn. */
export const leaseMs = 20_000

/** Number of utterances that the model receives; each costs tokens in every turn. */
export const historyMax = 60

/** Seconds of farewell before the limit, fewer in a short call. */
export const farewellSeconds = (limitSeconds: number): number => Math.min(15, limitSeconds / 4)

type Begun = 'user_id' | 'call_id' | 'assistant_id' | 'carrier_sid' | 'ticket' | 'channel' | 'phase' | 'greeting'

export const newTalk = (
  fresh: Pick<Talk, Begun> & Partial<Pick<Talk, 'assistant_version' | 'notice' | 'speech_speed'>>,
  now: number,
): Talk => ({
  first_id: fresh.assistant_id,
  speech_speed: 1,
  ...fresh,
  resumes: 0,
  turn: 0,
  heard: [],
  said: '',
  said_at: now,
  waits: {},
  used: 0,
  asked_by: [],
  finished: true,
  unheard: '',
  unsaid: '',
  busy_until: 0,
  quiet_since: now,
  engaged: 0,
  remarks: [],
  frames: [],
  utterances: 0,
  revision: 1,
})

export const newModelSession = (): ModelSession => ({ type: 'realtime', tool_keys: [], answered_at: 0, words: [] })

export const unchanged = (talk: Talk): Change => ({ talk, settled: [] })

export const announcedIn = (talk: Talk | undefined): { announced_at?: number } =>
  talk?.notice?.heard_at === undefined ? {} : { announced_at: talk.notice.heard_at }

export const isOver = ({ phase }: Talk): boolean => phase.type === 'over'

export const endingOf = ({ phase }: Talk): Ending | undefined => (phase.type === 'leaving' ? phase.reason : undefined)

export const endsAt = ({ phase }: Talk): number =>
  phase.type === 'talking' || phase.type === 'leaving' ? phase.ends_at : Number.POSITIVE_INFINITY

export const isOptedOut = ({ phase }: Talk): boolean =>
  (phase.type === 'talking' || phase.type === 'leaving') && phase.opted_out

export const leaving = (phase: Phase, reason: Ending): Phase =>
  phase.type === 'talking' || phase.type === 'leaving' ? { ...phase, type: 'leaving', reason } : phase

export const staying = (phase: Phase): Phase => {
  if (phase.type !== 'leaving') return phase
  const { reason: _reason, ...talking } = phase
  return { ...talking, type: 'talking' }
}

export const connectionOf = ({ channel }: Pick<Talk, 'channel'>): string | undefined =>
  channel.type === 'socket' ? channel.connection_id : undefined

export const sessionOf = ({ channel }: Talk): ModelSession | undefined => {
  const own = channel.type === 'away' ? channel.back : channel
  return own.type === 'realtime' ? own : undefined
}

export const withSession = (talk: Talk, session: ModelSession): Talk => ({
  ...talk,
  channel: talk.channel.type === 'away' ? { ...talk.channel, back: session } : session,
})

export const isWithoutSocket = (talk: Talk): boolean => sessionOf(talk) !== undefined

export const isAway = ({ channel }: Talk): boolean => channel.type === 'away'

export const transferOf = ({ channel, transfer }: Talk): Transfer | undefined =>
  channel.type === 'away' ? channel.transfer : transfer

export const wasReached = ({ channel }: Pick<Talk, 'channel'>): boolean => {
  const own = channel.type === 'away' ? channel.back : channel
  if (own.type === 'expected') return !own.is_first
  return own.type === 'socket' || own.session_id !== undefined
}

export const withoutSocket = (channel: Channel): AwaitedSocket | ModelSession => {
  if (channel.type === 'away') return channel.back
  return channel.type === 'socket' ? { type: 'expected', is_first: false, look_at: channel.look_at } : channel
}

/** Returns the assistant's version; undefined for an assistant that took the call over. */
export const versionIn = ({
  assistant_id,
  first_id,
  assistant_version,
}: Pick<Talk, 'assistant_id' | 'first_id' | 'assistant_version'>): number | undefined =>
  assistant_id === first_id ? assistant_version : undefined
