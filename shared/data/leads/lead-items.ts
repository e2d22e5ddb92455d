import { type Contact, type Lead, type LeadStatus, queuedContact } from '../../domain/leads/lead.ts'
import {
  leadKey,
  lineOf,
  phoneIndexKey,
  type QueueLetter,
  type QueueLine,
  queueKey,
  type StoredKey,
} from '../../table/keys.ts'
import { isNew, type Write, when, without } from '../../table/table.ts'

/** `variables` is JSON text, because DynamoDB limits numbers and nesting. */
type StoredContact = Omit<Contact, 'variables'> & { variables: string }
export type StoredLead = StoredKey &
  Omit<Lead, 'variables' | 'contacts'> & { variables: string; contacts: StoredContact[] }

export type Pointer = StoredKey & { main_id: number }

/**
 * Returns the writes that change a lead. They fail when lead or contacts changed since `before`.
 * Counts of leads per number are written separately.
 */
export const leadWrites = (before: Lead, after: Lead | undefined): [Write, ...Write[]] => {
  const unchanged = when('#revision = :revision', { revision: before.revision })
  const kept = after?.deleted_at === undefined ? (after?.contacts ?? []) : []
  const gone = before.contacts.filter(({ id }) => !kept.some((contact) => contact.id === id))
  const renumbered = kept.filter(
    (contact) => before.contacts.find(({ id }) => id === contact.id)?.phone_number !== contact.phone_number,
  )
  const key = leadKey(before.user_id, before.id)
  return [
    after
      ? {
          put: { ...leadItem({ ...after, ...queueBucket(before, after), revision: before.revision + 1 }) },
          when: unchanged,
        }
      : { delete: key, when: unchanged },
    ...gone.map(({ id }): Write => ({ delete: leadKey(before.user_id, id) })),
    ...renumbered.map((contact): Write => ({ put: { ...pointer(before, contact) } })),
  ]
}

const queueBucket = (before: Lead, after: Lead): Pick<Lead, 'queue_place'> => {
  const bucketFacts = ({ campaign_id, ...lead }: Lead) => {
    const { id, phone_number, timezone, region } = queuedContact({ campaign_id, ...lead }) ?? lead
    return [campaign_id, id, phone_number, timezone, region].join()
  }
  const isKept = after.queue_place !== before.queue_place || bucketFacts(before) === bucketFacts(after)
  return { queue_place: isKept ? after.queue_place : undefined }
}

/** Fields that decide a lead's queue. A completed lead stays in its queue even during a call. */
type Standing = Pick<Lead, 'status' | 'call_id' | 'blocked' | 'barred' | 'in_doubt'>
export const letterOf = ({ status, call_id, blocked, barred, in_doubt }: Standing): QueueLetter => {
  if (status === 'completed') return 'c'
  if (status === 'reached-max-retries') return 'm'
  if (call_id !== undefined) return 'd'
  if (in_doubt) return 'h'
  if (blocked) return 'b'
  return barred ? 'n' : 'w'
}

export const lettersOf: Record<LeadStatus, QueueLetter[]> = {
  created: ['w', 'd', 'b', 'n', 'h'],
  completed: ['c'],
  'reached-max-retries': ['m'],
}

const lineOfLead = (lead: Lead): QueueLine => {
  const letter = letterOf(lead)
  return letter === 'w' ? lineOf(lead.queue_place) : letter
}

const leadItem = (lead: Lead): StoredLead => ({
  ...leadKey(lead.user_id, lead.id),
  ...(lead.deleted_at === undefined && {
    ...queueKey(lead, lineOfLead(lead), lead.next_attempt_at, lead.id),
    ...phoneIndexKey(lead.user_id, lead.phone_number),
  }),
  ...lead,
  variables: JSON.stringify(lead.variables),
  contacts: lead.contacts.map((contact) => ({ ...contact, variables: JSON.stringify(contact.variables) })),
})

export const readLead = (stored: StoredLead): Lead =>
  Object.assign(without(stored, 'pk', 'sk', 'queue_key', 'queue_at', 'phone_key'), {
    variables: JSON.parse(stored.variables),
    contacts: stored.contacts.map(readContact),
  })

const readContact = (stored: StoredContact): Contact =>
  Object.assign(stored, { variables: JSON.parse(stored.variables) })

const pointer = ({ user_id, id }: Lead, contact: Contact): Pointer => ({
  ...leadKey(user_id, contact.id),
  ...phoneIndexKey(user_id, contact.phone_number),
  main_id: id,
})
export const newLeadWrites = (lead: Lead): Write[] => [
  { put: { ...leadItem(lead) }, when: isNew },
  ...lead.contacts.map((contact): Write => ({ put: { ...pointer(lead, contact) }, when: isNew })),
]
