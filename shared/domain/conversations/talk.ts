import type { Random } from '../../words/clock.ts'
import type { CallRef } from '../calls/call-ref.ts'
import type { Anew } from './anew.ts'
import type { Remark, Transfer } from './away.ts'
import type { Keypad } from './keypad.ts'
import { spokenMs } from './speaking-time.ts'
import type { Transcription } from './words.ts'

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
/** A lost socket is replaced this often, then the call ends. */
export const resumesMax = 5
/** Longer prompts are cut: no caller says as much in one breath. */
export const heardLengthMax = 4000
/** What a user wants said and was not yet: more would be said for longer than they can mean. */
const asideLengthMax = 2000
/** Unanswered prompts beyond this are settled without an answer. */
const heardMax = 10
/** More utterances than an exchange has: what was heard, with keys that were pressed before it, and the answer. */
export const exchangeMax = heardMax + 3
const framesMax = 8
const askedByMax = 4

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

const unchanged = (talk: Talk): Change => ({ talk, settled: [] })
export const isSeen = (talk: Talk, frame: string) => talk.frames.includes(frame)
export const withFrame = (talk: Talk, frame: string) => [...talk.frames, frame].slice(-framesMax)

/** The phone is picked up: the time of a talk that was prepared begins. Of one that is not heard by us, the greeting is all that we say. */
export const pickUp = (talk: Talk, now: number): Change => {
  const { prepared, ...rest } = talk
  if (!prepared || talk.over) return unchanged(talk)
  const { ends_after_ms, look_after_ms } = prepared
  const quiet_since = now + spokenMs(talk.notice?.text ?? '')
  const look_at = look_after_ms === undefined ? undefined : quiet_since + look_after_ms
  const said = look_after_ms === undefined && !talk.notice ? talk.greeting : talk.said
  return unchanged({ ...rest, said, said_at: now, quiet_since, ends_at: now + ends_after_ms, look_at })
}

/** Binds the one socket that knows the ticket. Undefined for every other: a second one, a replay, a foreign call. */
export const connect = (
  talk: Talk,
  {
    ticket,
    connection_id,
    carrier_sid,
    session_id,
  }: Record<'ticket' | 'connection_id' | 'carrier_sid' | 'session_id', string>,
  now: number,
): Change | undefined => {
  if (talk.over || talk.ticket !== ticket || talk.carrier_sid !== carrier_sid) return undefined
  const { ticket: _used, ...rest } = talk
  const isFirst = talk.session_id === undefined
  const said = isFirst ? talk.greeting : talk.said
  const quietMs = isFirst ? spokenMs(said, talk.speech_speed) : 0
  return {
    ...unchanged({
      ...rest,
      ...(isFirst ? noticeHeard(talk, now) : { said }),
      connection_id,
      session_id,
      turn: talk.turn + 1,
      said_at: isFirst ? now : talk.said_at,
      busy_until: 0,
      quiet_since: now + quietMs,
    }),
    ...(isFirst && { keeps: true }),
  }
}

/** The conversation is reached, so what the carrier had to say before was heard: it stands before the greeting. */
const noticeHeard = ({ notice, greeting }: Talk, now: number): Pick<Talk, 'said' | 'notice'> =>
  notice
    ? { said: [notice.text, greeting].filter(Boolean).join(' '), notice: { heard_at: now, ...notice } }
    : { said: greeting }

/**
 * Lets the one session in that knows the ticket, in a talk that another party holds; told of the same session again, it says
 * so again. Undefined for every other session.
 */
export const allow = (
  talk: Talk,
  { ticket, session_id }: Record<'ticket' | 'session_id', string>,
  now: number,
): Change | undefined => {
  if (talk.over) return undefined
  if (talk.session_id !== undefined) return talk.session_id === session_id ? unchanged(talk) : undefined
  if (talk.ticket !== ticket) return undefined
  const { ticket: _used, ...rest } = talk
  const heard = talk.notice && talk.notice.heard_at === undefined ? noticeHeard(talk, now) : {}
  return unchanged({ ...rest, ...heard, session_id })
}

/**
 * Lets the same talk go on over a new socket. Without a ticket in it, it does not: the carrier could not reach us at all, or
 * the socket was lost too often. Told twice about one loss, it waits for one socket. A session that was never let in leaves the
 * one that was as it is, and is given a ticket: the carrier asks for the call that it has.
 */
export const expectAgain = (
  talk: Talk,
  { neverOpened, session_id, ticket }: { neverOpened: boolean; session_id: string; ticket: string },
): Change | undefined => {
  if (talk.over || (talk.ticket && talk.resumes > 0)) return unchanged(talk)
  if (neverOpened || !talk.connection_id || talk.resumes >= resumesMax) return close(talk)
  if (talk.session_id !== session_id) return unchanged({ ...talk, ticket, resumes: talk.resumes + 1 })
  const { connection_id: _lost, ...rest } = talk
  return unchanged({ ...rest, ticket, resumes: talk.resumes + 1, turn: talk.turn + 1 })
}

