import type { CallRef } from '../calls/call-ref.ts'

/**
 * The talk of a call, as pure decisions. Frames of one talk reach many functions at once and in any
 * order, so everything that changes stands in one small item, every change is conditional on the
 * one it was made from, and a counter says whose words may still be spoken. The item holds only the
 * exchange under way (what the customer said, and what the assistant has said to it); a finished
 * exchange becomes utterances of their own. So turn 200 costs what turn 5 cost.
 */
export interface Talk extends CallRef {
  assistant_id: number
  /** The first assistant. */
  first_id: number
  /** Canary or draft version of the first assistant; absent: live. */
  assistant_version?: number
  carrier_sid: string
  /** Secret that the next socket or session must present once. */
  ticket?: string
  channel: Channel
  phase: Phase
  /** Replaced sockets. */
  resumes: number
  /** Spoken by the carrier at the connection; empty when the customer speaks first. */
  greeting: string
  /** Spoken before the conversation, if any. */
  notice?: SpokenNotice
  /** 1 is usual. */
  speech_speed: number

  /** Grows with everything that makes current speech stale. */
  turn: number
  /** Unanswered words of the customer. */
  heard: HeardWords[]
  /** The assistant's words in this exchange, cut to those heard. */
  said: string
  said_at: number
  /** Milliseconds from the customer's last words to the answer's first. */
  latency_ms?: number
  /** The part of it in which the model was awaited. */
  model_ms?: number
  /** Tools with known outcomes. */
  used: number
  /** The user's words to say next, and whether the assistant then continues. */
  aside?: { text: string; goes_on: boolean }
  /** Latest requests for it, for repeated ones. */
  asked_by: number[]
  /** True when the turn is complete. */
  finished: boolean
  /** Turn whose exchange is stored already; settling it costs no more writes. */
  kept?: number
  /** Unheard words after an interruption; `unsaid`: the same after the customer explained it. */
  unheard: string
  unsaid: string
  /** A function works on the turn until then; later it counts as crashed. */
  busy_until: number
  /** Start of the silence. */
  quiet_since: number
  /** Times that a silent customer was asked. */
  engaged: number
  /** Pressed keys that are not passed on yet. */
  keypad?: Keypad
  /** A planned transfer. */
  transfer?: Transfer
  /** Outcomes of failed transfers. */
  remarks: Remark[]

  /** Latest handled frames, for repeated ones. */
  frames: string[]
  /** Settled utterances, and the assistant's last one. */
  utterances: number
  last_said?: { place: number; text: string; at: number }
  revision: number
}

/** The connection to the customer. A talk stays with sockets or with realtime models. */
export type Channel = AwaitedSocket | BoundSocket | ModelSession | Away

/** The carrier knows where to connect; no socket is bound. */
export interface AwaitedSocket {
  type: 'expected'
  /** The next socket is the first and brings the greeting. */
  is_first: boolean
  /** Time of the next valid check; 0 while the phone rings. */
  look_at: number
}

export interface BoundSocket {
  type: 'socket'
  connection_id: string
  /** The carrier's session. */
  session_id: string
  look_at: number
  /** When a check found that API Gateway did not know the socket. */
  missed_at?: number
}

/** A realtime model holds the talk. */
export interface ModelSession {
  type: 'realtime'
  /** The vendor's session, once admitted. */
  session_id?: string
  /** Hashes of keys that open its tools. */
  tool_keys: string[]
  /** When the model last began to speak about tool answers; 0 before. */
  answered_at: number
  /** Words of the carrier's transcription. */
  words: Transcription[]
  /** A repeated dial of the model. */
  anew?: Anew
}

/** A transfer: no assistant hears the call. */
export interface Away {
  type: 'away'
  transfer: Transfer
  /** Channel after a failed transfer. */
  back: AwaitedSocket | ModelSession
}

export type Phase = RingingTalk | Talking | Leaving | { type: 'over' }

export interface RingingTalk {
  type: 'ringing'
  voice_id: number
  ends_after_ms: number
  /** Pause before the first check for the socket. */
  look_after_ms: number
}

export interface Talking {
  type: 'talking'
  /** Time of the farewell before the call's limit. */
  ends_at: number
  /** The customer opted out by key, so the assistant takes leave. */
  opted_out: boolean
}

/** The talk ends after the last words. */
export interface Leaving extends Omit<Talking, 'type'> {
  type: 'leaving'
  reason: Ending
}

/** Spoken before the conversation; a caller who reaches it heard all. */
export interface SpokenNotice {
  text: string
  /** The recording begins after it. */
  records?: true
  /** Epoch milliseconds. */
  heard_at?: number
}

/** Words of a leg; its facts are in the call. */
export interface Transfer {
  /** Number of the leg, from 1. */
  place: number
  /** For the callee before the decision. */
  briefing?: string
  /** For the callee after acceptance. */
  connected?: string
  /** E.164; by default the call's number. */
  caller_id?: string
  /** Spoken by the carrier before the dial, where no socket can. */
  words?: string
}

