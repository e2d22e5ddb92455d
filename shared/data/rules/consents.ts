import { type Consent, type ConsentStanding, standingAfter } from '../../domain/consents/consent.ts'
import { withdrawal } from '../../domain/consents/consent-form.ts'
import type { HistoryList, HistoryParts } from '../../lists/store/history-list.ts'
import { historyOverrides } from '../../lists/store/overrides.ts'
import { historyPages, idsIn } from '../../lists/store/pages.ts'
import { lost, untilWritten } from '../../table/compare-and-set.ts'
import { consentKey, consentNumberKey, consentStandingKey, type StoredKey } from '../../table/keys.ts'
import { isNew, type Table, type Write, when } from '../../table/table.ts'
import { type IdRange, isIdIn } from '../../words/day-range.ts'
import { commonSpelling } from '../../words/phone-spellings.ts'

export interface Consents {
  find(user_id: number, id: number): Promise<Consent | undefined>
  /** False when another record has the id. Calls `writing` before each attempt. */
  record(consent: Consent, writing?: () => void): Promise<boolean>
  /** Old and new spellings count as one number. Costs one read per number. */
  standings(user_id: number, phone_numbers: string[]): Promise<Map<string, ConsentStanding>>
  /**
   * Stores a withdrawal of the consent, or returns an earlier withdrawal. Undefined when another
   * record has the id.
   */
  withdraw(consent: Consent, id: number, because: string | undefined): Promise<Consent | undefined>
  /** Newest first. */
  page(
    user_id: number,
    asked: IdRange & { phone_number?: string },
    first: number,
    count: number,
  ): Promise<{ items: Consent[]; total: number }>
}

export const consentHistory: HistoryList<Consent> = {
  noun: 'consent',
  recordKey: consentKey,
  rowOf: ({ id }) => ({ id, kind: [], isSettled: true }),
}

/** Makes the transaction fail when a later consent record of the number exists. */
export const sameConsents = (user_id: number, number: string, version: number): Write => ({
  check: consentStandingKey(user_id, commonSpelling(number)),
  when: when('#version = :seen', { seen: version }),
})

const recordWrites = (record: Consent): Write[] => [
  { put: { ...record, ...consentKey(record.user_id, record.id) }, when: isNew },
  { put: { ...consentNumberKey(record.user_id, commonSpelling(record.phone_number), record.id) }, when: isNew },
]

const standingWrite = (seen: ConsentStanding | undefined, record: Consent): Write => ({
  put: { ...consentStandingKey(record.user_id, commonSpelling(record.phone_number)), ...standingAfter(seen, record) },
  when: seen ? when('#version = :seen', { seen: seen.version }) : isNew,
})

const idsOf = async (table: Table, user_id: number, number: string): Promise<number[]> => {
  const { pk, sk } = consentStandingKey(user_id, commonSpelling(number))
  const pointers = await table.query<StoredKey>({ pk, from: `${sk}#`, to: `${sk}$`, only: ['sk'] })
  return pointers.map((pointer) => Number(pointer.sk.split('#')[1]))
}

const withdrawalOf = async (table: Table, { user_id, id, phone_number }: Consent): Promise<Consent | undefined> => {
  const others = (await idsOf(table, user_id, phone_number)).filter((one) => one !== id)
  const records = await table.getMany<Consent>(others.map((one) => consentKey(user_id, one)))
  return records.find((record) => record?.revokes === id)
}

export const consents = (parts: HistoryParts): Consents => {
  const { table } = parts
  const overrides = historyOverrides(parts, consentHistory)
  const { page } = historyPages(parts, consentHistory)
  return {
    find: (user_id, id) => table.get(consentKey(user_id, id)),

    record: async (consent, writing) => {
      const { user_id, id, phone_number } = consent
      const standingKey = consentStandingKey(user_id, commonSpelling(phone_number))
      const isRecorded = await untilWritten(parts, 'consent', async () => {
        const standing = await table.get<ConsentStanding>(standingKey)
        writing?.()
        const written = await table.write<Consent>([...recordWrites(consent), standingWrite(standing, consent)])
        if (written.done) return true
        const [before] = written.before
        if (!written.failed[0]) return lost
        return before?.phone_number === phone_number && before.status === consent.status
      })
      if (isRecorded) await overrides.register(user_id, [id])
      return isRecorded
    },

    standings: async (user_id, phone_numbers) => {
      const phones = [...new Set(phone_numbers.map(commonSpelling))]
      const found = await table.getMany<ConsentStanding>(phones.map((phone) => consentStandingKey(user_id, phone)))
      const known = new Map(phones.map((phone, index) => [phone, found[index]]))
      return new Map(
        phone_numbers.flatMap((number) => {
          const standing = known.get(commonSpelling(number))
          return standing ? [[number, standing] as const] : []
        }),
      )
    },

    withdraw: async (consent, id, because) => {
      const record = withdrawal(consent, id, because)
      const { user_id, phone_number, given_at } = record
      /** The first attempt assumes that nothing was withdrawn; its condition checks this. */
      let standing: Write = {
        update: consentStandingKey(user_id, commonSpelling(phone_number)),
        set: { revoked_at: given_at },
        add: { version: 1 },
        when: when('attribute_exists(#pk) AND attribute_not_exists(#revoked_at)'),
      }
      const stored = await untilWritten(parts, 'consent', async (losses) => {
        const known = losses > 0 ? await withdrawalOf(table, consent) : undefined
        if (known) return known
        const written = await table.write<Consent & ConsentStanding>([...recordWrites(record), standing])
        if (written.done) return record
        const [before, , seen] = written.before
        if (written.failed[0]) return before?.revokes === consent.id ? before : undefined
        standing = standingWrite(seen, record)
        return lost
      })
      if (stored) await overrides.register(user_id, [stored.id])
      return stored
    },

    page: async (user_id, { phone_number, ...range }, first, count) => {
      if (phone_number === undefined) {
        const { records, total } = await page(user_id, idsIn(range), { first, count })
        return { items: records, total }
      }
      const ids = (await idsOf(table, user_id, phone_number)).filter((id) => isIdIn(range, id)).toReversed()
      const records = await table.getMany<Consent>(ids.slice(first, first + count).map((id) => consentKey(user_id, id)))
      return { items: records.flatMap((record) => record ?? []), total: ids.length }
    },
  }
}
