import * as z from 'zod'
import { timeOfId } from '../../words/id.ts'
import { fitting } from '../../words/page.ts'
import { plainTime } from '../../words/time.ts'
import type { Campaign } from '../campaigns/campaign.ts'
import { type PlaceAnswer, PlaceItem } from '../places/place-view.ts'
import { attemptOutcomes, type Contact, goalStates, type Lead, leadStatuses } from './lead.ts'

const Member = z.object({
  id: z.int(),
  phone_number: z.string(),
  variables: z.record(z.string(), z.unknown()),
  timezone: z.string().nullable(),
  region: z.string().nullable(),
  status: z.enum(leadStatuses),
  created_at: z.string(),
  updated_at: z.string(),
})

export const LeadItem = Member.extend({
  campaign_id: z.int(),
  campaign: z.object({ id: z.int(), name: z.string() }),
  secondary_contacts: z.array(Member),
})

export const ExportedLead = LeadItem.omit({ campaign: true }).extend({ campaign_name: z.string() })

export const FullLead = LeadItem.extend({
  attempts: z.array(
    z.object({
      call_id: z.int(),
      lead_id: z.int(),
      attempted_at: z.string(),
      outcome: z.enum(attemptOutcomes).nullable(),
      /** Null for an attempt without a goal. */
      goal: z.enum(goalStates).nullable(),
    }),
  ),
  next_attempt_at: z.string().nullable(),
  place: PlaceItem,
  /** Reasons why the lead is not called now; empty when it is next. */
  reasons: z.array(z.string()),
})

const memberView = ({
  id,
  phone_number,
  variables,
  timezone,
  region,
  status,
  updated_at,
}: Contact): z.input<typeof Member> => ({
  id,
  phone_number,
  variables,
  timezone: timezone ?? null,
  region: region ?? null,
  status,
  created_at: plainTime(timeOfId(id)),
  updated_at: plainTime(updated_at),
})

export const leadView = (
  lead: Lead,
  { id, name }: Pick<Campaign, 'id' | 'name'>,
  member: Contact = lead,
): z.input<typeof LeadItem> => ({
  ...memberView(member),
  campaign_id: lead.campaign_id,
  campaign: { id, name },
  secondary_contacts: member.id === lead.id ? lead.contacts.map(memberView) : [],
})

/** Omits variables if the lead is too large for a list. */
export const listedLead = (lead: Lead, campaign: Pick<Campaign, 'id' | 'name'>): z.input<typeof LeadItem> => {
  const truncated = { truncated: true }
  const contactsShort = (row: z.input<typeof LeadItem>) => ({
    ...row,
    secondary_contacts: row.secondary_contacts.map((contact) => ({ ...contact, variables: truncated })),
  })
  return fitting(leadView(lead, campaign), [contactsShort, (row) => ({ ...row, variables: truncated })], 2)
}

interface LeadFacts {
  lead: Lead
  campaign: Campaign
  member: Contact
  place: PlaceAnswer
  reasons: readonly string[]
  next_at: number | undefined
}

export const fullLeadView = ({
  lead,
  campaign,
  member,
  place,
  reasons,
  next_at,
}: LeadFacts): z.input<typeof FullLead> => {
  const isOfMember = ({ lead_id }: { lead_id: number }) => member.id === lead.id || lead_id === member.id
  const over = lead.attempts.map(({ at, goal, ...attempt }) => ({
    ...attempt,
    attempted_at: plainTime(at),
    goal: goal?.state ?? null,
  }))
  const { call_id, called_id = lead.id } = lead
  const running =
    call_id === undefined
      ? []
      : [{ call_id, lead_id: called_id, attempted_at: plainTime(timeOfId(call_id)), outcome: null, goal: null }]
  return {
    ...leadView(lead, campaign, member),
    attempts: [...over, ...running].filter(isOfMember),
    next_attempt_at: next_at === undefined ? null : plainTime(next_at),
    place,
    reasons: [...reasons],
  }
}
