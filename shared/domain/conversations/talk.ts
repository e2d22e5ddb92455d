import type { CallRef } from '../calls/call-ref.ts'

/**
 * The talk of a call, as pure decisions. Frames of one talk reach many functions at once and in any order, so everything that
 * changes stands in one small item, every change is conditional on the one it was made from, and a counter says whose words may
 * still be spoken. The item holds only the exchange under way (what the customer said, and what the assistant has said to
 * it); a finished exchange becomes utterances of their own. So turn 200 costs what turn 5 cost.
 */
export interface Talk extends CallRef {
  assistant_id: number
  /** Whose it was before it was passed on. */
  first_id?: number
  carrier_sid: string
  /** What the next socket must present, once. */
  ticket?: string
  /** The socket that talks, and the carrier's session behind it. */
  connection_id?: string
  session_id?: string
  /** The socket that API Gateway did not know at a look, and when. */
  missed?: { connection_id: string; at: number }
  /** How often a lost socket was replaced. */
  resumes: number
  /** Spoken by the carrier as soon as it is connected; empty when the customer speaks first. */
  greeting: string
  /** Spoken before the conversation is reached; absent where nothing is. */
  notice?: SpokenNotice
  /** How fast the assistant speaks. */
  speech_speed?: number

  /** Grows with everything that makes what is being said stale. */
  turn: number
  /** What the customer said and the assistant has not answered yet. */
  heard: HeardWords[]
  /** What the assistant has said in this exchange, cut to what was heard when it was interrupted. */
  said: string
  said_at: number
  /** From the customer's last words to the first ones of the answer. */
  latency_ms?: number
  /** Of how many tools it is known what came of them. */
  used?: number
  /** What its user wants the assistant to say next, and whether it then goes on with what it was at. */
  aside?: { text: string; goes_on: boolean }
  /** The requests for that which came last, for those that are run again. */
  asked_by?: number[]
  /** Nothing more will be said in this turn. */
  finished: boolean
  /** The turn at whose end, or with whose greeting, the exchange was kept under its places. While that turn is the current one, to settle it takes no more writes. */
  kept?: number
  /** What an interruption kept from being heard; and the same, once the customer has said why they cut in. */
  unheard?: string
  unsaid?: string
  /** Until then a function is at work on this turn; later it counts as abandoned. */
  busy_until: number
  /** When the line went quiet: the customer's words, or the end of the assistant's. */
  quiet_since: number
  /** How often the customer was asked whether they are still there, since they last spoke. */
  engaged: number
  /** When the look at it that counts comes; absent where no socket of ours hears it, and in talks older than that. */
  look_at?: number
  /** Past it, the assistant takes its leave, because the call's limit is near. */
  ends_at?: number
  /** While the phone rings: what counts from its answer on. */
  prepared?: Preparation
  /** What was pressed and not told yet, of an assistant that collects keys. */
  keypad?: Keypad
  /** The assistant ends the talk once its last words are spoken. */
  ending?: Ending
  /** The customer pressed the opt-out key: whatever is said, the assistant takes its leave. */
  leaving?: true
  /** The call is being put through to another phone. */
  transfer?: Transfer
  /** What became of those that came to nothing. */
  remarks?: Remark[]
  /** The realtime model that holds it was dialled anew, or shall be. */
  anew?: Anew
  /** Nothing is said any more. */
  over?: boolean

  /** What opens its tools to the vendor of the realtime model that holds it: hashes of keys. */
  tool_keys?: string[]
  /** When such a model last began to speak about what its tools had answered. */
  answered_at?: number
  /** What the carrier's transcription has told of it; absent in talks that are heard on a socket of ours, and in older ones. */
  words?: Transcription[]

  /** The frames that were acted on last, for those that come twice. */
  frames: string[]
  /** How many utterances are settled, and which of them the assistant said last. */
  utterances: number
  last_said?: { place: number; text: string; at: number }
  revision: number
}

/** What the carrier says by itself before it goes on to the conversation: a call that reaches that has heard it to its end. */
export interface SpokenNotice {
  text: string
  /** The recording begins behind it. */
  records?: true
  /** Epoch milliseconds. */
  heard_at?: number
}

export interface Preparation {
  voice_id: number
  ends_after_ms: number
  /** Its first look; none for a talk that another party holds. */
  look_after_ms?: number
}

/** The words of a leg; its facts stand with the call. */
export interface Transfer {
  /** Which of the call's legs it is, from 1. */
  place: number
  /** What the callee hears before they decide. */
  briefing?: string
  /** What they hear once they have. */
  connected?: string
  /** E.164; the number of the call where it is not said. */
  caller_id?: string
  /** Spoken by the carrier before it dials, where no socket of ours can. */
  words?: string
  /** The carrier has the call, and no assistant hears it. */
  is_away?: true
}

/** What happened on the line. Only the model is told, before what was said at that place. */
export interface Remark {
  place: number
  /** The leg that came to nothing. */
  leg: number
  text: string
  at: number
}

/**
 * Keys that an assistant collects: they reach the model together, once the stop key was pressed or none came for a while. What is pressed so
 * far stands in the talk, and whichever function comes once its time is over tells it.
 */
export interface Keypad {
  digits: string
  /** When the last one came, and when they are all unless another one comes; epoch milliseconds. */
  at: number
  due_at: number
}

/**
 * A talk that a realtime model holds gets another session of a model: for another assistant, or behind keys that the carrier presses. No
 * socket of ours could do either, so the carrier is told to dial again, and plays something before it does.
 */
export interface Anew extends Played {
  /** How often it was. */
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

/** What one transcription of a talk has told. */
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
  /** Of an answer: how long the customer waited for it. */
  latency_ms?: number
}

/** What a change leaves behind: the talk, and utterances to store under their places. */
export interface Change {
  talk: Talk
  /** The exchange under way is whole unless it is cut: it is kept under its places before the talk is written. */
  keeps?: true
  /** It changes nothing about what is said next. */
  isNoted?: true
  settled: { place: number; utterance: Utterance }[]
}

/** How long a turn may be silent about itself before another function takes it over. */
export const leaseMs = 20_000

/** What the model is told of a talk, at most; older words cost every turn and change no answer. */
export const historyMax = 60

/** Time for the farewell before a call's limit: a sentence for each side, and less in a short call. */
export const farewellSeconds = (limitSeconds: number): number => Math.min(15, limitSeconds / 4)

export const newTalk = (
  fresh: Pick<
    Talk,
    | 'user_id'
    | 'call_id'
    | 'assistant_id'
    | 'carrier_sid'
    | 'ticket'
    | 'greeting'
    | 'notice'
    | 'speech_speed'
    | 'prepared'
    | 'ends_at'
    | 'look_at'
    | 'words'
  >,
  now: number,
): Talk => ({
  ...fresh,
  resumes: 0,
  turn: 0,
  heard: [],
  said: '',
  said_at: now,
  finished: true,
  busy_until: 0,
  quiet_since: now,
  engaged: 0,
  frames: [],
  utterances: 0,
  revision: 1,
})

export const unchanged = (talk: Talk): Change => ({ talk, settled: [] })

/** When what the call announces had been spoken to its end, as its detail keeps it. */
export const announcedIn = (talk: Talk | undefined): { announced_at?: number } =>
  talk?.notice?.heard_at === undefined ? {} : { announced_at: talk.notice.heard_at }

/** A realtime model holds it: no socket of ours hears or speaks. */
export const isWithoutSocket = ({ connection_id, look_at, prepared }: Talk): boolean =>
  connection_id === undefined && look_at === undefined && prepared?.look_after_ms === undefined