/**
 * The socket never showed its ticket: the carrier shall be told once more where to connect, with a ticket that only the next
 * socket can know. Without a ticket in it, the carrier was told enough and no socket is let in; undefined once the talk moved on.
 */
export const invite = (talk: Talk, turn: number, ticket: string): Change | undefined => {
  if (talk.over || talk.turn !== turn || talk.connection_id) return undefined
  const { ticket: missed, ...rest } = talk
  if (!missed || talk.resumes >= resumesMax) return unchanged(rest)
  return unchanged({ ...rest, ticket, resumes: talk.resumes + 1, turn: talk.turn + 1 })
}

/** The carrier asks anew where to connect a talk that goes on: it needs a ticket that no socket has shown. */
export const readmit = (talk: Talk, ticket: string): Change =>
  unchanged(talk.over || talk.ticket ? talk : { ...talk, ticket })

/** A word that cannot be guessed, good for one socket. It is stored as it is: it opens nothing without the carrier's signature. */
export const newTicket = (random: Random): string => Buffer.from(random.bytes(24)).toString('base64url')

/**
 * The customer said something: it belongs to what is not answered yet, or begins a new exchange. What is not answered stands in
 * the order in which it was said, whichever frame is acted on first; of one millisecond, in the order of acting.
 */
export const hear = (
  talk: Talk,
  { frame, text, at }: HeardWords & { frame: string },
  now: number,
): Change | undefined => {
  if (talk.over || isSeen(talk, frame)) return undefined
  if (talk.transfer) return { ...noted(talk, { text, at }, frame), isNoted: true }
  const isAnswered = talk.said !== '' || talk.heard.length >= heardMax
  const { talk: before, settled } = isAnswered ? commitExchange(talk) : unchanged(talk)
  const { unheard, unsaid: _old, ending: _ending, keypad, ...rest } = before
  const keys = keypad ? [{ text: keysCollected(keypad.digits), at: keypad.at }] : []
  return {
    settled,
    talk: {
      ...rest,
      ...(unheard ? { unsaid: unheard } : {}),
      heard: [...rest.heard, ...keys, { text: text.slice(0, heardLengthMax), at }].toSorted(
        (one, other) => one.at - other.at,
      ),
      turn: talk.turn + 1,
      finished: false,
      busy_until: now + leaseMs,
      quiet_since: now,
      engaged: 0,
      frames: withFrame(talk, frame),
    },
  }
}

/** What the transcript says of a key. */
export const keyPressed = (key: string): string => `(key ${key})`

/** And what the model is told of several. */
export const keysCollected = (digits: string): string => `[Keypad input: ${digits}]`

/** From now on the assistant says goodbye, and nothing else. */
export const leave = (change: Change): Change => ({ ...change, talk: { ...change.talk, leaving: true } })

/** The call is being put through: what is said meanwhile is kept, and answered when nothing comes of that. */
const noted = (talk: Talk, { text, at }: HeardWords, frame: string): Change => {
  const heard = [...talk.heard, { text: text.slice(0, heardLengthMax), at }].slice(-heardMax)
  return unchanged({ ...talk, heard, frames: withFrame(talk, frame) })
}

/**
 * The customer cut in. What is being said becomes what was heard of it, and the turn moves on, so that no function goes on
 * speaking. When it comes late, after the customer's words, it is about the exchange before and stops nothing.
 */
export const interrupt = (talk: Talk, until: string, frame: string, now: number): Change | undefined => {
  if (talk.over || isSeen(talk, frame)) return undefined
  const frames = withFrame(talk, frame)
  const heard = until.trim()
  const last = talk.last_said
  const lastCut = last && heard ? heardPart(last.text, heard) : undefined
  // What the carrier says before the conversation is never cut.
  const before = noticeIn(talk)
  const part = talk.said
    ? (heardPart(talk.said.slice(before.length), heard) ?? (lastCut === undefined ? heard : undefined))
    : undefined
  const cut = part === undefined ? undefined : before + part
  if (cut !== undefined) {
    // Who cuts the last words before a transfer short is put through at once.
    if (talk.transfer) return unchanged({ ...talk, said: cut, quiet_since: now, frames })
    const { ending: _ending, ...rest } = talk
    const unheard = talk.said.startsWith(cut) ? talk.said.slice(cut.length).trim() : ''
    const moved = { turn: talk.turn + 1, finished: true, busy_until: 0, quiet_since: now }
    return unchanged({ ...rest, ...moved, said: cut, unheard, frames })
  }
  if (!last || lastCut === undefined) return unchanged({ ...talk, frames })
  return {
    talk: { ...talk, frames, last_said: { ...last, text: lastCut } },
    settled: [{ place: last.place, utterance: { sender: 'bot', text: lastCut, at: last.at } }],
  }
}

/** When what the call announces had been spoken to its end, as its detail keeps it. */
export const announcedIn = (talk: Talk | undefined): { announced_at?: number } =>
  talk?.notice?.heard_at === undefined ? {} : { announced_at: talk.notice.heard_at }

