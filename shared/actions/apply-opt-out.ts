import { optOutReasons } from '../domain/account/blacklist-entry.ts'
import type { CampaignRef } from '../domain/campaigns/campaign.ts'
import type { OptOut } from '../domain/sms/opt-out.ts'
import type { Supplied } from '../services.ts'

interface Wished {
  user_id: number
  /** E.164 */
  sender: string
  wish: OptOut
  /** The carrier's name for the message that said so. */
  sms_sid: string
}

/**
 * Leaves a number alone, or lets it be called and texted again unless its user put it on the blacklist by hand. Answers the campaigns
 * that have a lead to call because of it; undefined when the number stays on the list.
 */
export const applyOptOut = async (
  services: Supplied<'blacklist.add' | 'blacklist.clear' | 'sealing.sendFor' | 'leads.unblock'>,
  { user_id, sender, wish, sms_sid }: Wished,
): Promise<CampaignRef[] | undefined> => {
  const { blacklist, leads, sealing } = services
  if (wish === 'stop') {
    const { id } = await blacklist.add(user_id, sender, optOutReasons.sms, 'sms')
    await sealing.sendFor(user_id, ['blacklist'], id)
    return []
  }
  return (await blacklist.clear(user_id, sender, sms_sid)) ? leads.unblock(user_id, sender) : undefined
}
