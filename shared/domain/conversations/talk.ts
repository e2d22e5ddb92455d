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
  /** The assistant that began the talk. */
  first_id: number
  /** The canary that the first assistant speaks with. Absent: the live version. */
  assistant_version?: number
  carrier_sid: string
  /** The secret that the next socket or session must present, once. */
  ticket?: string
  channel: Channel
  phase: Phase
  /** Number of times that a lost socket was replaced. */
  resumes: number
  /** Spoken by the carrier as soon as it is connected; empty when the customer speaks first. */
  greeting: string
  /** Spoken before the conversation is reached; absent where nothing is. */
  notice?: SpokenNotice
  /** Speed of the assistant's speech; 1 is usual. */
  speech_speed: number

  /** Grows with everything that makes what is being said stale. */
  turn: number
  /** The customer's words that the assistant has not answered yet. */
  heard: HeardWords[]
  /**
   * The assistant's words in this exchange, cut to those that were heard when it was interrupted.
   */
  said: string
  said_at: number
  /** From the customer's last words to the first ones of the answer. */
  latency_ms?: number
  /** Number of tools whose outcome is known. */
  used: number
  /** Words that the user wants said next, and whether the assistant then continues its own. */
  aside?: { text: string; goes_on: boolean }
  /** The requests for that which came last, for those that are run again. */
  asked_by: number[]
  /** Nothing more will be said in this turn. */
  finished: boolean
  /**
   * The turn at whose end, or with whose greeting, the exchange was kept under its places. While
   * that turn is the current one, to settle it takes no more writes.
   */
  kept?: number
  /**
   * Words that an interruption kept from being heard; `unsaid`: the same after the customer has
   * said why they interrupted. Empty when nothing is left.
   */
  unheard: string
  unsaid: string
  /** Until then a function is at work on this turn; later it counts as abandoned. */
  busy_until: number
  /** When the line went quiet: the customer's words, or the end of the assistant's. */
  quiet_since: number
  /**
   * Number of times that the customer was asked whether they are still there, since they last
   * spoke.
   */
  engaged: number
  /** Keys that were pressed and not passed to the model yet, of an assistant that collects keys. */
  keypad?: Keypad
  /** The call is about to be put through to another phone. */
  transfer?: Transfer
  /** Outcomes of the failed ones. */
  remarks: Remark[]

  /** The frames that were acted on last, for those that come twice. */
  frames: string[]
  /** Number of settled utterances, and the assistant's last one. */
  utterances: number
  last_said?: { place: number; text: string; at: number }
  revision: number
}

/**
 * The connection that hears and speaks to the customer. A talk of sockets stays one, and so does a
 * talk of realtime models.
 */
export type Channel = AwaitedSocket | BoundSocket | ModelSession | Away

/** No socket is bound: the carrier was told where to connect. */
export interface AwaitedSocket {
  type: 'expected'
  /** No socket was bound yet: the next one brings the greeting. */
  is_first: boolean
  /** Time of the next look that counts; 0 while the phone rings. */
  look_at: number
}

/** A socket of ours carries the talk. */
export interface BoundSocket {
  type: 'socket'
  connection_id: string
  /** The carrier's session that opened it. */
  session_id: string
  look_at: number
  /** When a look found that API Gateway did not know the socket. */
  missed_at?: number
}

/** A realtime model holds the talk: no socket of ours hears or speaks. */
export interface ModelSession {
  type: 'realtime'
  /** The vendor's session; absent until it is let in. */
  session_id?: string
  /** Hashes of the keys that open its tools to the vendor. */
  tool_keys: string[]
  /** When the model last began to speak about what its tools had answered; 0 before. */
  answered_at: number
  /** Words that the carrier's transcription has reported. */
  words: Transcription[]
  /** The model was dialled again, or will be. */
  anew?: Anew
}

