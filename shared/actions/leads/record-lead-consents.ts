import { type LeadConsent, termsOf } from '../../domain/consents/consent-form.ts'
import type { Contact } from '../../domain/leads/lead.ts'
import { timeOfId } from '../../words/id.ts'
import { recordConsent } from '../dialling/record-consent.ts'

interface Given {
  member: Pick<Contact, 'id' | 'phone_number'>
  consent: LeadConsent | undefined
}

export const recordLeadConsents = async (
  services: Parameters<typeof recordConsent>[0],
  user_id: number,
  given: readonly Given[],
): Promise<void> => {
  for (const { member, consent } of given) if (consent) await recordOne(services, user_id, member, consent)
}

const recordOne = async (
  services: Parameters<typeof recordConsent>[0],
  user_id: number,
  { id, phone_number }: Given['member'],
  consent: LeadConsent,
): Promise<void> => {
  const about = { user_id, phone_number, status: 'granted', recorded_by: 'lead' } as const
  for (const own of [id, id - otherIdDistance])
    if (await recordConsent(services, { ...about, id: own, ...termsOf(consent, timeOfId(id)) })) return
  throw new Error('No id was free for the consent')
}

/**
 * Distance to the id that is tried if the first is taken: 1,000 ms at 4,096 ids per millisecond.
 */
const otherIdDistance = 4096 * 1000
