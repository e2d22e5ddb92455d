import { recordLeadConsents } from '../../shared/actions/leads/record-lead-consents.ts'
import { enforcesRules } from '../../shared/domain/campaigns/calling-mode.ts'
import { familyTextsTooLong, hasLongVariables } from '../../shared/domain/conversations/filled-texts.ts'
import { regionBucket } from '../../shared/domain/dialling/region-buckets.ts'
import { familyOf } from '../../shared/domain/leads/lead.ts'
import {
  consentFindings,
  contactsOf,
  duplicateFindings,
  newLead,
  readContactPhones,
  repeatedNumbers,
  statedOf,
} from '../../shared/domain/leads/lead-form.ts'
import { leadView } from '../../shared/domain/leads/lead-view.ts'
import { placeOfPhone } from '../../shared/domain/places/stated-place.ts'
import { createLead } from '../../shared/operations/leads.ts'
import { http } from '../../shared/runtime/http.ts'
import { foundPhone, readReachablePhone } from '../../shared/words/phone.ts'
import { found, refuseErrors } from '../../shared/words/problem.ts'

/**
 * Creates the lead with all contacts, or creates nothing. Only one of two concurrent requests for a
 * number succeeds.
 */
export const handler = http(createLead, async (request, services) => {
  const { campaigns, leads, compactionStarter, dispatchCampaignQueue, clock } = services
  const { user_id } = request
  const asked = await request.body((values) => consentFindings(values, clock.now()))
  const { campaign_id, secondary_contacts = [], allow_dupplicate = false, ...draft } = asked
  const reached = readReachablePhone(draft.phone_number)
  const ownBucket = reached && regionBucket(placeOfPhone({ ...draft, phone_number: reached.number }))
  const [known, isNoted] = await Promise.all([
    campaigns.find(user_id, campaign_id),
    ownBucket && leads.hasBucket(user_id, campaign_id, ownBucket),
  ])
  const campaign = found(known, 'campaign_not_found')
  const assistant = hasLongVariables(asked) && (await services.assistants.find(user_id, campaign.assistant_id))
  if (assistant) refuseErrors(familyTextsTooLong(assistant, asked, clock.now()))
  const phone = foundPhone(reached, 'phone_number', draft.phone_number)
  const { numbers, errors } = readContactPhones(secondary_contacts)
  refuseErrors(errors)

  const contacts = contactsOf(secondary_contacts, numbers)
  const { variables } = draft
  const bucket = enforcesRules(campaign) ? ownBucket : undefined
  const queue_place = bucket?.name
  const leadAs = (id: number) =>
    newLead({
      id,
      user_id,
      campaign_id,
      phone_number: phone.number,
      variables,
      ...statedOf(draft),
      contacts,
      queue_place,
    })
  if (!allow_dupplicate) refuseErrors(repeatedNumbers(leadAs(request.newId)))
  if (bucket && !isNoted) await leads.recordBuckets(user_id, campaign_id, [bucket])
  const id = await request.create(async (id) => {
    const created = await leads.create(leadAs(id), allow_dupplicate)
    if (created.outcome === 'duplicate') refuseErrors(duplicateFindings(leadAs(id), created.ids))
    return created.outcome === 'created'
  })
  // A repeated request stores consents that were missed because of a crash.
  const given = [draft.consent, ...secondary_contacts.map(({ consent }) => consent)]
  const family = familyOf(leadAs(id))
  const consents = family.map((member, index) => ({ member, consent: given[index] }))
  await recordLeadConsents(services, user_id, consents)
  await Promise.all([
    leads.register(user_id, [id]),
    compactionStarter.start(user_id, ['lead'], id),
    campaign.status === 'in-progress' && dispatchCampaignQueue.nudge({ user_id, campaign_id }),
  ])
  return { message: 'Lead created successfully', data: leadView(leadAs(id), campaign) }
})
