import { memberOf } from '../../shared/domain/leads/lead.ts'
import { duplicateFinding, LeadChanges } from '../../shared/domain/leads/lead-form.ts'
import { reviseLead } from '../../shared/domain/leads/lead-life.ts'
import { updateLead } from '../../shared/operations/leads.ts'
import { http, type Request } from '../../shared/runtime/http.ts'
import type { Dependencies } from '../../shared/services.ts'
import { lost, untilWritten } from '../../shared/table/compare-and-set.ts'
import { isVariables, sentences } from '../../shared/words/fields.ts'
import { finding } from '../../shared/words/form.ts'
import { foundPhone, readReachablePhone } from '../../shared/words/phone.ts'
import { found, Problem, refuseErrors } from '../../shared/words/problem.ts'

export const handler = http(updateLead, async (request, services) => {
  const campaign_id = await untilWritten(services, 'lead', () => attempt(request, services))
  const { user_id, id } = request
  await Promise.all([
    services.dispatchCampaignQueue.nudge({ user_id, campaign_id }),
    services.compactionStarter.start(user_id, ['lead'], id),
  ])
  return { message: 'Lead updated successfully' }
})

const attempt = async (
  { user_id, id, body, bodyNames, bodyValues }: Request<typeof updateLead>,
  { leads, campaigns, clock }: Dependencies<(typeof updateLead)['uses'][number]>,
): Promise<number | typeof lost> => {
  const { campaign_id } = bodyValues()
  const [stored, target] = await Promise.all([
    leads.find(user_id, id),
    campaign_id === undefined ? undefined : campaigns.find(user_id, campaign_id),
  ])
  const lead = found(stored, 'lead_not_found')
  const names = bodyNames().filter((name) => !Object.hasOwn(LeadChanges.fields, name))
  if (names.length) throw new Problem('unknown_fields', { names })
  const changes = await body()
  if (campaign_id !== undefined) found(target, 'campaign_not_found')
  const { phone_number } = changes
  const phone =
    phone_number === undefined ? undefined : foundPhone(readReachablePhone(phone_number), 'phone_number', phone_number)

  const revised = reviseLead(lead, id, { ...changes, phone_number: phone?.number }, clock.now())
  if (!isVariables(memberOf(revised, id)?.variables)) refuseErrors(finding('variables', sentences.variables))
  const replaced = await leads.replace(lead, revised)
  if (replaced.outcome === 'duplicate') refuseErrors(duplicateFinding)
  if (replaced.outcome === 'stale') {
    found(await campaigns.find(user_id, lead.campaign_id), 'lead_not_found')
    return lost
  }
  return revised.campaign_id
}
