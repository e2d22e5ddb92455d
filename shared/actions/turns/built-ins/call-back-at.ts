import { callBacksMax, readCallBack, withCallBack, zoneOf } from '../../../domain/leads/call-back.ts'
import { refused, type ToolOutcome } from '../../../domain/tools/effect.ts'
import type { Dependencies } from '../../../services.ts'
import type { BuiltInCall } from './built-in-call.ts'

export type CallBackParts = Dependencies<'campaigns.find' | 'leads.change' | 'leads.find' | 'clock'>

/** Stores the time of the call-back, which applies when the call ends. */
export const callBackAt = async (
  { campaigns, leads, clock }: CallBackParts,
  { call, args }: Pick<BuiltInCall, 'call' | 'args'>,
): Promise<ToolOutcome> => {
  const { user_id, id: call_id } = call
  const lead = call.campaign && (await leads.find(user_id, call.campaign.main_lead_id))
  const campaign = lead && (await campaigns.find(user_id, lead.campaign_id))
  if (!campaign) return refused('This call is no campaign’s, so nothing calls the customer back')
  const zone = zoneOf(lead, campaign)
  const read = readCallBack(String(args.time), zone, campaign, clock.now())
  if ('why' in read) return refused(read.why)
  let isWritten = false
  await leads.change(user_id, lead.id, (current) => {
    const after = withCallBack(current, { call_id, at: read.at })
    isWritten = after !== undefined
    return after ?? current
  })
  if (!isWritten) return refused(`The call is over, or the customer was called back ${callBacksMax} times already`)
  const when = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'full', timeStyle: 'short' })
  const why = read.at === read.asked_at ? '' : 'At that time no calls are made; the next possible time counts. '
  return { outcome: 'done', text: `${why}The customer will be called on ${when.format(read.at)} (${zone}).` }
}
