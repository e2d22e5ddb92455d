import { type Consent, type ConsentStanding, standingAfter } from '../domain/consents/consent.ts'
import { spellingsOf } from '../domain/phone-spellings.ts'
import { lost, untilWritten } from './compare-and-set.ts'
import type { HistoryList, HistoryParts } from './history/history-list.ts'
import { historyMarks } from './history/marks.ts'
import { historyPages } from './history/pages.ts'
import { consentKey, consentNumberKey, consentStandingKey, type Key } from './keys.ts'
import { isNew, type Write, when } from './table.ts'

/** Consents and their withdrawals, as they were recorded; none is ever changed. */
export interface Consents {
  find(user_id: number, id: number): Promise<Consent | undefined>
  /** False when the id is another record's. The same record twice is recorded once. */
  record(consent: Consent): Promise<boolean>
  /** What is known of these numbers (E.164), in any spelling; a hundred cost one read each and one round trip. */
  standings(user_id: number, phone_numbers: string[]): Promise<Map<string, ConsentStanding>>
  /** The withdrawal of a consent that was recorded before; undefined if there is none. */
  withdrawalOf(consent: Consent): Promise<Consent | undefined>
  /** Newest first, and how many there are in all; of one number or of every. */
  page(
    user_id: number,
    phone_number: string | undefined,
    first: number,
    count: number,
  ): Promise<{ items: Consent[]; total: number }>
}

/** How consents are listed: nothing is asked about them, so they are settled from the start. */
export const consentHistory: HistoryList<Consent> = {
  noun: 'consent',
  recordKey: consentKey,
  rowOf: ({ id }) => ({ id, kind: [], isSettled: true }),
}

/** Of the spellings of one phone, the one that stands for all. */
export const phoneOf = (number: string): string => spellingsOf(number).toSorted()[0] ?? number

/** A claim to dial holds only while no other record of the number's consents was made since. */
export const sameConsents = (user_id: number, number: string, version: number): Write => ({
  check: consentStandingKey(user_id, phoneOf(number)),
  when: when('#version = :seen', { seen: version }),
})

export const consents = (parts: HistoryParts): Consents => {
  const { table } = parts
  const marks = historyMarks(parts, consentHistory)
  const { page } = historyPages(parts, consentHistory)
  const find = (user_id: number, id: number) => table.get<Consent>(consentKey(user_id, id))

  /** Ids of a number's records, the oldest first. */
  const idsOf = async (user_id: number, number: string): Promise<number[]> => {
    const { pk, sk } = consentStandingKey(user_id, phoneOf(number))
    const pointers = await table.query<Key>({ pk, from: `${sk}#`, to: `${sk}$`, only: ['sk'] })
    return pointers.map((pointer) => Number(pointer.sk.split('#')[1]))
  }

  return {
    find,

    record: async (consent) => {
      const { user_id, id, phone_number } = consent
      const phone = phoneOf(phone_number)
      const isRecorded = await untilWritten(parts, 'consent', async () => {
        const standing = await table.get<ConsentStanding>(consentStandingKey(user_id, phone))
        const next = standingAfter(standing, consent)
        const seen = standing ? when('#version = :seen', { seen: standing.version }) : isNew
        const written = await table.write<Consent>([
          { put: { ...consent, ...consentKey(user_id, id) }, when: isNew },
          { put: { ...consentNumberKey(user_id, phone, id) }, when: isNew },
          { put: { ...consentStandingKey(user_id, phone), ...next }, when: seen },
        ])
        if (written.done) return true
        const [before] = written.before
        if (!written.failed[0]) return lost
        return before?.phone_number === phone_number && before.status === consent.status
      })
      if (isRecorded) await marks.settleIn(user_id, [id])
      return isRecorded
    },

    standings: async (user_id, phone_numbers) => {
      const phones = [...new Set(phone_numbers.map(phoneOf))]
      const found = await table.getMany<ConsentStanding>(phones.map((phone) => consentStandingKey(user_id, phone)))
      const known = new Map(phones.map((phone, place) => [phone, found[place]]))
      return new Map(
        phone_numbers.flatMap((number) => {
          const standing = known.get(phoneOf(number))
          return standing ? [[number, standing] as const] : []
        }),
      )
    },

    withdrawalOf: async ({ user_id, id, phone_number }) => {
      const others = (await idsOf(user_id, phone_number)).filter((one) => one !== id)
      const records = await table.getMany<Consent>(others.map((one) => consentKey(user_id, one)))
      return records.find((record) => record?.revokes === id)
    },

    page: async (user_id, phone_number, first, count) => {
      if (phone_number === undefined) {
        const { records, total } = await page(user_id, {}, first, count)
        return { items: records, total }
      }
      const ids = (await idsOf(user_id, phone_number)).toReversed()
      const records = await table.getMany<Consent>(ids.slice(first, first + count).map((id) => consentKey(user_id, id)))
      return { items: records.flatMap((record) => record ?? []), total: ids.length }
    },
  }
}
