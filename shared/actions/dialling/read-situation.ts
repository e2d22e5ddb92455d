import { type Campaign, wantsConsent } from '../../domain/campaigns/campaign.ts'
import type { ConsentStanding } from '../../domain/consents/consent.ts'
import { type Law, refusedNumbers, type Situation } from '../../domain/dialling/situation.ts'
import type { Contact } from '../../domain/leads/lead.ts'
import { placeOfPhone } from '../../domain/places/stated-place.ts'
import { capsAt } from '../../domain/rules/caps.ts'
import type { RuleSet } from '../../domain/rules/rule-set.ts'
import type { Dependencies } from '../../services.ts'

type Services = Dependencies<'blacklist.listedOf' | 'consents.standings' | 'dialCounts.of' | 'clock'>
type Phone = Pick<Contact, 'phone_number' | 'timezone' | 'region'>

interface Known extends Pick<Situation<Campaign>, 'campaign' | 'means' | 'transcription_minute' | 'blacklisted'> {
  ruleSet: RuleSet | undefined | Promise<RuleSet | undefined>
  recent?: Law['recent']
}

export interface SituationRead extends Situation<Campaign> {
  consents: ReadonlyMap<string, ConsentStanding>
}

export const readSituation = async (
  services: Services,
  { campaign, means, transcription_minute, ...known }: Known,
  phones: readonly Phone[],
): Promise<SituationRead> => {
  const { blacklist, clock } = services
  const { user_id } = campaign
  const numbers = phones.map(({ phone_number }) => phone_number)
  const [blacklisted, consents, ruleSet] = await Promise.all([
    known.blacklisted ?? blacklist.listedOf(user_id, numbers),
    readConsents(services, campaign, numbers),
    known.ruleSet,
  ])
  const now = clock.now()
  const recent = known.recent ?? (await readDials(services, { user_id, ruleSet, now }, phones))
  const refused = refusedNumbers(campaign, numbers, consents, now)
  return {
    now,
    campaign,
    means,
    transcription_minute,
    blacklisted,
    consents,
    refused,
    law: ruleSet && { ruleSet, recent },
  }
}

export const readConsents = async (
  { consents }: Pick<Services, 'consents'>,
  campaign: Campaign,
  numbers: string[],
): Promise<ReadonlyMap<string, ConsentStanding>> =>
  wantsConsent(campaign) ? consents.standings(campaign.user_id, numbers) : new Map()

export const readDials = (
  { dialCounts }: Pick<Services, 'dialCounts'>,
  { user_id, ruleSet, now }: { user_id: number; ruleSet: RuleSet | undefined; now: number },
  phones: readonly Phone[],
) => {
  const capped = ruleSet ? phones.filter((phone) => capsAt(placeOfPhone(phone), ruleSet, now).length > 0) : []
  return dialCounts.of(
    user_id,
    capped.map(({ phone_number }) => phone_number),
  )
}
