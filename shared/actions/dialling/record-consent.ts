import type { Consent } from '../../domain/consents/consent.ts'
import type { Dependencies } from '../../services.ts'

type Services = Dependencies<
  | 'blacklist.allowCalls'
  | 'blacklist.isOptedOut'
  | 'consents.record'
  | 'dispatchCampaignQueue.nudge'
  | 'leads.keysWith'
  | 'leads.unblock'
  | 'compactionStarter.start'
>

/**
 * Stores a consent. After an SMS opt-out, START allows only SMS again. A consent to calls that is
 * newer than the opt-out then allows calls too. Idempotent. False when another consent has the id.
 */
export const recordConsent = async (
  { consents, blacklist, leads, compactionStarter, dispatchCampaignQueue }: Services,
  consent: Consent,
): Promise<boolean> => {
  const { user_id, id, phone_number, given_at, status, channels } = consent
  const mayLift = status === 'granted' && channels.includes('call')
  const isOptedOut = mayLift && blacklist.isOptedOut(user_id, phone_number)
  let looking: ReturnType<Services['leads']['keysWith']> | undefined
  const [isRecorded] = await Promise.all([
    consents.record(consent, () => {
      if (mayLift) looking = leads.keysWith(user_id, phone_number)
    }),
    compactionStarter.start(user_id, ['consent'], id),
  ])
  if (!isRecorded) return false
  if (await isOptedOut) await blacklist.allowCalls(user_id, phone_number, given_at, id)
  const waiting = mayLift ? await leads.unblock(user_id, phone_number, await looking) : []
  await Promise.all(waiting.map((campaign) => dispatchCampaignQueue.nudge(campaign)))
  return true
}