/** The carrier has the call, and no assistant hears it. */
export interface Away {
  type: 'away'
  transfer: Transfer
  /** The channel on which the talk continues if the transfer comes to nothing. */
  back: AwaitedSocket | ModelSession
}

/** Phase of the talk. */
export type Phase = RingingTalk | Talking | Leaving | { type: 'over' }

/** The phone rings: what counts from its answer on. */
export interface RingingTalk {
  type: 'ringing'
  voice_id: number
  ends_after_ms: number
  /** Pause before the first look at a talk whose socket is awaited. */
  look_after_ms: number
}

export interface Talking {
  type: 'talking'
  /** Past it, the assistant takes its leave, because the call's limit is near. */
  ends_at: number
  /** The customer pressed the opt-out key: whatever is said, the assistant takes its leave. */
  opted_out: boolean
}

/** The talk ends once the last words are spoken. */
export interface Leaving extends Omit<Talking, 'type'> {
  type: 'leaving'
  reason: Ending
}

/**
 * Words that the carrier says before it starts the conversation: a call that reaches the
 * conversation has heard them to the end.
 */
export interface SpokenNotice {
  text: string
  /** The recording begins behind it. */
  records?: true
  /** Epoch milliseconds. */
  heard_at?: number
}

/** The words of a leg; its facts stand with the call. */
export interface Transfer {
  /** Number of the call's leg, from 1. */
  place: number
  /** Words for the callee before they decide. */
  briefing?: string
  /** Words for the callee after they accept. */
  connected?: string
  /** E.164; the number of the call where it is not said. */
  caller_id?: string
  /** Spoken by the carrier before it dials, where no socket of ours can. */
  words?: string
}

/** An event on the line. Only the model receives it, before the utterance at that position. */
export interface Remark {
  place: number
  /** The leg that came to nothing. */
  leg: number
  text: string
  at: number
}

/**
 * Keys that an assistant collects: they reach the model together, once the stop key was pressed or
 * none came for a while. What is pressed so far stands in the talk, and whichever function comes
 * once its time is over tells it.
 */
export interface Keypad {
  digits: string
  /** When the last one came, and when they are all unless another one comes; epoch milliseconds. */
  at: number
  due_at: number
}

/**
 * A talk that a realtime model holds gets another session of a model: for another assistant, or
 * behind keys that the carrier presses. No socket of ours could do either, so the carrier is told
 * to dial again, and plays something before it does.
 */
export interface Anew extends Played {
  /** Number of attempts. */
  count: number
  /** Planned, and the carrier has not asked yet what to do. */
  is_due?: true
  /** When the carrier was last told to ask. */
  told_at?: number
  /** The carrier's question that was answered with it. */
  question?: string
}

export interface Played {
  words?: string
  digits?: string
  /** The model has the first word then, and not the customer. */
  speaks?: true
}

/** Words that one transcription of a talk has reported. */
export interface Transcription {
  source: string
  /** The numbers of its reports, as ranges of those that follow each other. */
  numbers: [first: number, last: number][]
  /** The number of its last report. */
  last?: number
  failed?: true
}

export interface HeardWords {
  text: string
  /** When its frame came in, epoch milliseconds. */
  at: number
}

/** `transfer`: the talk may go on, when the other phone is not reached. */
export type Ending = 'assistant' | 'limit' | 'transfer'

/** One thing that was said. Times are epoch milliseconds. */
export interface Utterance {
  sender: 'bot' | 'human'
  text: string
  at: number
  /** For an answer: milliseconds that the customer waited for it. */
  latency_ms?: number
}

/** Result of a change: the talk, and utterances to store at their positions. */
export interface Change {
  talk: Talk
  /**
   * The exchange under way is whole unless it is cut: it is kept under its places before the talk
   * is written.
   */
  keeps?: true
  /** It changes nothing about what is said next. */
  isNoted?: true
  settled: { place: number; utterance: Utterance }[]
}

/** Milliseconds that a turn may report nothing before another function takes it over. */
export const leaseMs = 20_000

