import type { Consent } from '../../domain/consents/consent.ts'
import type { Supplied } from '../../services.ts'

type Services = Supplied<
  | 'blacklist.allowCalls'
  | 'blacklist.isOptedOut'
  | 'consents.record'
  | 'dispatchCampaignQueue.nudge'
  | 'leads.keysWith'
  | 'leads.unblock'
  | 'sealing.sendFor'
>

/**
 * Records a consent. A consent to calls removes an opt-out by SMS that its person had taken back
 * for texts before. Leads that were set aside are queued again, where they are judged again. Run
 * twice it changes nothing. False when the id is another consent's.
 */
export const recordConsent = async (
  { consents, blacklist, leads, sealing, dispatchCampaignQueue }: Services,
  consent: Consent,
): Promise<boolean> => {
  const { user_id, id, phone_number, given_at, status, channels } = consent
  const mayLift = status === 'granted' && channels.includes('call')
  // An opt-out from here on, or its withdrawal, comes after this consent.
  const isOptedOut = mayLift && blacklist.isOptedOut(user_id, phone_number)
  let looking: ReturnType<Services['leads']['keysWith']> | undefined
  const [isRecorded] = await Promise.all([
    // The leads' keys are read together with the write; their state after it.
    consents.record(consent, () => {
      if (mayLift) looking = leads.keysWith(user_id, phone_number)
    }),
    // If it does not come, lists only cost more.
    sealing.sendFor(user_id, ['consent'], id),
  ])
  if (!isRecorded) return false
  if (await isOptedOut) await blacklist.allowCalls(user_id, phone_number, given_at, id)
  const waiting = mayLift ? await leads.unblock(user_id, phone_number, await looking) : []
  await Promise.all(waiting.map((campaign) => dispatchCampaignQueue.nudge(campaign)))
  return true
}
