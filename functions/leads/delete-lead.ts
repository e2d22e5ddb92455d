import { withoutContact } from '../../shared/domain/leads/lead-life.ts'
import { found } from '../../shared/domain/problem.ts'
import { deleteLead } from '../../shared/operations/leads.ts'
import { http } from '../../shared/runtime/http.ts'

/** Losing this often against other writers of one lead means that something is broken. */
const attemptsMax = 20

/** Gone from every answer at once, and its numbers free for the campaign; a call that runs goes on to its end. */
export const handler = http(deleteLead, async ({ user_id, id }, { leads, campaigns, clock }) => {
  for (let count = 0; count < attemptsMax; count++) {
    const lead = found(await leads.find(user_id, id), 'lead_not_found')
    const now = clock.now()
    const { outcome } = await (id === lead.id
      ? leads.remove(lead, now)
      : leads.replace(lead, withoutContact(lead, id, now)))
    if (outcome === 'replaced') return { message: 'Lead deleted successfully' }
    found(await campaigns.find(user_id, lead.campaign_id), 'lead_not_found')
  }
  throw new Error('The lead is too busy')
})
