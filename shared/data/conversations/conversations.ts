import type { CallRef } from '../../domain/calls/call-ref.ts'
import { exchangeOf, placedExchange } from '../../domain/conversations/exchange.ts'
import {
  type AnswerWaits,
  type Change,
  type Channel,
  connectionOf,
  historyMax,
  isOver,
  isWithoutSocket,
  leaseMs,
  type Phase,
  type Talk,
  type Utterance,
  versionIn,
  waitsOf,
} from '../../domain/conversations/talk.ts'
import { lost, type StoreParts, untilWritten } from '../../table/compare-and-set.ts'
import { connectionKey, type StoredKey, talkKey, utteranceKey } from '../../table/keys.ts'
import { isNew, type Table, type Write, when } from '../../table/table.ts'
import { toolCallRange } from './tool-calls.ts'

export interface Connection extends CallRef {
  assistant_id: number
  /** Version of the canary that the call uses. Absent: the live version. */
  assistant_version?: number
}

export interface Conversations {
  /** Returns the existing talk, if any. */
  begin(talk: Talk): Promise<Talk>
  find(ref: CallRef): Promise<Talk | undefined>
  /** Undefined until the socket has presented its one-time ticket. */
  ofConnection(connection_id: string): Promise<Connection | undefined>
  /**
   * Undefined when no talk exists or `step` returns no change. `known`: the talk as read before.
   */
  change(ref: CallRef, step: (talk: Talk) => Change | undefined, known?: Talk): Promise<Change | undefined>
  connect(ref: CallRef, connection_id: string, step: (talk: Talk) => Change | undefined): Promise<Change | undefined>
  /**
   * Stores a finished exchange outside a transaction, for half the write units. False if its
   * position in the conversation is taken.
   */
  keep(ref: CallRef, exchange: Change['settled']): Promise<boolean>
  /** False when `turn` is no longer current. */
  say(ref: CallRef, turn: number, spoken: Spoken): Promise<boolean>
  isCurrent(ref: CallRef, turn: number): Promise<boolean>
  /** Returns the newest stored utterances, as many as a model receives, by position. */
  recent(ref: CallRef): Promise<Map<number, Utterance>>
  /** Oldest first. */
  utterances(ref: CallRef): Promise<Utterance[]>
  remove(ref: CallRef, talk: Talk | undefined): Promise<void>
}

export interface Spoken extends AnswerWaits {
  said: string
  /** Milliseconds of extra silence allowed while a tool runs. */
  busy_ms?: number
  used?: number
  now: number
  over?: { quiet_since: number | undefined; phase: Phase | undefined; kept: boolean }
}

/**
 * An utterance and, in `more`, the utterances after it. A later item replaces utterances at the
 * same positions.
 */
export interface StoredExchange extends Utterance {
  place: number
  more?: Utterance[]
}

/**
 * Milliseconds for which a conversation is stored. Its transcript moves to the call within minutes.
 */
const keptMs = 30 * 24 * 60 * 60 * 1000
/**
 * Milliseconds for which the conversation of an unanswered call is stored. Phones ring for about a
 * minute.
 */
const preparedKeptMs = 60 * 60 * 1000
/** Milliseconds for which a connection is stored. API Gateway ends a socket after two hours. */
const connectionKeptMs = 3 * 60 * 60 * 1000
const removedAtOnce = 50
const connectionsMax = 1000

