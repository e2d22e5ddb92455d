import {
  afterConsent,
  afterStart,
  type BlacklistEntry,
  causesOf,
  isByPerson,
  isForCallsOnly,
  isLiftedByStart,
  type OptOutCause,
  withCause,
} from '../../domain/account/blacklist-entry.ts'
import { revivedEntry } from '../../domain/account/erased-opt-out.ts'
import {
  addedEvent,
  type EventFacts,
  liftedEvent,
  type SuppressionEvent,
} from '../../domain/account/suppression-event.ts'
import type { HistoryList, HistoryParts } from '../../lists/store/history-list.ts'
import { type HistoryOverrides, historyOverrides } from '../../lists/store/overrides.ts'
import { historyPages, idsIn } from '../../lists/store/pages.ts'
import { lost, untilWritten } from '../../table/compare-and-set.ts'
import { blacklistedKey, blacklistKey, idempotencyKey, type StoredKey, suppressionEventKey } from '../../table/keys.ts'
import { type Condition, isNew, type Write, when } from '../../table/table.ts'
import type { IdRange } from '../../words/day-range.ts'
import { idAt } from '../../words/id.ts'
import { spellingsOf } from '../../words/phone-spellings.ts'
import type { HashParts } from '../account/hash-secret.ts'
import { eventDeliveryWrites } from '../webhooks/deliveries.ts'
import { findEventWebhook } from '../webhooks/event-webhooks.ts'
import { allowsTexts, erasedOptOuts, type Marker } from './erased-opt-outs.ts'
import { type ListLookUp, listLookUp } from './look-up.ts'

export type Removal =
  | { outcome: 'missing' }
  | { outcome: 'needs reason' }
  | { outcome: 'removed'; phone_number: string }

export interface Blacklist {
  has(user_id: number, phone_number: string): Promise<boolean>
  /**
   * False after the SMS keyword START, which allows texts but no calls. A do-not-call list forbids
   * both.
   */
  refusesTexts(user_id: number, phone_number: string): Promise<boolean>
  /** Maps each listed number to the reason of its do-not-call list; undefined for opt-outs. */
  listedOf(user_id: number, phone_numbers: string[]): Promise<Map<string, string | undefined>>
  /** True even after the person was erased. Ignores do-not-call lists. */
  isOptedOut(user_id: number, phone_number: string): Promise<boolean>
  /**
   * True when do-not-call lists apply to the user. `numbers` does not return the numbers of these
   * lists.
   */
  hasLists(user_id: number): Promise<boolean>
  /** Returns each number in every spelling. */
  numbers(user_id: number, atMost?: number): Promise<string[]>
  add(user_id: number, phone_number: string, optOut: OptOutCause): Promise<BlacklistEntry>
  /** Undefined when the person was erased. */
  findEvent(user_id: number, id: number): Promise<SuppressionEvent | undefined>
  /** An entry that the person asked for can be removed only with a reason. */
  remove(user_id: number, id: number, because?: string): Promise<Removal>
  /**
   * Calls stay forbidden. False when nothing changes. `heard before`: the SMS was handled earlier.
   */
  allowTexts(user_id: number, phone_number: string, sms_sid: string): Promise<boolean | 'heard before'>
  /** False when the number stays on the blacklist. */
  allowCalls(user_id: number, phone_number: string, given_at: number, consent_id: number): Promise<boolean>
  /** Newest first. */
  page(
    user_id: number,
    first: number,
    count: number,
    range?: IdRange,
  ): Promise<{ items: BlacklistEntry[]; total: number }>
}

interface LookUp {
  id: number
  calls_only?: true
}

export const blacklistHistory: HistoryList<BlacklistEntry> = {
  noun: 'blacklist',
  recordKey: blacklistKey,
  rowOf: ({ id }) => ({ id, kind: [], isSettled: true }),
}

export type BlacklistParts = HistoryParts & HashParts

interface Store {
  parts: BlacklistParts
  overrides: HistoryOverrides
  erased: ReturnType<typeof erasedOptOuts>
  lists: ListLookUp
}

