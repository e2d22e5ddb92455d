import {
  type Change,
  type HeardWords,
  isOver,
  leaseMs,
  staying,
  type Talk,
  transferOf,
  type Utterance,
  unchanged,
} from './talk.ts'

export const heardLengthMax = 4000

const asideLengthMax = 2000

/**
 * Limit of customer utterances that wait for an answer. At the limit, further utterances are stored
 * without an answer.
 */
const heardMax = 10

export const exchangeMax = heardMax + 3

const framesMax = 8

const askedByMax = 4

export const isSeen = (talk: Talk, frame: string) => talk.frames.includes(frame)

export const withFrame = (talk: Talk, frame: string) => [...talk.frames, frame].slice(-framesMax)

/** Adds the customer's words in order of speech, whichever frame is handled first. */
export const hear = (
  talk: Talk,
  { frame, text, at }: HeardWords & { frame: string },
  now: number,
): Change | undefined => {
  if (isOver(talk) || isSeen(talk, frame)) return undefined
  if (transferOf(talk)) return { ...noted(talk, { text, at }, frame), isNoted: true }
  const isAnswered = talk.said !== '' || talk.heard.length >= heardMax
  const { talk: before, settled } = isAnswered ? commitExchange(talk) : unchanged(talk)
  const { keypad, ...rest } = before
  const keys = keypad ? [{ text: keysCollected(keypad.digits), at: keypad.at }] : []
  return {
    settled,
    talk: {
      ...rest,
      phase: staying(rest.phase),
      unheard: '',
      unsaid: rest.unheard,
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

export const keyPressed = (key: string): string => `(key ${key})`

export const keysCollected = (digits: string): string => `[Keypad input: ${digits}]`

/** Makes the assistant only say goodbye from now on. */
export const leave = (change: Change): Change => {
  const { phase } = change.talk
  if (phase.type !== 'talking' && phase.type !== 'leaving') return change
  return { ...change, talk: { ...change.talk, phase: { ...phase, opted_out: true } } }
}

const noted = (talk: Talk, { text, at }: HeardWords, frame: string): Change => {
  const heard = [...talk.heard, { text: text.slice(0, heardLengthMax), at }].slice(-heardMax)
  return unchanged({ ...talk, heard, frames: withFrame(talk, frame) })
}

/**
 * Cuts the assistant's words to the part that the customer heard. Increases the turn number, so
 * that no function continues to speak.
 */
export const interrupt = (talk: Talk, until: string, frame: string, now: number): Change | undefined => {
  if (isOver(talk) || isSeen(talk, frame)) return undefined
  const frames = withFrame(talk, frame)
  const heard = until.trim()
  const last = talk.last_said
  const lastCut = last && heard ? heardPart(last.text, heard) : undefined
  const before = noticeIn(talk)
  const part = talk.said
    ? (heardPart(talk.said.slice(before.length), heard) ?? (lastCut === undefined ? heard : undefined))
    : undefined
  const cut = part === undefined ? undefined : before + part
  if (cut !== undefined) {
    // If the customer interrupts the last words before a transfer, the transfer starts.
    if (transferOf(talk)) return unchanged({ ...talk, said: cut, quiet_since: now, frames })
    const unheard = talk.said.startsWith(cut) ? talk.said.slice(cut.length).trim() : ''
    const moved = { turn: talk.turn + 1, finished: true, busy_until: 0, quiet_since: now }
    return unchanged({ ...talk, ...moved, phase: staying(talk.phase), said: cut, unheard, frames })
  }
  if (!last || lastCut === undefined) return unchanged({ ...talk, frames })
  return {
    talk: { ...talk, frames, last_said: { ...last, text: lastCut } },
    settled: [{ place: last.place, utterance: { sender: 'bot', text: lastCut, at: last.at } }],
  }
}

const noticeIn = ({ notice, said, utterances }: Talk): string =>
  notice?.heard_at !== undefined && utterances === 0 && said.startsWith(notice.text)
    ? said.slice(0, notice.text.length + 1)
    : ''

/** Lets another function continue a turn after a crash, time-out or lost socket. */
export const takeOver = (talk: Talk, now: number): Change => {
  const { talk: before, settled } = talk.said ? commitExchange(talk) : unchanged(talk)
  return { settled, talk: { ...before, turn: talk.turn + 1, finished: false, busy_until: now + leaseMs } }
}

export const engage = (talk: Talk, now: number): Change => {
  const { talk: before, settled } = commitExchange(talk)
  const next = { turn: talk.turn + 1, finished: false, busy_until: now + leaseMs, engaged: talk.engaged + 1 }
  return { settled, talk: { ...before, ...next } }
}

export const interject = (talk: Talk, { id, text }: { id: number; text: string }): Change | undefined => {
  if (wasInterjected(talk, id)) return unchanged(talk)
  if (isOver(talk)) return undefined
  const asked = talk.aside ? `${talk.aside.text} ${text}` : text
  if (!hasRoomFor(talk, text)) return undefined
  const { talk: before, settled } = talk.said ? commitExchange(talk) : unchanged(talk)
  const goes_on = talk.aside ? talk.aside.goes_on : !talk.finished
  const asked_by = [...talk.asked_by, id].slice(-askedByMax)
  const next = { turn: talk.turn + 1, finished: false, busy_until: 0, aside: { text: asked, goes_on }, asked_by }
  return { settled, talk: { ...before, ...next } }
}

export const hasRoomFor = ({ aside }: Talk, text: string): boolean =>
  (aside?.text.length ?? 0) + text.length <= asideLengthMax

export const wasInterjected = ({ asked_by }: Talk, id: number): boolean => asked_by.includes(id)

export const withoutAside = (talk: Talk, turn: number): Change | undefined => {
  const { aside, ...rest } = talk
  return aside && talk.turn === turn ? unchanged(rest) : undefined
}

export const release = (talk: Talk, turn: number): Change | undefined =>
  talk.turn === turn && !talk.finished ? unchanged({ ...talk, busy_until: 0 }) : undefined

export const commitExchange = (talk: Talk): Change => {
  const { kept, ...rest } = talk
  const placed = placedExchange(talk)
  const last = placed.findLast(({ utterance }) => utterance.sender === 'bot')
  return {
    settled: kept === talk.turn ? [] : placed,
    talk: {
      ...rest,
      heard: [],
      said: '',
      waits: {},
      utterances: talk.utterances + placed.length,
      ...(last ? { last_said: { place: last.place, text: last.utterance.text, at: last.utterance.at } } : {}),
    },
  }
}

export const placedExchange = (talk: Talk): Change['settled'] =>
  exchangeOf(talk).map((utterance, index) => ({ place: talk.utterances + index, utterance }))

export const exchangeOf = ({ heard, said, said_at, waits }: Talk): Utterance[] => [
  ...heard.map(({ text, at }): Utterance => ({ sender: 'human', text, at })),
  ...(said.trim() ? [{ sender: 'bot' as const, text: said.trim(), at: said_at, ...waits }] : []),
]

/**
 * Returns the part of `said` that ends with the words `heard`, without regard to white space.
 * Undefined if `said` does not contain them.
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
