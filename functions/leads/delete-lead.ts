import { withoutContact } from '../../shared/domain/leads/lead-life.ts'
import { deleteLead } from '../../shared/operations/leads.ts'
import { http } from '../../shared/runtime/http.ts'
import { lost, untilWritten } from '../../shared/table/compare-and-set.ts'
import { found } from '../../shared/words/problem.ts'

/** Deletes the lead, so that the campaign accepts its numbers again. A running call continues. */
export const handler = http(deleteLead, ({ user_id, id }, { leads, campaigns, compactionStarter, clock, random }) =>
  untilWritten({ clock, random }, 'lead', async () => {
    const lead = found(await leads.find(user_id, id), 'lead_not_found')
    const now = clock.now()
    const { outcome } = await (id === lead.id
      ? leads.remove(lead, now)
      : leads.replace(lead, withoutContact(lead, id, now)))
    if (outcome === 'replaced') {
      await compactionStarter.start(user_id, ['lead'], id)
      return { message: 'Lead deleted successfully' }
    }
    found(await campaigns.find(user_id, lead.campaign_id), 'lead_not_found')
    return lost
  }),
)
