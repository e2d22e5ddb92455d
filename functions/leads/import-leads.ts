import { recordLeadConsents } from '../../shared/actions/leads/record-lead-consents.ts'
import type { Assistant } from '../../shared/domain/assistants/assistant.ts'
import { enforcesRules } from '../../shared/domain/campaigns/calling-mode.ts'
import { familyTextsTooLong, hasLongVariables } from '../../shared/domain/conversations/filled-texts.ts'
import { regionBucketOf } from '../../shared/domain/dialling/region-buckets.ts'
import { contactsMax, familyOf, type Lead } from '../../shared/domain/leads/lead.ts'
import { consentFindings, duplicateFindings, FamilyDraft, leadOfDraft } from '../../shared/domain/leads/lead-form.ts'
import { importLeads } from '../../shared/operations/leads.ts'
import { http } from '../../shared/runtime/http.ts'
import type { Dependencies } from '../../shared/services.ts'
import { merge, read } from '../../shared/words/form.ts'
import { type FieldErrors, found } from '../../shared/words/problem.ts'

type Services = Dependencies<(typeof importLeads)['uses'][number]>

const idsPerLead = contactsMax + 1
/**
 * Difference between a taken id and the next, lower id to try: four milliseconds, with 4,096 ids
 * each.
 */
const otherIdDistance = 4 * 4096
const idsTriedMax = 5
/**
 * Number of leads stored together: two transactions of 100 writes each, if they have no contacts.
 */
const partLeads = 100
const consentsAtOnce = 25

interface Reading {
  index: number
  draft: FamilyDraft
  lead: Lead
}
type Rejected = { index: number; errors: FieldErrors }

/**
 * Creates each lead as a whole or not at all. Ids are computed from the request's id, so a repeated
 * request finds its leads.
 */
export const handler = http(importLeads, async (request, services) => {
  const { campaigns, leads, assistants, compactionStarter, dispatchCampaignQueue, clock } = services
  const { user_id, newId } = request
  const { campaign_id, allow_dupplicate = false, leads: sent } = await request.body()
  const campaign = found(await campaigns.find(user_id, campaign_id), 'campaign_not_found')
  const now = clock.now()
  const drafts = sent.map((one) => read(FamilyDraft, one))
  const assistant = drafts.some(({ values }) => hasLongVariables(values))
    ? await assistants.find(user_id, campaign.assistant_id)
    : undefined
  const judged = drafts.map(({ values, errors }, index) =>
    judge({ index, values, errors, assistant, now }, (draft) =>
      leadOfDraft(draft, { id: newId + index * idsPerLead, user_id, campaign_id }, allow_dupplicate),
    ),
  )
  const good = judged.flatMap((one) => ('lead' in one ? [one] : []))
  const usesBuckets = enforcesRules(campaign)
  if (usesBuckets)
    await leads.recordBuckets(
      user_id,
      campaign_id,
      good.map(({ lead }) => regionBucketOf(lead)),
    )
  const placed = good.map((one) =>
    usesBuckets ? { ...one, lead: { ...one.lead, queue_place: regionBucketOf(one.lead).name } } : one,
  )
  const { created, taken } = await createAll(leads, placed, allow_dupplicate)
  await recordConsents(services, user_id, created)
  await Promise.all([
    startCompactor(compactionStarter, user_id, created),
    created.length > 0 && campaign.status === 'in-progress' && dispatchCampaignQueue.nudge({ user_id, campaign_id }),
  ])
  const rejected = [...judged.flatMap((one) => ('errors' in one ? [one] : [])), ...taken]
  return {
    message: 'Leads imported successfully',
    imported: created.length,
    rejected: rejected.toSorted((one, other) => one.index - other.index),
    ids: created.map(({ lead }) => lead.id),
  }
})

/**
 * Starts the compactor at once for many new leads. For few leads, starts the compactor as rarely as
 * `create-lead` does.
 */
const startCompactor = async (
  compactionStarter: Services['compactionStarter'],
  user_id: number,
  created: Reading[],
): Promise<void> => {
  const [first] = created
  if (first) await compactionStarter.start(user_id, ['lead'], created.length < manyLeads ? first.lead.id : undefined)
}
const manyLeads = 16

interface Judged {
  index: number
  values: Partial<FamilyDraft>
  errors: FieldErrors
  assistant: Assistant | undefined
  now: number
}

const judge = (
  { index, values, errors: formErrors, assistant, now }: Judged,
  leadOf: (draft: FamilyDraft) => ReturnType<typeof leadOfDraft>,
): Reading | Rejected => {
  const errors = merge(formErrors, consentFindings(values, now))
  const { phone_number, ...rest } = values
  if (Object.keys(errors).length > 0 || phone_number === undefined) return { index, errors }
  const draft = { ...rest, phone_number }
  const tooLong = assistant ? familyTextsTooLong(assistant, draft, now) : {}
  if (Object.keys(tooLong).length > 0) return { index, errors: tooLong }
  const made = leadOf(draft)
  return 'errors' in made ? { index, errors: made.errors } : { index, draft, lead: made.lead }
}

/** Creates leads. `taken`: leads whose numbers the campaign already has. */
const createAll = async (
  leads: Services['leads'],
  readings: Reading[],
  anyNumber: boolean,
): Promise<{ created: Reading[]; taken: Rejected[] }> => {
  const created: Reading[] = []
  const taken: Rejected[] = []
  for (let start = 0; start < readings.length; start += partLeads) {
    let waiting = readings.slice(start, start + partLeads)
    for (let attempt = 0; waiting.length > 0; attempt++) {
      if (attempt === idsTriedMax) throw new Error('No id was free for a lead')
      const outcomes = await leads.createMany(
        waiting.map(({ lead }) => lead),
        anyNumber,
      )
      const clashing: Reading[] = []
      for (const [place, one] of waiting.entries()) {
        const outcome = outcomes[place] ?? { outcome: 'clash' }
        if (outcome.outcome === 'created') created.push(one)
        else if (outcome.outcome === 'clash') clashing.push({ ...one, lead: withEarlierIds(one.lead) })
        else taken.push({ index: one.index, errors: duplicateFindings(one.lead, outcome.ids) })
      }
      waiting = clashing
    }
  }
  return { created: created.toSorted((one, other) => one.index - other.index), taken }
}

const withEarlierIds = (lead: Lead): Lead => ({
  ...lead,
  id: lead.id - otherIdDistance,
  contacts: lead.contacts.map((contact) => ({ ...contact, id: contact.id - otherIdDistance })),
})

const recordConsents = async (services: Services, user_id: number, created: Reading[]): Promise<void> => {
  const given = created.flatMap(({ lead, draft: { consent, secondary_contacts = [] } }) => {
    const consents = [consent, ...secondary_contacts.map((contact) => contact.consent)]
    const ofFamily = familyOf(lead).map((member, index) => ({ member, consent: consents[index] }))
    return consents.some(Boolean) ? [ofFamily] : []
  })
  for (let start = 0; start < given.length; start += consentsAtOnce)
    await Promise.all(
      given.slice(start, start + consentsAtOnce).map((ofFamily) => recordLeadConsents(services, user_id, ofFamily)),
    )
}
