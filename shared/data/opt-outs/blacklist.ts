import {
  afterConsent,
  afterStart,
  type BlacklistEntry,
  causesOf,
  isByPerson,
  isForCallsOnly,
  isLiftedByStart,
  type SuppressionCause,
  withCause,
} from '../../domain/account/blacklist-entry.ts'
import { revivedEntry } from '../../domain/account/erased-opt-out.ts'
import {
  addedEvent,
  type EventFacts,
  liftedEvent,
  removedEvent,
  type SuppressionEvent,
} from '../../domain/account/suppression-event.ts'
import type { HistoryList, HistoryParts } from '../../lists/store/history-list.ts'
import { historyMarks } from '../../lists/store/marks.ts'
import { historyPages } from '../../lists/store/pages.ts'
import { lost, untilWritten } from '../../table/compare-and-set.ts'
import { blacklistedKey, blacklistKey, idempotencyKey, type Key, suppressionEventKey } from '../../table/keys.ts'
import { type Condition, isNew, type Write, when } from '../../table/table.ts'
import { idAt } from '../../words/id.ts'
import { spellingsOf } from '../../words/phone-spellings.ts'
import { eventDeliveryWrites } from '../webhooks/deliveries.ts'
import { findEventWebhook } from '../webhooks/event-webhooks.ts'
import { allowsTexts, erasedOptOuts, type HashParts, type Marker } from './erased-opt-outs.ts'
import { listLookUp } from './look-up.ts'

export type Removal =
  | { outcome: 'missing' }
  | { outcome: 'needs reason' }
  | { outcome: 'removed'; phone_number: string }

export interface Blacklist {
  /** May this number (E.164) not be dialled for this user? One read for each of its spellings, one for opt-outs of erased people, one for all do-not-call lists. */
  has(user_id: number, phone_number: string): Promise<boolean>
  /** May it not be texted? False for a number that is only not to be called, as its person wrote START, unless a list bars it. */
  refusesTexts(user_id: number, phone_number: string): Promise<boolean>
  /** Those of these numbers that may not be dialled, and why, in words, where a do-not-call list bars them. */
  listedOf(user_id: number, phone_numbers: string[]): Promise<Map<string, string | undefined>>
  /** Did its person opt out, also one who was erased since? Lists aside. */
  isOptedOut(user_id: number, phone_number: string): Promise<boolean>
  /** Is any do-not-call list in force? What it bars, `numbers` does not tell. */
  hasLists(user_id: number): Promise<boolean>
  /** The numbers, in every spelling, of all entries or of at most so many. */
  numbers(user_id: number, atMost?: number): Promise<string[]>
  /**
   * The entry of this number with this cause, which is made unless there is one; an event tells of what is new, here and to the user's
   * event webhook.
   */
  add(
    user_id: number,
    phone_number: string,
    reason: string | null,
    cause: SuppressionCause,
    about?: { call_id?: number; needs_review?: true; texted_at?: number; started_at?: number },
  ): Promise<BlacklistEntry>
  /** A change that was recorded; undefined when its person was erased. */
  findEvent(user_id: number, id: number): Promise<SuppressionEvent | undefined>
  /** Removes the whole entry. One that the person asked for needs a reason. */
  remove(user_id: number, id: number, because?: string): Promise<Removal>
  /**
   * Lets a person be texted who had opted out by SMS, once for each message that asks for it: a message that arrives again says nothing
   * about an opt-out since. Calls need a consent. False when nothing changes.
   */
  allowTexts(user_id: number, phone_number: string, sms_sid: string): Promise<boolean | 'heard before'>
  /** Lets a person be called who wrote START and then, at `given_at`, consented to calls. False when the number stays on the list. */
  allowCalls(user_id: number, phone_number: string, given_at: number, consent_id: number): Promise<boolean>
  /** Newest first, and how many there are in all. */
  page(user_id: number, first: number, count: number): Promise<{ items: BlacklistEntry[]; total: number }>
}

/** What stands under each spelling of a number. */
interface LookUp {
  id: number
  /** Texts are allowed. */
  calls_only?: true
}

/** How entries are listed: nothing is asked about them, so they are settled from the start. */
export const blacklistHistory: HistoryList<BlacklistEntry> = {
  noun: 'blacklist',
  recordKey: blacklistKey,
  rowOf: ({ id }) => ({ id, kind: [], isSettled: true }),
}

export type BlacklistParts = HistoryParts & HashParts

