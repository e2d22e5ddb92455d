import { countryOfRegion } from '../places/place.ts'
import { type Notice, notices } from '../reference/notice.ts'
import { dateOf, type Grade } from './rule.ts'

/** A row is in force from `valid_from` until the region's next row. */
export interface NoticeRule {
  id: string
  region: string
  ai: boolean
  /** All parties must know of a recording before it begins. */
  recording: boolean
  duties?: string
  source: string
  as_of: string
  valid_from: string
  grade: Grade
  /** False for a weak source (grade C), or for the stricter of several interpretations. */
  verified: boolean
}

type Row = Pick<NoticeRule, 'region' | 'source' | 'grade'> &
  Partial<Pick<NoticeRule, 'ai' | 'recording' | 'duties' | 'valid_from' | 'verified'>>

const asOf = '2026-11-22'
const longAgo = '2020-01-01'

const row = ({ valid_from = longAgo, ...rest }: Row): NoticeRule => ({
  ai: false,
  recording: false,
  verified: rest.grade !== 'C',
  ...rest,
  id: `${rest.region}@${valid_from}`,
  as_of: asOf,
  valid_from,
})

const allParty = 'All parties agree to a recording.'
const recordingSources = 'callsphere.ai; RCFP by aquilsafety.com'

/**
 * States that all published lists name as all-party consent states. Only some lists name
 * `disputedStates`.
 */
const allPartyStates = ['DE', 'FL', 'IL', 'MD', 'MA', 'MT', 'NH', 'PA', 'WA']
const disputedStates = ['CT', 'MI', 'NV', 'VT']

const unionCountries = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** A country's row counts in addition to its states' rows. */
export const noticeRules: readonly NoticeRule[] = [
  row({
    region: 'US',
    duties:
      'No federal rule was found that an AI says so (FCC 24-84 proposes one), nor one that all parties know of a recording.',
    source: 'regulations.justia.com, on FCC 24-84; callsphere.ai',
    grade: 'B',
  }),
  row({
    region: 'US-CA',
    recording: true,
    duties: allParty,
    source: recordingSources,
    grade: 'B',
  }),
  row({
    region: 'US-CA',
    ai: true,
    recording: true,
    valid_from: '2025-01-01',
    duties: `An artificial voice is announced (AB 2905). ${allParty}`,
    source: `topcalls.ai; kleinmoynihan.com; ${recordingSources}`,
    grade: 'B',
  }),
  row({
    region: 'US-UT',
    ai: true,
    duties: 'Who is asked admits it; who says so at once is safe. The stricter is recorded.',
    source: 'marshalos.com 7/2026',
    grade: 'B',
    verified: false,
  }),
  row({
    region: 'US-ME',
    ai: true,
    duties: 'A clear notice where a person could be misled, voices included.',
    source: 'kleinmoynihan.com 2026',
    grade: 'B',
  }),
  ...allPartyStates.map((state) =>
    row({ region: `US-${state}`, recording: true, duties: allParty, source: recordingSources, grade: 'B' }),
  ),
  ...disputedStates.map((state) =>
    row({
      region: `US-${state}`,
      recording: true,
      duties: `${allParty} Lists differ; the stricter is recorded.`,
      source: recordingSources,
      grade: 'C',
    }),
  ),
  ...unionCountries.flatMap((region) => [
    row({
      region,
      recording: true,
      duties: 'Who must know of a recording was not looked up: the stricter is recorded.',
      source: "none: this product's own caution",
      grade: 'C',
    }),
    row({
      region,
      ai: true,
      recording: true,
      valid_from: '2026-08-02',
      duties:
        'People are told at once that they talk to an AI (AI Act, article 50(1)). Who must know of a recording was not looked up: the stricter is recorded.',
      source: 'massai.ro 7/2026; compliancehub.wiki',
      grade: 'B',
      verified: false,
    }),
  ]),
]

export interface NeededNotices {
  needed: readonly Notice[]
  rows: readonly string[]
}

export const noticeRegions: readonly string[] = [...new Set(noticeRules.map(({ region }) => region))]

const rowsOf = Map.groupBy(noticeRules, ({ region }) => region)

export const noticeRuleOn = (region: string, at: number): NoticeRule | undefined =>
  rowsOf.get(region)?.findLast(({ valid_from }) => valid_from <= dateOf(at))

/** Returns the required notices; all notices if the country is unknown or has no rule. */
export const noticesNeeded = (regions: readonly string[], at: number): NeededNotices => {
  const rules = regions.map((region) => noticeRuleOn(region, at))
  const isUnknown =
    regions.length === 0 || regions.some((region, index) => countryOfRegion(region) === region && !rules[index])
  return {
    needed: notices.filter((notice) => isUnknown || rules.some((rule) => rule?.[notice])),
    rows: [
      ...(isUnknown ? ['none'] : []),
      ...rules.flatMap((rule) => (rule && notices.some((notice) => rule[notice]) ? [rule.id] : [])),
    ],
  }
}
