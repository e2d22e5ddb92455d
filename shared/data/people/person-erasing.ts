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
import { type HistoryOverrides, historyOverrides } from '../../lists/store/overrides.ts'
import type { UserNoun } from '../../table/items.ts'
import {
  blacklistedKey,
  blacklistKey,
  consentKey,
  consentNumberKey,
  consentStandingKey,
  dialledHashKey,
  type StoredKey,
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

/** `walked_at`: end of the previous pass over all items. */
export interface WalkTimes {
  now: number
  walked_at: number | undefined
}

/**
 * `left`: a call or message uses the item. `later`: needs another pass. `stays`: nothing to erase.
 */
export type Erased = 'erased' | 'left' | 'later' | 'stays'

interface Store {
  parts: BlacklistParts
  overrides: Record<'sms' | 'consent' | 'blacklist', HistoryOverrides>
  optOuts: ReturnType<typeof erasedOptOuts>
}

interface Erasing {
  key: StoredKey
  person: Person
  at: WalkTimes
}

type Eraser = (store: Store, erasing: Erasing) => Promise<Erased | undefined>

const written = async ({ table }: BlacklistParts, ...writes: Write[]): Promise<Erased> =>
  (await table.write(writes)).done ? 'erased' : 'later'

/**
 * Erases lead and contacts if the person has the lead's own number. With a contact's number, erases
 * only this contact.
 */
const lead: Eraser = async ({ parts }, { key, person }) => {
  const { table, clock } = parts
  const stored = await table.get<StoredLead | Pointer>(key)
  // The erasure of the contact also removes this pointer.
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

const sms: Eraser = async ({ parts, overrides }, { key, person }) => {
  const seen = await parts.table.get<Sms>(key)
  if (!isPerson(person, seen?.to)) return undefined
  if (!seen || seen.status === 'sending') return 'left'
  const { user_id, id, revision } = seen
  return written(
    parts,
    { delete: key, when: when('#revision = :revision', { revision }) },
    overrides.sms.gone(user_id, id),
  )
}

const consent: Eraser = async ({ parts, overrides }, { key, person }) => {
  const seen = await parts.table.get<Consent>(key)
  if (!seen || !isPerson(person, seen.phone_number)) return undefined
  const { user_id, id, phone_number } = seen
  const phone = commonSpelling(phone_number)
  return written(
    parts,
    { delete: consentKey(user_id, id) },
    { delete: consentNumberKey(user_id, phone, id) },
    { delete: consentStandingKey(user_id, phone) },
    overrides.consent.gone(user_id, id),
  )
}

/**
 * Stores the opt-out as a hash. A later pass deletes the entry, because a dial that began before
 * the hash was stored checks only the entry.
 */
const blacklist: Eraser = async ({ parts, overrides, optOuts }, { key: its, person, at }) => {
  const { table } = parts
  const entry = await table.get<BlacklistEntry>(its)
  if (!entry || !isPerson(person, entry.phone_number)) return undefined
  const { user_id, id, phone_number, version } = entry
  const [marker, key] = await Promise.all([optOuts.marker(user_id), optOuts.keyOf(user_id, phone_number)])
  const known = await table.get<{ erased_at: number }>(key)
  const hash = { ...key, ...erasedOptOut(entry, at.now) }
  if (!known || at.walked_at === undefined || known.erased_at > at.walked_at) {
    if (known) return 'later'
    await table.write([{ put: { ...marker }, when: isNew }])
    return written(parts, { put: hash, when: isNew })
  }
  return written(
    parts,
    { put: hash },
    { delete: blacklistKey(user_id, id), when: when('#version = :seen', { seen: version }) },
    ...spellingsOf(phone_number).map((spelling): Write => ({ delete: blacklistedKey(user_id, spelling) })),
    overrides.blacklist.gone(user_id, id),
  )
}

/**
 * Removes the salt and the phone number. The evidence chain keeps only a hash of both, which
 * reveals nothing.
 */
const evidenceFacts: Eraser = async ({ parts }, { key, person, at }) => {
  const stored = await parts.table.get<{ facts?: PersonalFacts }>(key)
  if (!isPerson(person, stored?.facts?.phone_number)) return undefined
  return written(parts, {
    update: key,
    set: { erased_at: at.now },
    remove: ['facts'],
    when: when('attribute_exists(#facts)'),
  })
}

const optOutQuestion: Eraser = async ({ parts }, { key, person }) => {
  const open = await parts.table.get<{ phone_number?: string }>(key)
  return isPerson(person, open?.phone_number) ? 'later' : undefined
}

const callNumber: Eraser = ({ parts }, { key }) => written(parts, { delete: key })
const callMark: Eraser = async ({ parts }, { key, at: { walked_at } }) => {
  const mark = await parts.table.get<{ stamp: number }>(key)
  if (!mark || walked_at === undefined) return 'later'
  return written(parts, { update: key, remove: ['number'], when: when('#stamp = :stamp', { stamp: mark.stamp }) })
}
const suppressionEvent: Eraser = async ({ parts }, { key, person }) => {
  const event = await parts.table.get<SuppressionEvent>(key)
  return isPerson(person, event?.phone_number) ? written(parts, { delete: key }) : undefined
}

const replayCall: Eraser = async ({ parts }, { key, person }) => {
  const played = await parts.table.get<{ phone_number?: string }>(key)
  return isPerson(person, played?.phone_number) ? written(parts, { delete: key }) : undefined
}

/**
 * Stores the count of dials under a keyed hash of the number, so that call limits apply until the
 * last dial expires.
 */
const dialled: Eraser = async ({ parts, optOuts }, { key, person }) => {
  const { table } = parts
  if (!isPerson(person, key.sk)) return key.sk.startsWith('#') ? 'stays' : undefined
  const stored = await table.get<DialCount>(key)
  const [userPart = ''] = key.pk.split('#')
  const user_id = Number(userPart)
  const [marker, hash] = await Promise.all([optOuts.marker(user_id), optOuts.hashOf(user_id, key.sk)])
  await table.write([{ put: { ...marker }, when: isNew }])
  return stored ? written(parts, ...hashedWrites(key, stored, dialledHashKey(user_id, hash))) : 'later'
}

const erasers: Partial<Record<UserNoun, Eraser>> = {
  lead,
  sms,
  consent,
  blacklist,
  dialled,
  'opt-out-question': optOutQuestion,
  'replay-call': replayCall,
  'suppression-event': suppressionEvent,
  'evidence-facts': evidenceFacts,
  'person-work': async () => 'stays',
  'call-number': callNumber,
  'call-mark': callMark,
}

export const personErasing = (parts: BlacklistParts) => {
  const overrides = {
    sms: historyOverrides(parts, smsHistory),
    consent: historyOverrides(parts, consentHistory),
    blacklist: historyOverrides(parts, blacklistHistory),
  }
  const store: Store = { parts, overrides, optOuts: erasedOptOuts(parts) }
  return async (noun: UserNoun, erasing: Erasing) => erasers[noun]?.(store, erasing)
}
