import { type Campaign, wantsConsent } from '../../domain/campaigns/campaign.ts'
import type { ConsentStanding } from '../../domain/consents/consent.ts'
import { type Law, refusedNumbers, type Situation } from '../../domain/dialling/situation.ts'
import type { Contact } from '../../domain/leads/lead.ts'
import { placeOfPhone } from '../../domain/places/stated-place.ts'
import { capsAt } from '../../domain/rules/caps.ts'
import type { RuleBook } from '../../domain/rules/rule-book.ts'
import type { Supplied } from '../../services.ts'

type Services = Supplied<'blacklist.listedOf' | 'consents.standings' | 'dialCounts.of' | 'clock'>
type Phone = Pick<Contact, 'phone_number' | 'timezone' | 'region'>

interface Known extends Pick<Situation<Campaign>, 'campaign' | 'means' | 'transcription_minute' | 'blacklisted'> {
  book: RuleBook | undefined | Promise<RuleBook | undefined>
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
  const [blacklisted, consents, book] = await Promise.all([
    known.blacklisted ?? blacklist.listedOf(user_id, numbers),
    readConsents(services, campaign, numbers),
    known.book,
  ])
  const now = clock.now()
  const recent = known.recent ?? (await readDials(services, { user_id, book, now }, phones))
  const refused = refusedNumbers(campaign, numbers, consents, now)
  return { now, campaign, means, transcription_minute, blacklisted, consents, refused, law: book && { book, recent } }
}

export const readConsents = async (
  { consents }: Pick<Services, 'consents'>,
  campaign: Campaign,
  numbers: string[],
): Promise<ReadonlyMap<string, ConsentStanding>> =>
  wantsConsent(campaign) ? consents.standings(campaign.user_id, numbers) : new Map()

export const readDials = (
  { dialCounts }: Pick<Services, 'dialCounts'>,
  { user_id, book, now }: { user_id: number; book: RuleBook | undefined; now: number },
  phones: readonly Phone[],
) => {
  const capped = book ? phones.filter((phone) => capsAt(placeOfPhone(phone), book, now).length > 0) : []
  return dialCounts.of(
    user_id,
    capped.map(({ phone_number }) => phone_number),
  )
}
