import type { BlacklistEntry } from '../../domain/account/blacklist-entry.ts'
import { erasedOptOut } from '../../domain/account/erased-opt-out.ts'
import type { SuppressionEvent } from '../../domain/account/suppression-event.ts'
import type { Consent } from '../../domain/consents/consent.ts'
import type { PersonalFacts } from '../../domain/evidence/evidence.ts'
import { familyOf, type Lead } from '../../domain/leads/lead.ts'
import { withoutContact } from '../../domain/leads/lead-life.ts'
import { isPerson, type Person } from '../../domain/people/mentions.ts'
import type { DialCount } from '../../domain/rules/dial-count.ts'
import type { Sms } from '../../domain/sms/sms.ts'
import { historyMarks } from '../../lists/store/marks.ts'
import type { UserNoun } from '../../table/items.ts'
import {
  blacklistedKey,
  blacklistKey,
  consentKey,
  consentNumberKey,
  consentStandingKey,
  dialledHashKey,
  type Key,
} from '../../table/keys.ts'
import { isNew, type Write, when } from '../../table/table.ts'
import { commonSpelling, spellingsOf } from '../../words/phone-spellings.ts'
import { isThere } from '../campaigns/campaigns.ts'
import { hashedWrites } from '../dialling/dial-counts.ts'
import { writeLead } from '../leads/lead-changing.ts'
import { type Pointer, readLead, type StoredLead } from '../leads/lead-items.ts'
import { type BlacklistParts, blacklistHistory } from '../opt-outs/blacklist.ts'
import { erasedOptOuts } from '../opt-outs/erased-opt-outs.ts'
import { consentHistory } from '../rules/consents.ts'
import { smsHistory } from '../sms/sms.ts'

/** When this walk through everything began, and the one before ended, if there was one. */
export interface WalkTimes {
  now: number
  walked_at: number | undefined
}

/** `left`: a call or message is under way with it. `later`: it has to be looked at again. `stays`: there is nothing in it to erase. */
export type Erased = 'erased' | 'left' | 'later' | 'stays'

