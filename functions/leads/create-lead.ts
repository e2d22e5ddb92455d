import { recordConsent } from '../../shared/actions/dialling/record-consent.ts'
import { enforcesRules } from '../../shared/domain/campaigns/calling-mode.ts'
import type { Campaign } from '../../shared/domain/campaigns/campaign.ts'
import { type LeadConsent, termsOf } from '../../shared/domain/consents/consent-form.ts'
import { textsTooLong } from '../../shared/domain/conversations/filled-texts.ts'
import { waitingPlace } from '../../shared/domain/dialling/waiting-places.ts'
import { type Contact, familyOf } from '../../shared/domain/leads/lead.ts'
import {
  consentFindings,
  duplicateFindings,
  newLead,
  readContactPhones,
  repeatedNumbers,
} from '../../shared/domain/leads/lead-form.ts'
import { leadView } from '../../shared/domain/leads/lead-view.ts'
import type { StatedPlace } from '../../shared/domain/places/place.ts'
import { placeOfPhone } from '../../shared/domain/places/stated-place.ts'
import { createLead } from '../../shared/operations/leads.ts'
import { http } from '../../shared/runtime/http.ts'
import type { Supplied } from '../../shared/services.ts'
import { merge } from '../../shared/words/form.ts'
import { timeOfId } from '../../shared/words/id.ts'
import { foundPhone, readReachablePhone } from '../../shared/words/phone.ts'
import { found, refuseErrors } from '../../shared/words/problem.ts'

interface Asked {
  variables?: Contact['variables']
  secondary_contacts?: { variables?: Contact['variables'] }[]
}
type Services = Supplied<(typeof createLead)['uses'][number]>

/** A family comes to be as a whole or not at all, and of two that bring the same number to a campaign, one does. */
export const handler = http(createLead, async (request, services) => {
  const { campaigns, leads, sealing, dispatchCampaignQueue, clock } = services
  const { user_id } = request
  const asked = await request.body((values) => consentFindings(values, clock.now()))
  const { campaign_id, secondary_contacts = [], allow_dupplicate = false, ...draft } = asked
  const reached = readReachablePhone(draft.phone_number)
  const ownPlace = reached && waitingPlace(placeOfPhone({ ...draft, phone_number: reached.number }))
  const [known, isNoted] = await Promise.all([
    campaigns.find(user_id, campaign_id),
    ownPlace && leads.hasPlace(user_id, campaign_id, ownPlace),
  ])
  const campaign = found(known, 'campaign_not_found')
  await refuseLongTexts(services, { user_id, campaign, asked, now: clock.now() })
  const phone = foundPhone(reached, 'phone_number', draft.phone_number)
  const { numbers, errors } = readContactPhones(secondary_contacts)
  refuseErrors(errors)

  const contacts = numbers.map((phone_number, place) => ({
    phone_number,
    variables: secondary_contacts[place]?.variables ?? {},
    ...statedOf(secondary_contacts[place]),
  }))
  const { variables } = draft
  const place = enforcesRules(campaign) ? ownPlace : undefined
  const queue_place = place?.name
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
  if (place && !isNoted) await leads.notePlaces(user_id, campaign_id, [place])
  const id = await request.create(async (id) => {
    const created = await leads.create(leadAs(id), allow_dupplicate)
    if (created.outcome === 'duplicate') refuseErrors(duplicateFindings(leadAs(id), created.ids))
    return created.outcome === 'created'
  })
  // A request that died before is run again, and records them then.
  const given = [draft.consent, ...secondary_contacts.map(({ consent }) => consent)]
  const family = familyOf(leadAs(id))
  for (const [place, member] of family.entries()) await consentOf(member, given[place], services, user_id)
  await Promise.all([
    leads.settleIn(user_id, [id]),
    sealing.sendFor(user_id, ['lead'], id),
    campaign.status === 'in-progress' && dispatchCampaignQueue.nudge({ user_id, campaign_id }),
  ])
  return { message: 'Lead created successfully', data: leadView(leadAs(id), campaign) }
})

/** Short variables are not checked: their texts end where a talk has no more room. */
const checkedLength = 1000

const refuseLongTexts = async (
  { assistants }: Services,
  { user_id, campaign, asked, now }: { user_id: number; campaign: Campaign; asked: Asked; now: number },
): Promise<void> => {
  const { variables, secondary_contacts = [] } = asked
  const given = [variables, ...secondary_contacts.map((contact) => contact.variables)]
  const long = given.flatMap((values, place) =>
    values && JSON.stringify(values).length > checkedLength ? [{ values, place }] : [],
  )
  if (long.length === 0) return
  const assistant = await assistants.find(user_id, campaign.assistant_id)
  if (!assistant) return
  const pathOf = (place: number) => (place === 0 ? 'variables' : `secondary_contacts.${place - 1}.variables`)
  refuseErrors(merge(...long.map(({ values, place }) => textsTooLong(assistant, values, now, pathOf(place)))))
}

/** Where a member is, as far as the request says it. */
const statedOf = ({ timezone, region }: StatedPlace = {}): StatedPlace => ({
  ...(timezone !== undefined && { timezone }),
  ...(region !== undefined && { region }),
})

/** A consent that comes with a lead has the id of the member that it is of, so that it is recorded once. */
const consentOf = async (
  { id, phone_number }: Contact,
  given: LeadConsent | undefined,
  services: Services,
  user_id: number,
): Promise<void> => {
  if (!given) return
  const about = { user_id, phone_number, status: 'granted', recorded_by: 'lead' } as const
  for (const own of [id, id - idsAside]) {
    const consent = { ...about, id: own, ...termsOf(given, timeOfId(id)) }
    if (await recordConsent(services, consent)) return
  }
  throw new Error('No id was free for the consent')
}

/** Where another consent has the id, one of a second before is tried. */
const idsAside = 4096 * 1000