export const conversations = (parts: StoreParts): Conversations => {
  const { table, clock } = parts
  const find = (ref: CallRef) => findTalk(table, ref)
  const keep: Conversations['keep'] = (ref, exchange) => keepExchange(parts, ref, exchange)

  return {
    find,
    keep,
    change: (ref, step, known) => changeTalk(parts, ref, { step, known }),

    begin: async (talk) => {
      const written = await table.write<StoredTalk>([{ ...putTalk(talk, clock.now()), when: isNew }])
      return written.done ? talk : (readTalk(written.before[0]) ?? talk)
    },

    ofConnection: knownConnections(table),

    connect: (ref, connection_id, step) =>
      changeTalk(parts, ref, {
        step,
        beside: (talk) => [
          {
            put: {
              ...connectionKey(connection_id),
              ...{ user_id: talk.user_id, call_id: talk.call_id, assistant_id: talk.assistant_id },
              assistant_version: versionIn(talk),
              ...expiry(clock.now() + connectionKeptMs),
            },
          },
        ],
      }),

    say: async (ref, turn, spoken) => {
      const written = await table.write([sayWrite(ref, turn, spoken)])
      return written.done
    },

    isCurrent: async (ref, turn) => {
      const talk = await find(ref)
      return talk !== undefined && talk.turn === turn && !isOver(talk)
    },

    recent: async ({ user_id, call_id }) => {
      const newest = await table.query<StoredExchange>({
        ...rangeOf({ user_id, call_id }),
        newestFirst: true,
        limit: historyMax,
      })
      const placed = placedUtterances(newest.toReversed())
      return new Map(placed.slice(-historyMax).map(({ place, sender, text, at }) => [place, { sender, text, at }]))
    },

    utterances: async (ref) => {
      const talk = await find(ref)
      const settled = placedUtterances(await table.query<StoredExchange>(rangeOf(ref)))
      return utterancesOf(talk, settled)
    },

    remove: async (ref, talk) => {
      if (!talk) return
      const length = talk.utterances + exchangeOf(talk).length + 1
      const places = Array.from({ length }, (_, index) => index)
      const used = await table.query<StoredKey>({ ...toolCallRange(ref), only: ['pk', 'sk'] })
      const said = places.map((place) => utteranceKey(ref.user_id, ref.call_id, place))
      const keys = [keyOf(ref), ...said, ...used.map(({ pk, sk }) => ({ pk, sk }))]
      for (let start = 0; start < keys.length; start += removedAtOnce)
        await Promise.all(keys.slice(start, start + removedAtOnce).map((key) => table.write([{ delete: key }])))
    },
  }
}

const keyOf = ({ user_id, call_id }: CallRef): StoredKey => talkKey(user_id, call_id)

const expiry = (at: number) => ({ expires_at_seconds: Math.ceil(at / 1000) })

const findTalk = async (table: Table, ref: CallRef): Promise<Talk | undefined> =>
  readTalk(await table.get<StoredTalk>(keyOf(ref)))

const putTalk = ({ waits, ...talk }: Talk, now: number): Write & { put: object } => ({
  put: {
    ...keyOf(talk),
    ...talk,
    ...waits,
    connection_id: connectionOf(talk),
    ...expiry(now + (talk.phase.type === 'ringing' ? preparedKeptMs : keptMs)),
  },
})

const exchangePuts = (ref: CallRef, [first, ...rest]: Change['settled'], now: number): (Write & { put: object })[] => {
  if (!first) return []
  const { place, utterance } = first
  const more = rest.length > 0 ? rest.map((each) => each.utterance) : undefined
  const key = utteranceKey(ref.user_id, ref.call_id, place)
  return [{ put: { ...key, ...utterance, place, more, ...expiry(now + keptMs) } }]
}

const keepExchange = async ({ table, clock }: StoreParts, ref: CallRef, exchange: Change['settled']) => {
  const puts = exchangePuts(ref, exchange, clock.now())
  const kept = puts.map((put) => table.write([{ ...put, when: isNew }]))
  return (await Promise.all(kept)).every(({ done }) => done)
}

interface Changing {
  step: (talk: Talk) => Change | undefined
  known?: Talk | undefined
  beside?: (talk: Talk) => Write[]
}

