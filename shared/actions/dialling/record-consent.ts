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
 * Records a consent. One to calls takes an opt-out by SMS off that its person had taken back for
 * texts before, and leads that were set aside stand in line again, where they are judged anew; run
 * twice it changes nothing. False when the id is another consent's.
 */
export const recordConsent = async (
  { consents, blacklist, leads, sealing, dispatchCampaignQueue }: Services,
  consent: Consent,
): Promise<boolean> => {
  const { user_id, id, phone_number, given_at, status, channels } = consent
  const mayLift = status === 'granted' && channels.includes('call')
  // Who opts out from here on, or takes an opt-out back, does so after this consent was given.
  const isOptedOut = mayLift && blacklist.isOptedOut(user_id, phone_number)
  let looking: ReturnType<Services['leads']['keysWith']> | undefined
  const [isRecorded] = await Promise.all([
    // Where the leads are, is looked up beside the write; whether they are set aside, once it is
    // done.
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