/** Utterances that the model receives at most; older words cost every turn and change no answer. */
export const historyMax = 60

/**
 * Time for the farewell before a call's limit: a sentence for each side, and less in a short call.
 */
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

/** A session that no model has picked up yet. */
export const newModelSession = (): ModelSession => ({ type: 'realtime', tool_keys: [], answered_at: 0, words: [] })

export const unchanged = (talk: Talk): Change => ({ talk, settled: [] })

/** When what the call announces had been spoken to its end, as its detail keeps it. */
export const announcedIn = (talk: Talk | undefined): { announced_at?: number } =>
  talk?.notice?.heard_at === undefined ? {} : { announced_at: talk.notice.heard_at }

export const isOver = ({ phase }: Talk): boolean => phase.type === 'over'

/** Why the talk ends once its last words are spoken; undefined while it shall go on. */
export const endingOf = ({ phase }: Talk): Ending | undefined => (phase.type === 'leaving' ? phase.reason : undefined)

/** When the assistant takes its leave because the call's limit is near. */
export const endsAt = ({ phase }: Talk): number =>
  phase.type === 'talking' || phase.type === 'leaving' ? phase.ends_at : Number.POSITIVE_INFINITY

export const isOptedOut = ({ phase }: Talk): boolean =>
  (phase.type === 'talking' || phase.type === 'leaving') && phase.opted_out

/** A talk that has not begun, or is over, has no leave to take. */
export const leaving = (phase: Phase, reason: Ending): Phase =>
  phase.type === 'talking' || phase.type === 'leaving' ? { ...phase, type: 'leaving', reason } : phase

/** Takes back that the talk ends with its last words. */
export const staying = (phase: Phase): Phase => {
  if (phase.type !== 'leaving') return phase
  const { reason: _reason, ...talking } = phase
  return { ...talking, type: 'talking' }
}

/** The socket that carries the talk. */
export const connectionOf = ({ channel }: Talk): string | undefined =>
  channel.type === 'socket' ? channel.connection_id : undefined

/** The session of the realtime model that holds the talk, or will hold it again. */
export const sessionOf = ({ channel }: Talk): ModelSession | undefined => {
  const own = channel.type === 'away' ? channel.back : channel
  return own.type === 'realtime' ? own : undefined
}

export const withSession = (talk: Talk, session: ModelSession): Talk => ({
  ...talk,
  channel: talk.channel.type === 'away' ? { ...talk.channel, back: session } : session,
})

/** A realtime model holds it: no socket of ours hears or speaks. */
export const isWithoutSocket = (talk: Talk): boolean => sessionOf(talk) !== undefined

export const isAway = ({ channel }: Talk): boolean => channel.type === 'away'

/** The transfer that is planned, or under way. */
export const transferOf = ({ channel, transfer }: Talk): Transfer | undefined =>
  channel.type === 'away' ? channel.transfer : transfer

/** A socket or a session has carried the talk before. */
export const wasReached = ({ channel }: Pick<Talk, 'channel'>): boolean => {
  const own = channel.type === 'away' ? channel.back : channel
  if (own.type === 'expected') return !own.is_first
  return own.type === 'socket' || own.session_id !== undefined
}

/** The channel on which a talk continues once its socket is gone. */
export const withoutSocket = (channel: Channel): AwaitedSocket | ModelSession => {
  if (channel.type === 'away') return channel.back
  return channel.type === 'socket' ? { type: 'expected', is_first: false, look_at: channel.look_at } : channel
}

/**
 * The version that the assistant of a talk speaks with. An assistant that a call was passed on to
 * speaks with its live version: undefined.
 */
export const versionIn = ({
  assistant_id,
  first_id,
  assistant_version,
}: Pick<Talk, 'assistant_id' | 'first_id' | 'assistant_version'>): number | undefined =>
  assistant_id === first_id ? assistant_version : undefined