const changeTalk = async (
  parts: StoreParts,
  ref: CallRef,
  { step, known, beside = () => [] }: Changing,
): Promise<Change | undefined> => {
  const { table, clock } = parts
  let before = known ?? (await findTalk(table, ref))
  return untilWritten(parts, 'talk', async () => {
    const after = before && step(before)
    if (!before || !after || after.talk === before) return after
    const isKept = after.keeps && (await keepExchange(parts, ref, placedExchange(after.talk)))
    const talk = { ...after.talk, ...(isKept && { kept: after.talk.turn }), revision: before.revision + 1 }
    const now = clock.now()
    const written = await table.write<StoredTalk>([
      { ...putTalk(talk, now), when: when('#revision = :revision', { revision: before.revision }) },
      ...exchangePuts(ref, after.settled, now),
      ...beside(talk),
    ])
    if (written.done) return { ...after, talk }
    before = readTalk(written.before[0]) ?? (await findTalk(table, ref))
    return lost
  })
}

/** Caches connections in this process, because a connection never changes. */
const knownConnections = (table: Table): Conversations['ofConnection'] => {
  const known = new Map<string, Connection>()
  return async (connection_id) => {
    const connection = known.get(connection_id) ?? (await table.get<Connection>(connectionKey(connection_id)))
    if (known.size >= connectionsMax) known.clear()
    if (connection) known.set(connection_id, connection)
    return connection
  }
}

const sayWrite = (
  ref: CallRef,
  turn: number,
  { said, latency_ms, model_ms, busy_ms = 0, used, now, over }: Spoken,
): Write => ({
  update: keyOf(ref),
  set: {
    said,
    said_at: now,
    latency_ms,
    model_ms,
    used,
    busy_until: over ? 0 : now + leaseMs + busy_ms,
    finished: over !== undefined,
    quiet_since: over?.quiet_since,
    phase: over?.phase,
    kept: over?.kept ? turn : undefined,
  },
  add: { revision: 1 },
  remove: ['aside'],
  when: when('#turn = :turn AND #phase.#type <> :over', { turn, over: 'over' }),
})

const utterancesOf = (talk: Talk | undefined, settled: (Utterance & { place: number })[]): Utterance[] => {
  // Leaves out utterances stored after the talk was read, which would appear twice.
  const until = talk?.utterances ?? settled.length
  const placed = settled
    .filter(({ place }) => place < until)
    .map(({ sender, text, at, ...waits }) => ({ sender, text, at, ...waitsOf(waits) }))
  const said = [...placed, ...(talk ? exchangeOf(talk) : [])].filter(({ text }) => text.trim() !== '')
  // Carrier transcriptions arrive in any order, so they are sorted by the time of speech.
  return talk && isWithoutSocket(talk) ? said.toSorted((one, other) => one.at - other.at) : said
}

export const placedUtterances = (stored: StoredExchange[]): (Utterance & { place: number })[] => {
  const placed = new Map<number, Utterance & { place: number }>()
  for (const { more = [], place, sender, text, at, ...waits } of stored)
    for (const [index, said] of [{ sender, text, at, ...waitsOf(waits) }, ...more].entries())
      placed.set(place + index, { ...said, place: place + index })
  return [...placed.values()].toSorted((one, other) => one.place - other.place)
}

const rangeOf = ({ user_id, call_id }: CallRef) => {
  const { pk, sk: from } = utteranceKey(user_id, call_id, 0)
  return { pk, from, to: utteranceKey(user_id, call_id, placeMax).sk }
}

const placeMax = 999_999

export type StoredTalk = Omit<Talk, 'waits'> &
  AnswerWaits &
  StoredKey & { connection_id?: string; expires_at_seconds?: number }

export const readTalk = (item: StoredTalk | undefined): Talk | undefined => {
  if (!item) return undefined
  const { pk: _pk, sk: _sk, connection_id: _socket, expires_at_seconds: _expiry, latency_ms, model_ms, ...talk } = item
  if (!(talk.channel?.type in channels && talk.phase?.type in phases))
    throw new Error(`The talk of call ${talk.call_id} is in no form that can be read`)
  return { ...talk, waits: waitsOf({ latency_ms, model_ms }) }
}

const channels: Record<Channel['type'], true> = { expected: true, socket: true, realtime: true, away: true }
const phases: Record<Phase['type'], true> = { ringing: true, talking: true, leaving: true, over: true }