export const blacklist = (parts: BlacklistParts): Blacklist => {
  const { table } = parts
  const overrides = historyOverrides(parts, blacklistHistory)
  const store: Store = { parts, overrides, erased: erasedOptOuts(parts), lists: listLookUp(parts) }
  const { page } = historyPages(parts, blacklistHistory)

  return {
    isOptedOut: async (user_id, phone_number) => isAny(await optOutOf(store, user_id, phone_number)),
    has: async (user_id, phone_number) => {
      const { barred, ...optOut } = await standingOf(store, user_id, phone_number)
      return barred || isAny(optOut)
    },
    refusesTexts: async (user_id, phone_number) => {
      const { barred, known, erased } = await standingOf(store, user_id, phone_number)
      if (barred) return true
      return known ? !known.calls_only : erased !== undefined && !allowsTexts(erased)
    },
    hasLists: (user_id) => store.lists.any(user_id),
    listedOf: listedOf(store),

    numbers: async (user_id, limit) => {
      const keys = await table.query<StoredKey>({ pk: blacklistedKey(user_id, '').pk, only: ['sk'], limit })
      return [...new Set(keys.flatMap(({ sk }) => spellingsOf(sk)))]
    },

    add: add(store),
    findEvent: (user_id, id) => table.get<SuppressionEvent>(suppressionEventKey(user_id, id)),
    remove: remove(store),
    allowTexts: allowTexts(store),
    allowCalls: allowCalls(store),

    page: async (user_id, first, count, range = {}) => {
      const { records, total } = await page(user_id, idsIn(range), { first, count })
      return { items: records, total }
    },
  }
}

const lookUp = async ({ parts }: Store, user_id: number, phone_number: string) => {
  const keys = spellingsOf(phone_number).map((spelling) => blacklistedKey(user_id, spelling))
  return (await Promise.all(keys.map((key) => parts.table.get<LookUp>(key)))).find((one) => one !== undefined)
}

const optOutOf = async (store: Store, user_id: number, phone_number: string) => {
  const [known, erased] = await Promise.all([
    lookUp(store, user_id, phone_number),
    store.erased.find(user_id, phone_number),
  ])
  return { known, erased }
}
const isAny = ({ known, erased }: { known: unknown; erased: unknown }) => known !== undefined || erased !== undefined

const standingOf = async (store: Store, user_id: number, phone_number: string) => {
  const [optOut, barred] = await Promise.all([
    optOutOf(store, user_id, phone_number),
    store.lists.barred(user_id, [phone_number]),
  ])
  return { ...optOut, barred: barred.size > 0 }
}

const listedOf =
  ({ parts, erased, lists }: Store): Blacklist['listedOf'] =>
  async (user_id, phone_numbers) => {
    const asked = [...new Set(phone_numbers)]
    const spellings = [...new Set(asked.flatMap(spellingsOf))]
    const plain = spellings.map((number) => blacklistedKey(user_id, number))
    const [[marker, ...known], barred] = await Promise.all([
      asked.length === 0 ? [] : parts.table.getMany<Marker>([erased.markerKey(user_id), ...plain]),
      lists.barred(user_id, asked),
    ])
    const listed = new Set(spellings.filter((_, index) => known[index] !== undefined))
    const isListed = (number: string) => spellingsOf(number).some((spelling) => listed.has(spelling))
    const left = asked.filter((number) => !isListed(number))
    const optedOut = [...asked.filter(isListed), ...(await erased.among(user_id, left, marker))]
    return new Map<string, string | undefined>([...barred, ...optedOut.map((number) => [number, undefined] as const)])
  }

const add =
  (store: Store): Blacklist['add'] =>
  async (user_id, phone_number, { call_id, started_at, ...optOut }) => {
    const { table, clock, random } = store.parts
    const given = { reason: null, ...optOut }
    const { texted_at } = given
    const isStarted = started_at !== undefined && texted_at !== undefined && started_at > texted_at
    const listed = await untilWritten(store.parts, 'blacklist', async () => {
      const now = clock.now()
      const [known, url] = await Promise.all([read(store, user_id, phone_number), findEventWebhook(table, user_id)])
      if (known === lost) return lost
      const { reason } = given
      const seen = known ?? { ...{ id: idAt(now, random.number()), user_id, phone_number, reason }, ...fresh(now) }
      const caused = withCause(seen, given, now)
      const entry = isStarted ? afterStart(caused, started_at) : caused
      if (entry === seen) return seen
      const event = addedEvent(entry, given, facts(store, call_id))
      const writes = known ? replacement(known, entry) : insertion(entry)
      const written = await table.write([...writes, recorded(event), ...eventDeliveryWrites(event, url)])
      return written.done ? entry : lost
    })
    await store.overrides.register(user_id, [listed.id])
    return listed
  }

const remove =
  (store: Store): Blacklist['remove'] =>
  (user_id, id, because) =>
    untilWritten(store.parts, 'blacklist', async () => {
      const entry = await find(store, user_id, id)
      if (!entry) return { outcome: 'missing' as const }
      const causes = causesOf(entry)
      if (because === undefined && causes.some(isByPerson)) return { outcome: 'needs reason' as const }
      const lifted = { causes, channels: 'all', by: 'user', why: because ?? null } as const
      const event = recorded(liftedEvent(entry, lifted, facts(store)))
      const written = await store.parts.table.write([...removal(store, entry), event])
      return written.done ? { outcome: 'removed' as const, phone_number: entry.phone_number } : lost
    })

