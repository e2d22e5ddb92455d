import type { Campaign } from '../../shared/domain/campaigns/campaign.ts'
import { isVariables, sentences } from '../../shared/domain/fields.ts'
import { finding } from '../../shared/domain/form.ts'
import { memberOf } from '../../shared/domain/leads/lead.ts'
import { duplicateFinding, LeadChanges } from '../../shared/domain/leads/lead-form.ts'
import { reviseLead } from '../../shared/domain/leads/lead-life.ts'
import { readPhone } from '../../shared/domain/phone.ts'
import { found, Problem, refuseErrors } from '../../shared/domain/problem.ts'
import { updateLead } from '../../shared/operations/leads.ts'
import { http, type Request } from '../../shared/runtime/http.ts'
import type { Supplied } from '../../shared/services.ts'

/** Losing this often against other writers of one lead means that something is broken. */
const attemptsMax = 20

/** Changes are made to what is stored, and kept only while that still stands: no change of anybody is lost. */
export const handler = http(updateLead, async (request, services) => {
  for (let count = 0; count < attemptsMax; count++)
    if (await attempt(request, services)) return { message: 'Lead updated successfully' }
  throw new Error('The lead is too busy')
})

const attempt = async (
  { user_id, id, body, bodyNames }: Request<typeof updateLead>,
  { leads, campaigns, dispatchCampaignQueue, clock }: Supplied<(typeof updateLead)['uses'][number]>,
): Promise<boolean> => {
  const looking = leads.find(user_id, id)
  const target: { looking?: Promise<Campaign | undefined> } = {}
  const changes = await body(async ({ campaign_id }) => {
    if (campaign_id !== undefined) target.looking = campaigns.find(user_id, campaign_id)
    const [stored] = await Promise.all([looking, target.looking])
    found(stored, 'lead_not_found')
    const names = bodyNames().filter((name) => !Object.hasOwn(LeadChanges.fields, name))
    if (names.length) throw new Problem('unknown_fields', { names })
    return {}
  })
  const lead = found(await looking, 'lead_not_found')
  if (target.looking) found(await target.looking, 'campaign_not_found')
  const { phone_number } = changes
  const phone = phone_number === undefined ? undefined : found(readPhone(phone_number), 'invalid_phone_number')

  const revised = reviseLead(lead, id, { ...changes, phone_number: phone?.number }, clock.now())
  if (!isVariables(memberOf(revised, id)?.variables)) refuseErrors(finding('variables', sentences.variables))
  const replaced = await leads.replace(lead, revised)
  if (replaced.outcome === 'duplicate') refuseErrors(duplicateFinding)
  if (replaced.outcome === 'stale') {
    found(await campaigns.find(user_id, lead.campaign_id), 'lead_not_found')
    return false
  }
  await dispatchCampaignQueue.nudge({ user_id, campaign_id: revised.campaign_id })
  return true
}
