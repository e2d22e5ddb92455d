import type { Consent } from '../domain/consents/consent.ts'
import type { Supplied } from '../services.ts'

type Services = Supplied<
  'blacklist.allowCalls' | 'consents.record' | 'dispatchCampaignQueue.nudge' | 'leads.unblock' | 'sealing.sendFor'
>

/**
 * Records a consent. One to calls takes an opt-out by SMS off that its person had taken back for texts before, and leads that were set aside
 * stand in line again, where they are judged anew; run twice it changes nothing. False when the id is another consent's.
 */
export const recordConsent = async (
  { consents, blacklist, leads, sealing, dispatchCampaignQueue }: Services,
  consent: Consent,
): Promise<boolean> => {
  const { user_id, id, phone_number, given_at, status, channels } = consent
  if (!(await consents.record(consent))) return false
  const mayLift = status === 'granted' && channels.includes('call')
  await Promise.all([
    mayLift && blacklist.allowCalls(user_id, phone_number, given_at, id),
    // If it does not come, lists only cost more.
    sealing.sendFor(user_id, ['consent'], id).catch(() => undefined),
  ])
  const waiting = mayLift ? await leads.unblock(user_id, phone_number) : []
  await Promise.all(waiting.map((campaign) => dispatchCampaignQueue.nudge(campaign)))
  return true
}
