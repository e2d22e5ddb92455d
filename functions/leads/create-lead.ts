import { duplicateFindings, newLead, readContactPhones, repeatedNumbers } from '../../shared/domain/leads/lead-form.ts'
import { leadView } from '../../shared/domain/leads/lead-view.ts'
import { foundPhone, readReachablePhone } from '../../shared/domain/phone.ts'
import { found, refuseErrors } from '../../shared/domain/problem.ts'
import { createLead } from '../../shared/operations/leads.ts'
import { http } from '../../shared/runtime/http.ts'

/** A family comes to be as a whole or not at all, and of two that bring the same number to a campaign, one does. */
export const handler = http(createLead, async (request, { campaigns, leads, sealing, dispatchCampaignQueue }) => {
  const { user_id } = request
  const { campaign_id, secondary_contacts = [], allow_dupplicate = false, ...draft } = await request.body()
  const campaign = found(await campaigns.find(user_id, campaign_id), 'campaign_not_found')
  const phone = foundPhone(readReachablePhone(draft.phone_number), 'phone_number', draft.phone_number)
  const { numbers, errors } = readContactPhones(secondary_contacts)
  refuseErrors(errors)

  const contacts = numbers.map((phone_number, place) => ({
    phone_number,
    variables: secondary_contacts[place]?.variables ?? {},
  }))
  const leadAs = (id: number) =>
    newLead({ id, user_id, campaign_id, phone_number: phone.number, variables: draft.variables, contacts })
  if (!allow_dupplicate) refuseErrors(repeatedNumbers(leadAs(request.newId)))
  const id = await request.create(async (id) => {
    const created = await leads.create(leadAs(id), allow_dupplicate)
    if (created.outcome === 'duplicate') refuseErrors(duplicateFindings(leadAs(id), created.ids))
    return created.outcome === 'created'
  })
  await Promise.all([
    leads.settleIn(user_id, [id]),
    sealing.sendFor(user_id, ['lead'], id),
    campaign.status === 'in-progress' && dispatchCampaignQueue.nudge({ user_id, campaign_id }),
  ])
  return { message: 'Lead created successfully', data: leadView(leadAs(id), campaign) }
})