const allowTexts =
  (store: Store): Blacklist['allowTexts'] =>
  (user_id, phone_number, sms_sid) => {
    const heard: Write = { put: { ...idempotencyKey(user_id, 'receive-message', sms_sid) }, when: isNew }
    return untilWritten(store.parts, 'blacklist', async () => {
      const seen = await readOrRevive(store, user_id, phone_number)
      if (seen === lost) return lost
      const entry = seen && afterStart(seen, store.parts.clock.now())
      const writes: Write[] = [heard]
      if (seen && entry && entry !== seen) {
        const causes = causesOf(seen).filter((cause) => isLiftedByStart(seen, cause))
        const lifted = { causes, channels: 'texts', by: 'person', why: 'Replied START' } as const
        writes.push(...replacement(seen, entry), recorded(liftedEvent(seen, lifted, facts(store))))
      }
      const written = await store.parts.table.write(writes)
      if (written.done) return entry !== seen
      return written.failed[0] ? ('heard before' as const) : lost
    })
  }

const allowCalls =
  (store: Store): Blacklist['allowCalls'] =>
  (user_id, phone_number, given_at, consent_id) =>
    untilWritten(store.parts, 'blacklist', async () => {
      const seen = await readOrRevive(store, user_id, phone_number)
      if (seen === lost) return lost
      const entry = seen && afterConsent(seen, given_at)
      if (!seen || entry === seen) return false
      const causes = causesOf(seen).filter((cause) => entry?.causes[cause] === undefined)
      const lifted = { causes, channels: 'calls', by: 'person', why: `Consent ${consent_id}` } as const
      const event = recorded(liftedEvent(seen, lifted, facts(store)))
      const writes = entry ? replacement(seen, entry) : removal(store, seen)
      return (await store.parts.table.write([...writes, event])).done ? entry === undefined : lost
    })

const find = ({ parts }: Store, user_id: number, id: number) =>
  parts.table.get<BlacklistEntry>(blacklistKey(user_id, id))

/** Returns `lost` when another worker removed the entry meanwhile. */
const read = async (store: Store, user_id: number, phone_number: string) => {
  const known = await lookUp(store, user_id, phone_number)
  return known && ((await find(store, user_id, known.id)) ?? lost)
}

/** Returns the entry of the number. If an erasure left only a hash, stores an entry again. */
const readOrRevive = async (store: Store, user_id: number, phone_number: string) => {
  const entry = await read(store, user_id, phone_number)
  const optOut = entry ? undefined : await store.erased.find(user_id, phone_number)
  if (!optOut) return entry
  const { table, clock, random } = store.parts
  const id = idAt(clock.now(), random.number())
  const { pk, sk, erased_at: seen } = optOut
  await table.write([
    ...insertion(revivedEntry(optOut, { id, user_id, phone_number })),
    { delete: { pk, sk }, when: when('#erased_at = :seen', { seen }) },
  ])
  return lost
}

const facts = ({ parts }: Store, call_id?: number): EventFacts => {
  const at = parts.clock.now()
  return { id: idAt(at, parts.random.number()), at, ...(call_id !== undefined && { call_id }) }
}

const recorded = (event: SuppressionEvent): Write => ({
  put: { ...suppressionEventKey(event.user_id, event.id), ...event },
  when: isNew,
})

const fresh = (created_at: number) => ({ causes: {}, version: 0, created_at })

const lookUps = (entry: BlacklistEntry, condition?: Condition): Write[] =>
  spellingsOf(entry.phone_number).map((spelling) => ({
    put: {
      ...blacklistedKey(entry.user_id, spelling),
      id: entry.id,
      ...(isForCallsOnly(entry) && { calls_only: true }),
    },
    ...(condition && { when: condition }),
  }))

const insertion = (entry: BlacklistEntry): Write[] => [
  { put: { ...blacklistKey(entry.user_id, entry.id), ...entry }, when: isNew },
  ...lookUps(entry, isNew),
]

const replacement = (seen: BlacklistEntry, entry: BlacklistEntry): Write[] => [
  {
    put: { ...entry, version: seen.version + 1, ...blacklistKey(entry.user_id, entry.id) },
    when: unchangedSince(seen),
  },
  ...(isForCallsOnly(seen) === isForCallsOnly(entry) ? [] : lookUps(entry)),
]

const removal = ({ overrides }: Pick<Store, 'overrides'>, entry: BlacklistEntry): Write[] => [
  { delete: blacklistKey(entry.user_id, entry.id), when: unchangedSince(entry) },
  ...spellingsOf(entry.phone_number).map((spelling): Write => ({ delete: blacklistedKey(entry.user_id, spelling) })),
  overrides.gone(entry.user_id, entry.id),
]

const unchangedSince = ({ version }: BlacklistEntry): Condition => when('#version = :seen', { seen: version })
