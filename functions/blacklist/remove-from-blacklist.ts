import { found } from '../../shared/domain/problem.ts'
import { removeFromBlacklist } from '../../shared/operations/blacklist.ts'
import { http } from '../../shared/runtime/http.ts'

/** From now on the number may be dialled and texted again, and leads that were set aside because of it are back in the queue. */
export const handler = http(removeFromBlacklist, async ({ user_id, id, query }, services) => {
  const { blacklist, leads, dispatchCampaignQueue } = services
  const { because } = await query()
  const phone_number = found(await blacklist.remove(user_id, id, because), 'blacklist_entry_not_found')
  const waiting = await leads.unblock(user_id, phone_number)
  await Promise.all(waiting.map((campaign) => dispatchCampaignQueue.nudge(campaign)))
  return { message: 'Number removed from blacklist successfully' }
})