/** How each noun that is about people loses one of them; undefined for what is not about this one. */
export const personErasing = (parts: BlacklistParts) => {
  const { table, clock } = parts
  const marks = {
    sms: historyMarks(parts, smsHistory),
    consent: historyMarks(parts, consentHistory),
    blacklist: historyMarks(parts, blacklistHistory),
  }
  const optOuts = erasedOptOuts(parts)
  const written = async (...writes: Write[]): Promise<Erased> => ((await table.write(writes)).done ? 'erased' : 'later')

  /** Its own number takes the family along, that of a contact leaves the rest. Lists and counts of the campaign stay exact. */
  const lead = async (key: Key, person: Person): Promise<Erased | undefined> => {
    const stored = await table.get<StoredLead | Pointer>(key)
    // The way from a contact to its lead goes with the contact.
    if (!stored || 'main_id' in stored) return 'stays'
    const seen = readLead(stored)
    if (!familyOf(seen).some(({ phone_number }) => isPerson(person, phone_number))) return undefined
    if (seen.call_id !== undefined) return 'left'
    if (seen.deleted_at !== undefined) return 'later'
    let after: Lead | undefined = isPerson(person, seen.phone_number) ? undefined : seen
    for (const { id, phone_number } of seen.contacts)
      if (after && isPerson(person, phone_number)) after = withoutContact(after, id, clock.now())
    const { outcome } = await writeLead(parts, seen, after, [isThere(seen.user_id, seen.campaign_id)])
    return outcome === 'replaced' ? 'erased' : 'later'
  }

  /** A message that may still be sent is settled first. */
  const sms = async (key: Key, person: Person): Promise<Erased | undefined> => {
    const seen = await table.get<Sms>(key)
    if (!isPerson(person, seen?.to)) return undefined
    if (!seen || seen.status === 'sending') return 'left'
    const { user_id, id, revision } = seen
    return written({ delete: key, when: when('#revision = :revision', { revision }) }, marks.sms.gone(user_id, id))
  }

  const consent = async (key: Key, person: Person): Promise<Erased | undefined> => {
    const seen = await table.get<Consent>(key)
    if (!seen || !isPerson(person, seen.phone_number)) return undefined
    const { user_id, id, phone_number } = seen
    const phone = commonSpelling(phone_number)
    return written(
      { delete: consentKey(user_id, id) },
      { delete: consentNumberKey(user_id, phone, id) },
      { delete: consentStandingKey(user_id, phone) },
      marks.consent.gone(user_id, id),
    )
  }

  /**
   * The hash first, and only after a pause, in another walk, the plain entry goes: a dial that was allowed by a look from before the hash
   * is over by then. It is the entry as it stands at that moment that is hashed.
   */
  const blacklist = async (its: Key, person: Person, at: WalkTimes): Promise<Erased | undefined> => {
    const entry = await table.get<BlacklistEntry>(its)
    if (!entry || !isPerson(person, entry.phone_number)) return undefined
    const { user_id, id, phone_number, version } = entry
    const [marker, key] = await Promise.all([optOuts.marker(user_id), optOuts.keyOf(user_id, phone_number)])
    const known = await table.get<{ erased_at: number }>(key)
    const hash = { ...key, ...erasedOptOut(entry, at.now) }
    if (!known || at.walked_at === undefined || known.erased_at > at.walked_at) {
      if (known) return 'later'
      await table.write([{ put: { ...marker }, when: isNew }])
      return written({ put: hash, when: isNew })
    }
    return written(
      { put: hash },
      { delete: blacklistKey(user_id, id), when: when('#version = :seen', { seen: version }) },
      ...spellingsOf(phone_number).map((spelling): Write => ({ delete: blacklistedKey(user_id, spelling) })),
      marks.blacklist.gone(user_id, id),
    )
  }

  /** The decision stays, and its place in the chain: its hash is that of the facts, and tells nothing without their salt. */
  const evidenceFacts = async (key: Key, person: Person, { now }: WalkTimes): Promise<Erased | undefined> => {
    const stored = await table.get<{ facts?: PersonalFacts }>(key)
    if (!isPerson(person, stored?.facts?.phone_number)) return undefined
    return written({
      update: key,
      set: { erased_at: now },
      remove: ['facts'],
      when: when('attribute_exists(#facts)'),
    })
  }

  /** A model answers it within a minute, and then it holds no number. An opt-out must not be lost. */
  const optOutQuestion = async (key: Key, person: Person): Promise<Erased | undefined> => {
    const open = await table.get<{ phone_number?: string }>(key)
    return isPerson(person, open?.phone_number) ? 'later' : undefined
  }

  /** What a sealer that ran beside the erasure may still have written; by the second walk none is left that has seen the call. */
  const gone = (key: Key) => written({ delete: key })
  const callMark = async (key: Key, { walked_at }: WalkTimes): Promise<Erased> => {
    const mark = await table.get<{ stamp: number }>(key)
    if (!mark || walked_at === undefined) return 'later'
    return written({ update: key, remove: ['number'], when: when('#stamp = :stamp', { stamp: mark.stamp }) })
  }
  const suppressionEvent = async (key: Key, person: Person): Promise<Erased | undefined> => {
    const event = await table.get<SuppressionEvent>(key)
    return isPerson(person, event?.phone_number) ? gone(key) : undefined
  }

  /** How often it may still be called binds on, under a keyed hash, until the last dial counts no more. */
  const dialled = async (key: Key, person: Person): Promise<Erased | undefined> => {
    if (!isPerson(person, key.sk)) return key.sk.startsWith('#') ? 'stays' : undefined
    const stored = await table.get<DialCount>(key)
    const [userPart = ''] = key.pk.split('#')
    const user_id = Number(userPart)
    const [marker, hash] = await Promise.all([optOuts.marker(user_id), optOuts.hashOf(user_id, key.sk)])
    await table.write([{ put: { ...marker }, when: isNew }])
    return stored ? written(...hashedWrites(key, stored, dialledHashKey(user_id, hash))) : 'later'
  }

  return async (noun: UserNoun, key: Key, person: Person, at: WalkTimes): Promise<Erased | undefined> => {
    switch (noun) {
      case 'lead':
        return lead(key, person)
      case 'sms':
        return sms(key, person)
      case 'consent':
        return consent(key, person)
      case 'opt-out-question':
        return optOutQuestion(key, person)
      case 'suppression-event':
        return suppressionEvent(key, person)
      case 'blacklist':
        return blacklist(key, person, at)
      case 'dialled':
        return dialled(key, person)
      case 'evidence-facts':
        return evidenceFacts(key, person, at)
      // Its own erasure names it to the end; files of exports are the business of who reaches the bucket.
      case 'person-work':
        return 'stays'
      case 'call-number':
        return gone(key)
      case 'call-mark':
        return callMark(key, at)
      default:
        return undefined
    }
  }
}
