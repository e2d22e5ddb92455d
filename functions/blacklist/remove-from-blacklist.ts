import { removeFromBlacklist } from '../../shared/operations/blacklist.ts'
import { http } from '../../shared/runtime/http.ts'
import { sentences } from '../../shared/words/fields.ts'
import { finding } from '../../shared/words/form.ts'
import { Problem } from '../../shared/words/problem.ts'

/**
 * Removes the entry and queues the leads that it blocked. Removing a person's own opt-out needs a
 * reason, which is stored as evidence.
 */
export const handler = http(removeFromBlacklist, async ({ user_id, id, query }, services) => {
  const { blacklist, leads, dispatchCampaignQueue } = services
  const { because } = await query()
  const removal = await blacklist.remove(user_id, id, because)
  if (removal.outcome === 'missing') throw new Problem('blacklist_entry_not_found')
  if (removal.outcome === 'needs reason')
    throw new Problem('validation_failed', { errors: finding('because', sentences.required) })
  const waiting = await leads.unblock(user_id, removal.phone_number)
  await Promise.all(waiting.map((campaign) => dispatchCampaignQueue.nudge(campaign)))
  return { message: 'Number removed from blacklist successfully' }
})
