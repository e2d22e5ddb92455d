import * as z from 'zod'
import {
  documented,
  flag,
  integer,
  list,
  object,
  optional,
  readLater,
  sentences,
  text,
  variables,
  zone,
} from '../../words/fields.ts'
import { type FormValues, finding, form, merge, partial } from '../../words/form.ts'
import { timeOfId } from '../../words/id.ts'
import { phoneFinding, readReachablePhone } from '../../words/phone.ts'
import type { FieldErrors } from '../../words/problem.ts'
import { leadConsent, timesFinding } from '../consents/consent-form.ts'
import type { StatedPlace } from '../places/place.ts'
import { regionField } from '../places/stated-place.ts'
import { type Contact, contactsMax, type Lead, leadStatuses } from './lead.ts'

const phone = () => text({ max: 64 })

const place = {
  timezone: documented(optional(zone()), {
    description: 'Where the person is: by its clock calling rules allow calls, if the campaign enforces them',
  }),
  region: optional(regionField()),
}

const member = { phone_number: phone(), variables: optional(variables()), consent: leadConsent(), ...place }
const family = { ...member, secondary_contacts: optional(list(object(member), { max: contactsMax })) }
const destination = { campaign_id: integer(), allow_dupplicate: optional(flag()) }

export const LeadDraft = form({ ...destination, ...family })
export type LeadDraft = FormValues<typeof LeadDraft>

export const FamilyDraft = form(family)
export type FamilyDraft = Partial<FormValues<typeof FamilyDraft>> & { phone_number: string }

/** Leads per request: 1,000 leads take 20 DynamoDB transactions. */
const importedLeadsMax = 1000

export const LeadsDraft = form({
  ...destination,
  leads: list(readLater(object(family)), { max: importedLeadsMax }),
})

const anotherCampaign = () =>
  documented(
    z.preprocess(
      (value) => (typeof value === 'string' && /^[+-]?\d+$/.test(value.trim()) ? Number(value) : (value ?? undefined)),
      z
        .number({ error: campaignGone })
        .refine((id) => Number.isInteger(id) && id > 0, { error: campaignGone })
        .transform((id) => Math.min(id, Number.MAX_SAFE_INTEGER))
        .optional(),
    ),
    { type: 'integer', minimum: 1 },
  )

const campaignGone = 'The selected campaign does not exist'

const statusByHand = () =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.trim() || undefined : (value ?? undefined)),
    z
      .enum(leadStatuses, { error: ({ input }) => (typeof input === 'string' ? statusKept : sentences.text) })
      .optional(),
  )

const statusKept = 'This status is assigned automatically and cannot be set manually'

export const LeadChanges = form({
  campaign_id: anotherCampaign(),
  ...partial({ phone_number: phone() }),
  status: statusByHand(),
  variables: optional(variables()),
})
export type LeadChanges = FormValues<typeof LeadChanges>

const numberTaken = 'The phone number has already been added to this campaign.'

export const duplicateFindings = (lead: Lead, ids: number[]): FieldErrors =>
  merge(...ids.map((id) => finding(pathOf(lead, id), numberTaken)))

export const duplicateFinding: FieldErrors = finding('phone_number', numberTaken)

export const repeatedNumbers = (lead: Lead): FieldErrors => {
  const seen = new Set([lead.phone_number])
  const again = lead.contacts.filter(({ phone_number }) => seen.has(phone_number) || !seen.add(phone_number))
  return duplicateFindings(
    lead,
    again.map(({ id }) => id),
  )
}

const pathOf = (lead: Lead, id: number): string => {
  const place = lead.contacts.findIndex((contact) => contact.id === id)
  return place === -1 ? 'phone_number' : `secondary_contacts.${place}.phone_number`
}

export const readContactPhones = (contacts: { phone_number: string }[]): { numbers: string[]; errors: FieldErrors } => {
  const phones = contacts.map(({ phone_number }) => readReachablePhone(phone_number)?.number)
  const errors = merge(
    ...contacts.map(({ phone_number }, index) =>
      phones[index] === undefined ? phoneFinding(`secondary_contacts.${index}.phone_number`, phone_number) : {},
    ),
  )
  return { numbers: phones.flatMap((number) => number ?? []), errors }
}

export const consentFindings = ({ consent, secondary_contacts = [] }: Partial<FamilyDraft>, now: number): FieldErrors =>
  merge(
    ...(consent ? [timesFinding(consent, now, 'consent.')] : []),
    ...secondary_contacts.map((contact, index) =>
      contact.consent ? timesFinding(contact.consent, now, `secondary_contacts.${index}.consent.`) : {},
    ),
  )

interface Beginning {
  id: number
  user_id: number
  campaign_id: number
  phone_number: string
  variables?: Lead['variables']
  timezone?: string
  region?: string
  queue_place?: string
  contacts: Pick<Contact, 'phone_number' | 'variables' | 'timezone' | 'region'>[]
}

/** Creates a lead that is due at once. Its contacts get the ids after the lead's id. */
export const newLead = ({
  id,
  user_id,
  campaign_id,
  phone_number,
  variables = {},
  timezone,
  region,
  queue_place,
  contacts,
}: Beginning): Lead => {
  const created_at = timeOfId(id)
  const fresh = { status: 'created' as const, in_line: true, dials: 0, updated_at: created_at }
  return {
    id,
    user_id,
    campaign_id,
    phone_number,
    variables,
    ...(timezone !== undefined && { timezone }),
    ...(region !== undefined && { region }),
    ...fresh,
    contacts: contacts.map((contact, index) => ({ id: id + 1 + index, ...contact, ...fresh })),
    next_attempt_at: created_at,
    ...(queue_place !== undefined && { queue_place }),
    attempts: [],
    revision: 1,
  }
}

type Identity = Pick<Lead, 'id' | 'user_id' | 'campaign_id'>

/** `allow_dupplicate`: contacts may repeat a number. */
export const leadOfDraft = (
  { secondary_contacts = [], ...draft }: FamilyDraft,
  identity: Identity,
  allow_dupplicate: boolean,
): { lead: Lead } | { errors: FieldErrors } => {
  const number = readReachablePhone(draft.phone_number)?.number
  if (number === undefined) return { errors: phoneFinding('phone_number', draft.phone_number) }
  const { numbers, errors } = readContactPhones(secondary_contacts)
  if (Object.keys(errors).length > 0) return { errors }
  const { variables } = draft
  const contacts = contactsOf(secondary_contacts, numbers)
  const lead = newLead({ ...identity, phone_number: number, variables, ...statedOf(draft), contacts })
  const repeated = allow_dupplicate ? {} : repeatedNumbers(lead)
  return Object.keys(repeated).length > 0 ? { errors: repeated } : { lead }
}

export const contactsOf = (
  drafts: NonNullable<FamilyDraft['secondary_contacts']>,
  numbers: readonly string[],
): Beginning['contacts'] =>
  numbers.map((phone_number, index) => ({
    phone_number,
    variables: drafts[index]?.variables ?? {},
    ...statedOf(drafts[index]),
  }))

export const statedOf = ({ timezone, region }: StatedPlace = {}): StatedPlace => ({
  ...(timezone !== undefined && { timezone }),
  ...(region !== undefined && { region }),
})
