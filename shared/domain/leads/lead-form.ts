import * as z from 'zod'
import {
  documented,
  flag,
  integer,
  list,
  object,
  optional,
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
import { regionField } from '../places/stated-place.ts'
import { type Contact, contactsMax, type Lead, leadStatuses } from './lead.ts'

const phone = () => text({ max: 64 })

/** Where the person is, if the user knows better than the number. */
const place = {
  timezone: documented(optional(zone()), {
    description: 'Where the person is: by its clock calling rules allow calls, if the campaign enforces them',
  }),
  region: optional(regionField()),
}

export const LeadDraft = form({
  phone_number: phone(),
  campaign_id: integer(),
  variables: optional(variables()),
  allow_dupplicate: optional(flag()),
  consent: leadConsent(),
  ...place,
  secondary_contacts: optional(
    list(object({ phone_number: phone(), variables: optional(variables()), consent: leadConsent(), ...place }), {
      max: contactsMax,
    }),
  ),
})
export type LeadDraft = FormValues<typeof LeadDraft>

/** A campaign to move to. What can be no id does not exist, and that is found before anything is looked for. */
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

/** Only these may be sent; an operation that gets others refuses them by name. */
export const LeadChanges = form({
  campaign_id: anotherCampaign(),
  ...partial({ phone_number: phone() }),
  status: statusByHand(),
  variables: optional(variables()),
})
export type LeadChanges = FormValues<typeof LeadChanges>

const numberTaken = 'The phone number has already been added to this campaign.'

/** The findings about members of a family whose numbers are taken: the lead's own, and those of contacts at their place. */
export const duplicateFindings = (lead: Lead, ids: number[]): FieldErrors =>
  merge(...ids.map((id) => finding(pathOf(lead, id), numberTaken)))

/** The finding of an update, which speaks of one number. */
export const duplicateFinding: FieldErrors = finding('phone_number', numberTaken)

/** Numbers that come twice in one draft; the later place is wrong. */
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

/** The numbers of a draft's contacts in E.164, and findings at the places of those that are none and left out. */
export const readContactPhones = (contacts: { phone_number: string }[]): { numbers: string[]; errors: FieldErrors } => {
  const phones = contacts.map(({ phone_number }) => readReachablePhone(phone_number)?.number)
  const errors = merge(
    ...contacts.map(({ phone_number }, place) =>
      phones[place] === undefined ? phoneFinding(`secondary_contacts.${place}.phone_number`, phone_number) : {},
    ),
  )
  return { numbers: phones.flatMap((number) => number ?? []), errors }
}

/** What is wrong with the times of a draft's consents. */
export const consentFindings = ({ consent, secondary_contacts = [] }: Partial<LeadDraft>, now: number): FieldErrors =>
  merge(
    ...(consent ? [timesFinding(consent, now, 'consent.')] : []),
    ...secondary_contacts.map((contact, place) =>
      contact.consent ? timesFinding(contact.consent, now, `secondary_contacts.${place}.consent.`) : {},
    ),
  )

interface Beginning {
  id: number
  user_id: number
  campaign_id: number
  /** E.164 */
  phone_number: string
  variables?: Lead['variables']
  timezone?: string
  region?: string
  queue_place?: string
  contacts: Pick<Contact, 'phone_number' | 'variables' | 'timezone' | 'region'>[]
}

/** A new lead, due at once. Its contacts take the ids that follow its own. */
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
    contacts: contacts.map((contact, place) => ({ id: id + 1 + place, ...contact, ...fresh })),
    next_attempt_at: created_at,
    ...(queue_place !== undefined && { queue_place }),
    attempts: [],
    revision: 1,
  }
}
