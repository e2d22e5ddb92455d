import { finding } from '../../words/form.ts'
import type { FieldErrors } from '../../words/problem.ts'
import { type ConsentWant, consentWants } from '../consents/consent-verdict.ts'
import { type CallingMode, callingModes, modeOf } from './calling-mode.ts'
import { type Campaign, wantOf } from './campaign.ts'

export interface Protection {
  calling_rules: CallingMode
  require_consent: ConsentWant
}

type Ruled = Pick<Campaign, 'calling_rules' | 'require_consent'>
type Settings = { get(name: string): string | undefined }

/**
 * Returns the minimum protection that the deployer demands of campaigns; throws for an unknown
 * value.
 */
export const readFloor = (settings: Settings): Protection => ({
  calling_rules: wordOf(callingModes, settings.get('CALLING_RULES_FLOOR') ?? 'off'),
  require_consent: wordOf(consentWants, settings.get('REQUIRE_CONSENT_FLOOR') ?? 'none'),
})

const wordOf = <W extends string>(words: readonly W[], given: string): W => {
  const word = words.find((one) => one === given)
  if (!word) throw new Error(`${given} is not one of ${words.join(', ')}`)
  return word
}

const isBelow = <W>(words: readonly W[], one: W, other: W): boolean => words.indexOf(one) < words.indexOf(other)

export const stricterMode = (one: CallingMode, other: CallingMode): CallingMode =>
  isBelow(callingModes, one, other) ? other : one

const stricterConsent = (one: ConsentWant, other: ConsentWant): ConsentWant =>
  isBelow(consentWants, one, other) ? other : one

export const ruledBy = (calling_rules: CallingMode): Pick<Campaign, 'calling_rules' | 'has_places'> => ({
  calling_rules,
  ...(calling_rules === 'enforce' && { has_places: true }),
})

export const raised = (campaign: Campaign, floor: Protection): Campaign => {
  const { want } = wantOf(campaign)
  const mode = stricterMode(modeOf(campaign), floor.calling_rules)
  const consent = stricterConsent(want, floor.require_consent)
  if (mode === modeOf(campaign) && consent === want) return campaign
  return { ...campaign, ...ruledBy(mode), require_consent: consent }
}

export const belowFloor = (asked: Partial<Protection>, floor: Protection): FieldErrors => ({
  ...(asked.calling_rules &&
    isBelow(callingModes, asked.calling_rules, floor.calling_rules) &&
    finding('calling_rules', `${leastIs} ${floor.calling_rules}.`)),
  ...(asked.require_consent &&
    isBelow(consentWants, asked.require_consent, floor.require_consent) &&
    finding('require_consent', `${leastIs} ${floor.require_consent}.`)),
})
const leastIs = 'This installation allows no :attribute below'

/**
 * True when a change weakens the protection. A new purpose also does, because consents for the new
 * purpose then count.
 */
export const isLooser = (
  before: Ruled & Pick<Campaign, 'purpose'>,
  after: Ruled & Pick<Campaign, 'purpose'>,
): boolean => {
  const [was, is] = [wantOf(before), wantOf(after)]
  return (
    isBelow(callingModes, modeOf(after), modeOf(before)) ||
    isBelow(consentWants, is.want, was.want) ||
    (was.want !== 'none' && is.purpose !== was.purpose)
  )
}