/** Every number has an entry by its id and, written and removed with it, each of its spellings that leads there. */
export const blacklist = (parts: BlacklistParts): Blacklist => {
  const { table, clock, random } = parts
  const marks = historyMarks(parts, blacklistHistory)
  const { page } = historyPages(parts, blacklistHistory)
  const erased = erasedOptOuts(parts)
  const lists = listLookUp(parts)
  const find = (user_id: number, id: number) => table.get<BlacklistEntry>(blacklistKey(user_id, id))
  const lookUp = async (user_id: number, phone_number: string) => {
    const known = spellingsOf(phone_number).map((spelling) => table.get<LookUp>(blacklistedKey(user_id, spelling)))
    return (await Promise.all(known)).find((one) => one !== undefined)
  }
  /** The entry of a person who was erased and has come back by itself, as it stood; then it is one like others. */
  const revive = async (user_id: number, phone_number: string): Promise<typeof lost | undefined> => {
    const optOut = await erased.find(user_id, phone_number)
    if (!optOut) return undefined
    const now = clock.now()
    const entry = revivedEntry(optOut, { id: idAt(now, random.number()), user_id, phone_number })
    const { pk, sk } = optOut
    await table.write([
      { put: { ...blacklistKey(user_id, entry.id), ...entry }, when: isNew },
      ...lookUps(entry, isNew),
      { delete: { pk, sk }, when: when('#erased_at = :seen', { seen: optOut.erased_at }) },
    ])
    return lost
  }
  const facts = (now: number, call_id?: number): EventFacts => ({
    id: idAt(now, random.number()),
    at: now,
    ...(call_id !== undefined && { call_id }),
  })
  const recorded = (event: SuppressionEvent): Write => ({
    put: { ...suppressionEventKey(event.user_id, event.id), ...event },
    when: isNew,
  })
  const lookUps = (entry: BlacklistEntry, condition?: Condition): Write[] =>
    spellingsOf(entry.phone_number).map((spelling) => ({
      put: {
        ...blacklistedKey(entry.user_id, spelling),
        id: entry.id,
        ...(isForCallsOnly(entry) && { calls_only: true }),
      },
      ...(condition && { when: condition }),
    }))
  const removal = ({ user_id, id, phone_number, version }: BlacklistEntry): Write[] => [
    { delete: blacklistKey(user_id, id), when: unchangedSince(version) },
    ...spellingsOf(phone_number).map((spelling): Write => ({ delete: blacklistedKey(user_id, spelling) })),
    marks.gone(user_id, id),
  ]
  const replacement = (seen: BlacklistEntry, entry: BlacklistEntry): Write[] => [
    {
      put: { ...entry, version: (seen.version ?? 0) + 1, ...blacklistKey(entry.user_id, entry.id) },
      when: unchangedSince(seen.version),
    },
    ...(isForCallsOnly(seen) === isForCallsOnly(entry) ? [] : lookUps(entry)),
  ]

  return {
    has: async (user_id, phone_number) => {
      const [known, optOut, barred] = await Promise.all([
        lookUp(user_id, phone_number),
        erased.find(user_id, phone_number),
        lists.barred(user_id, [phone_number]),
      ])
      return known !== undefined || optOut !== undefined || barred.size > 0
    },

    isOptedOut: async (user_id, phone_number) => {
      const [known, optOut] = await Promise.all([lookUp(user_id, phone_number), erased.find(user_id, phone_number)])
      return known !== undefined || optOut !== undefined
    },

    hasLists: (user_id) => lists.any(user_id),

    refusesTexts: async (user_id, phone_number) => {
      const [known, optOut, barred] = await Promise.all([
        lookUp(user_id, phone_number),
        erased.find(user_id, phone_number),
        lists.barred(user_id, [phone_number]),
      ])
      if (barred.size > 0) return true
      return known ? !known.calls_only : optOut !== undefined && !allowsTexts(optOut)
    },

    listedOf: async (user_id, phone_numbers) => {
      const asked = [...new Set(phone_numbers)]
      const spellings = [...new Set(asked.flatMap(spellingsOf))]
      const plain = spellings.map((number) => blacklistedKey(user_id, number))
      const [[marker, ...known], barred] = await Promise.all([
        asked.length === 0 ? [] : table.getMany<Marker>([erased.markerKey(user_id), ...plain]),
        lists.barred(user_id, asked),
      ])
      const listed = new Set(spellings.filter((_, index) => known[index] !== undefined))
      const isListed = (number: string) => spellingsOf(number).some((spelling) => listed.has(spelling))
      const left = asked.filter((number) => !isListed(number))
      const optedOut = [...asked.filter(isListed), ...(await erased.among(user_id, left, marker))]
      return new Map<string, string | undefined>([...barred, ...optedOut.map((number) => [number, undefined] as const)])
    },

    numbers: async (user_id, limit) => {
      const keys = await table.query<Key>({ pk: blacklistedKey(user_id, '').pk, only: ['sk'], limit })
      return [...new Set(keys.flatMap(({ sk }) => spellingsOf(sk)))]
    },

    add: async (user_id, phone_number, reason, cause, { call_id, needs_review, texted_at, started_at } = {}) => {
      const given = {
        ...{ cause, reason },
        ...(needs_review && { needs_review }),
        ...(texted_at !== undefined && { texted_at }),
      }
      const isStarted = started_at !== undefined && texted_at !== undefined && started_at > texted_at
      const started = (entry: BlacklistEntry) => (isStarted ? afterStart(entry, started_at) : entry)
      const listed = await untilWritten(parts, 'blacklist', async () => {
        const now = clock.now()
        const [known, url] = await Promise.all([lookUp(user_id, phone_number), findEventWebhook(table, user_id)])
        const seen = known && (await find(user_id, known.id))
        if (known && !seen) return lost
        const told = (entry: BlacklistEntry): Write[] => {
          const event = addedEvent(entry, given, facts(now, call_id))
          return [recorded(event), ...eventDeliveryWrites(event, url)]
        }
        if (seen) {
          const entry = started(withCause(seen, given, now))
          if (entry === seen) return seen
          return (await table.write([...replacement(seen, entry), ...told(entry)])).done ? entry : lost
        }
        const id = idAt(now, random.number())
        const fresh = { id, user_id, phone_number, reason, causes: {}, created_at: now }
        const entry = started(withCause(fresh, given, now))
        const written = await table.write([
          { put: { ...blacklistKey(user_id, id), ...entry }, when: isNew },
          ...lookUps(entry, isNew),
          ...told(entry),
        ])
        return written.done ? entry : lost
      })
      await marks.settleIn(user_id, [listed.id])
      return listed
    },

    findEvent: (user_id, id) => table.get<SuppressionEvent>(suppressionEventKey(user_id, id)),

    remove: (user_id, id, because) =>
      untilWritten(parts, 'blacklist', async () => {
        const entry = await find(user_id, id)
        if (!entry) return { outcome: 'missing' as const }
        if (because === undefined && causesOf(entry).some(isByPerson)) return { outcome: 'needs reason' as const }
        const event = recorded(removedEvent(entry, because, facts(clock.now())))
        const written = await table.write([...removal(entry), event])
        return written.done ? { outcome: 'removed' as const, phone_number: entry.phone_number } : lost
      }),

    allowTexts: (user_id, phone_number, sms_sid) => {
      const heard: Write = { put: { ...idempotencyKey(user_id, 'receive-message', sms_sid) }, when: isNew }
      return untilWritten(parts, 'blacklist', async () => {
        const now = clock.now()
        const known = await lookUp(user_id, phone_number)
        const seen = known && (await find(user_id, known.id))
        if (known && !seen) return lost
        if (!known && (await revive(user_id, phone_number)) === lost) return lost
        const entry = seen && afterStart(seen, now)
        const changes = seen !== undefined && entry !== undefined && entry !== seen
        const writes = changes
          ? [
              ...replacement(seen, entry),
              recorded(
                liftedEvent(
                  seen,
                  causesOf(seen).filter((cause) => isLiftedByStart(seen, cause)),
                  'texts',
                  'Replied START',
                  facts(now),
                ),
              ),
            ]
          : []
        const written = await table.write([heard, ...writes])
        if (written.done) return changes
        return written.failed[0] ? ('heard before' as const) : lost
      })
    },

    allowCalls: (user_id, phone_number, given_at, consent_id) =>
      untilWritten(parts, 'blacklist', async () => {
        const known = await lookUp(user_id, phone_number)
        const seen = known && (await find(user_id, known.id))
        if (!known) return (await revive(user_id, phone_number)) ?? false
        if (!seen) return lost
        const entry = afterConsent(seen, given_at)
        if (entry === seen) return false
        const lifted = causesOf(seen).filter((cause) => entry?.causes[cause] === undefined)
        const event = recorded(liftedEvent(seen, lifted, 'calls', `Consent ${consent_id}`, facts(clock.now())))
        const writes = entry ? replacement(seen, entry) : removal(seen)
        return (await table.write([...writes, event])).done ? entry === undefined : lost
      }),

    page: async (user_id, first, count) => {
      const { records, total } = await page(user_id, {}, first, count)
      return { items: records, total }
    },
  }
}

/** There, and as it was read; entries of before have no version. */
const unchangedSince = (version: number | undefined): Condition =>
  version === undefined
    ? when('attribute_exists(#pk) AND attribute_not_exists(#version)')
    : when('#version = :seen', { seen: version })