/** An event on the line, for the model only, before that position. */
export interface Remark {
  place: number
  /** The failed leg. */
  leg: number
  text: string
  at: number
}

/** Collected keys. They reach the model together, after the stop key or a pause. */
export interface Keypad {
  digits: string
  /** The last key, and when no further key is expected; epoch milliseconds. */
  at: number
  due_at: number
}

/**
 * A repeated dial of a realtime model, for another assistant or after keys that the carrier plays
 * first.
 */
export interface Anew extends Played {
  /** Number of attempts. */
  count: number
  /** Planned; the carrier has not asked yet. */
  is_due?: true
  /** When the carrier was last told to ask. */
  told_at?: number
  /** The carrier's question that it answered. */
  question?: string
}

export interface Played {
  words?: string
  digits?: string
  /** The model speaks first. */
  speaks?: true
}

/** Words of one transcription. */
export interface Transcription {
  source: string
  /** Its report numbers, as ranges. */
  numbers: [first: number, last: number][]
  /** Number of its last report. */
  last?: number
  failed?: true
}

export interface HeardWords {
  text: string
  /** Arrival of its frame, epoch milliseconds. */
  at: number
}

/** After a failed `transfer` the talk may continue. */
export type Ending = 'assistant' | 'limit' | 'transfer'

/** Milliseconds of an answer. */
export interface AnswerWaits {
  /** The customer's wait. */
  latency_ms?: number
  /** The part of it in which the model was awaited. */
  model_ms?: number
}

export const waitsOf = ({ latency_ms, model_ms }: AnswerWaits): AnswerWaits => ({
  ...(latency_ms !== undefined && { latency_ms }),
  ...(model_ms !== undefined && { model_ms }),
})

/** Times are epoch milliseconds. */
export interface Utterance extends AnswerWaits {
  sender: 'bot' | 'human'
  text: string
  at: number
}

/** The talk after a change, and utterances to store. */
export interface Change {
  talk: Talk
  /** The exchange is complete and stored before the talk. */
  keeps?: true
  /** Does not change what is said next. */
  isNoted?: true
  settled: { place: number; utterance: Utterance }[]
}

/** Milliseconds without a report after which another function takes the turn. */
export const leaseMs = 20_000

/** Utterances for the model; older ones cost every turn. */
export const historyMax = 60

/** Seconds of farewell before a call's limit, fewer in a short call. */
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

/** When the announcements were heard to the end. */
export const announcedIn = (talk: Talk | undefined): { announced_at?: number } =>
  talk?.notice?.heard_at === undefined ? {} : { announced_at: talk.notice.heard_at }

export const isOver = ({ phase }: Talk): boolean => phase.type === 'over'

/** Why the talk ends after its last words, if it does. */
export const endingOf = ({ phase }: Talk): Ending | undefined => (phase.type === 'leaving' ? phase.reason : undefined)

/** Time of the farewell before the call's limit. */
export const endsAt = ({ phase }: Talk): number =>
  phase.type === 'talking' || phase.type === 'leaving' ? phase.ends_at : Number.POSITIVE_INFINITY

export const isOptedOut = ({ phase }: Talk): boolean =>
  (phase.type === 'talking' || phase.type === 'leaving') && phase.opted_out

/** No effect before the talk or after its end. */
export const leaving = (phase: Phase, reason: Ending): Phase =>
  phase.type === 'talking' || phase.type === 'leaving' ? { ...phase, type: 'leaving', reason } : phase

/** Cancels the end. */
export const staying = (phase: Phase): Phase => {
  if (phase.type !== 'leaving') return phase
  const { reason: _reason, ...talking } = phase
  return { ...talking, type: 'talking' }
}

export const connectionOf = ({ channel }: Talk): string | undefined =>
  channel.type === 'socket' ? channel.connection_id : undefined

/** The realtime session that holds the talk, now or after a transfer. */
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

/** A planned or running transfer. */
export const transferOf = ({ channel, transfer }: Talk): Transfer | undefined =>
  channel.type === 'away' ? channel.transfer : transfer

/** True when a socket or session has carried the talk. */
export const wasReached = ({ channel }: Pick<Talk, 'channel'>): boolean => {
  const own = channel.type === 'away' ? channel.back : channel
  if (own.type === 'expected') return !own.is_first
  return own.type === 'socket' || own.session_id !== undefined
}

/** The channel after a lost socket. */
export const withoutSocket = (channel: Channel): AwaitedSocket | ModelSession => {
  if (channel.type === 'away') return channel.back
  return channel.type === 'socket' ? { type: 'expected', is_first: false, look_at: channel.look_at } : channel
}

/** Version of the talk's assistant; undefined for one that the call was passed to. */
export const versionIn = ({
  assistant_id,
  first_id,
  assistant_version,
}: Pick<Talk, 'assistant_id' | 'first_id' | 'assistant_version'>): number | undefined =>
  assistant_id === first_id ? assistant_version : undefined