/** How the exchange under way begins, if it is the first, and a notice was spoken. */
const noticeIn = ({ notice, said, utterances }: Talk): string =>
  notice?.heard_at !== undefined && utterances === 0 && said.startsWith(notice.text)
    ? said.slice(0, notice.text.length + 1)
    : ''

/** Another function goes on with a turn that was left unfinished: its own died, took too long, or lost its socket. */
export const takeOver = (talk: Talk, now: number): Change => {
  const { talk: before, settled } = talk.said ? commitExchange(talk) : unchanged(talk)
  return { settled, talk: { ...before, turn: talk.turn + 1, finished: false, busy_until: now + leaseMs } }
}

/** A turn of the assistant's own, because the customer has been silent. */
export const engage = (talk: Talk, now: number): Change => {
  const { talk: before, settled } = commitExchange(talk)
  const next = { turn: talk.turn + 1, finished: false, busy_until: now + leaseMs, engaged: talk.engaged + 1 }
  return { settled, talk: { ...before, ...next } }
}

/**
 * The user wants this said. What is being said goes on behind it, and what was not answered yet is answered then; the next look does both.
 * Undefined for a talk that is over, or that has no room for more.
 */
export const interject = (talk: Talk, { id, text }: { id: number; text: string }): Change | undefined => {
  if (wasInterjected(talk, id)) return unchanged(talk)
  if (talk.over) return undefined
  const asked = talk.aside ? `${talk.aside.text} ${text}` : text
  if (!hasRoomFor(talk, text)) return undefined
  const { talk: before, settled } = talk.said ? commitExchange(talk) : unchanged(talk)
  const goes_on = talk.aside ? talk.aside.goes_on : !talk.finished
  const asked_by = [...(talk.asked_by ?? []), id].slice(-askedByMax)
  const next = { turn: talk.turn + 1, finished: false, busy_until: 0, aside: { text: asked, goes_on }, asked_by }
  return { settled, talk: { ...before, ...next } }
}

export const hasRoomFor = ({ aside }: Talk, text: string): boolean =>
  (aside?.text.length ?? 0) + text.length <= asideLengthMax

export const wasInterjected = ({ asked_by = [] }: Talk, id: number): boolean => asked_by.includes(id)

/** What its user wanted said is about to be said in the talk that a realtime model holds; undefined when more is wanted by now. */
export const withoutAside = (talk: Talk, turn: number): Change | undefined => {
  const { aside, ...rest } = talk
  return aside && talk.turn === turn ? unchanged(rest) : undefined
}

/** A realtime model holds it: no socket of ours hears or speaks. */
export const isWithoutSocket = ({ connection_id, look_at, prepared }: Talk): boolean =>
  connection_id === undefined && look_at === undefined && prepared?.look_after_ms === undefined

/** The turn is given back unfinished: the next look takes it over at once. */
export const release = (talk: Talk, turn: number): Change | undefined =>
  talk.turn === turn && !talk.finished ? unchanged({ ...talk, busy_until: 0 }) : undefined

/** Nothing is said any more. */
export const close = (talk: Talk): Change | undefined => {
  const { ticket: _void, ...rest } = talk
  return talk.over ? undefined : unchanged({ ...rest, over: true, turn: talk.turn + 1 })
}

/** The exchange under way becomes utterances. */
export const commitExchange = (talk: Talk): Change => {
  const { kept, latency_ms: _latency, ...rest } = talk
  const placed = placedExchange(talk)
  const last = placed.findLast(({ utterance }) => utterance.sender === 'bot')
  return {
    settled: kept === talk.turn ? [] : placed,
    talk: {
      ...rest,
      heard: [],
      said: '',
      utterances: talk.utterances + placed.length,
      ...(last ? { last_said: { place: last.place, text: last.utterance.text, at: last.utterance.at } } : {}),
    },
  }
}

/** The utterances that the exchange under way becomes, and their places. */
export const placedExchange = (talk: Talk): Change['settled'] =>
  exchangeOf(talk).map((utterance, index) => ({ place: talk.utterances + index, utterance }))

/** What was said in the exchange under way. */
export const exchangeOf = ({ heard, said, said_at, latency_ms }: Talk): Utterance[] => [
  ...heard.map(({ text, at }): Utterance => ({ sender: 'human', text, at })),
  ...(said.trim()
    ? [{ sender: 'bot' as const, text: said.trim(), at: said_at, ...(latency_ms !== undefined && { latency_ms }) }]
    : []),
]

/**
 * How much of `said` was heard, when the carrier says that it was `heard`, in its own white space; undefined when it speaks of
 * something else.
 */
const heardPart = (said: string, heard: string): string | undefined => {
  const sought = squeezed(heard)
  const at = squeezed(said).indexOf(sought)
  if (at < 0) return undefined
  let letters = sought ? at + sought.length : 0
  let end = 0
  while (letters > 0) if (!/\s/.test(said.charAt(end++))) letters--
  return said.slice(0, end)
}

const squeezed = (text: string) => text.replace(/\s+/g, '')
