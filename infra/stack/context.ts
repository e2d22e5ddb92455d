import { isSupportedCountry } from 'libphonenumber-js/max'
import { type CallingMode, callingModes } from '../../shared/domain/campaigns/calling-mode.ts'
import { type ConsentWant, consentWants } from '../../shared/domain/consents/consent-verdict.ts'
import { reservedConcurrencyMin } from './reservations.ts'
import { readStage, type StageName, stageNames } from './stages.ts'

export interface Domain {
  name: string
  certificateArn: string
}

/** Choices for a deployment, set by `-c name=value` or in cdk.json. */
export interface Choices {
  stage: StageName
  domain?: Domain
  /** Requests per minute and API token. */
  rateLimitPerMinute?: number
  /** New calls per second and carrier account. */
  carrierCallsPerSecond?: number
  /** Amount by which a balance may fall below zero, in the account's currency. */
  overdraft?: string
  liveCallsPerUser?: number
  staleCallMinutes?: number
  /** Countries that may be called, as ISO 3166-1 alpha-2. */
  callCountries?: string[]
  callingRules?: CallingMode
  /** Weakest mode of calling rules that a user may choose. */
  callingRulesFloor?: CallingMode
  /** Weakest requirement of consent that a user may choose. */
  requireConsentFloor?: ConsentWant
  /** Years for which dialling decisions are kept as evidence. */
  evidenceYears?: number
  /** Charges of all users per hour at which an alarm rings, in the account's currency. */
  chargedPerHourAlarm?: number
  /** Concurrent executions reserved for callbacks and running calls. */
  reservedConcurrency?: number
  alarmEmail?: string
  /** Name of a restored table to use. The stage then starts with dialling stopped. */
  table?: string
}

const domainPattern = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
const certificatePattern = /^arn:aws[\w-]*:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const rateLimitMax = 1_000_000
const reservedConcurrencyMax = 100_000
const tablePattern = /^[\w.-]{3,255}$/
const amountPattern = /^\d{1,9}(\.\d{1,6})?$/
const upTo9999 = /^[1-9]\d{0,3}$/
const oneOf = (words: readonly string[]) => new RegExp(`^(${words.join('|')})$`)

const forms = {
  domain: [domainPattern, 'a host name such as -c domain=api.example.com'],
  certificate: [certificatePattern, 'the ARN of a certificate in this region'],
  rateLimitPerMinute: [/^[1-9]\d*$/, 'a whole number such as -c rateLimitPerMinute=600'],
  carrierCallsPerSecond: [upTo9999, 'a whole number up to 9999 such as -c carrierCallsPerSecond=5'],
  overdraft: [amountPattern, 'an amount such as -c overdraft=10.00'],
  liveCallsPerUser: [upTo9999, 'a whole number up to 9999 such as -c liveCallsPerUser=100'],
  staleCallMinutes: [upTo9999, 'a whole number up to 9999 such as -c staleCallMinutes=15'],
  callCountries: [/^[A-Z]{2}(,[A-Z]{2})*$/, 'codes of countries such as -c callCountries=DE,US'],
  callingRules: [oneOf(callingModes), 'off, observe or enforce, such as -c callingRules=enforce'],
  callingRulesFloor: [oneOf(callingModes), 'off, observe or enforce, such as -c callingRulesFloor=observe'],
  requireConsentFloor: [
    oneOf(consentWants),
    'none, express or express_written, such as -c requireConsentFloor=express',
  ],
  evidenceYears: [/^([1-9]|[12]\d|30)$/, 'a whole number of years up to 30 such as -c evidenceYears=6'],
  reservedConcurrency: [
    /^[1-9]\d*$/,
    `a whole number from ${reservedConcurrencyMin} such as -c reservedConcurrency=500`,
  ],
  chargedPerHourAlarm: [amountPattern, 'an amount such as -c chargedPerHourAlarm=50'],
  alarmEmail: [emailPattern, 'an address such as -c alarmEmail=ops@example.com'],
  table: [tablePattern, 'the name of a table such as -c table=parlance-prod-restored'],
} as const

export const readChoices = (contextOf: (name: string) => unknown): Choices => {
  const given = (name: string): string | undefined => {
    const value = contextOf(name)
    return value === undefined || value === '' ? undefined : String(value)
  }
  const matching = (name: keyof typeof forms): string | undefined => {
    const value = given(name)
    const [pattern, wanted] = forms[name]
    if (value !== undefined && !pattern.test(value)) throw new Error(`${name} cannot be ${value}: write ${wanted}.`)
    return value
  }
  const numeric = (name: keyof typeof forms): number | undefined => {
    const value = matching(name)
    return value === undefined ? undefined : Number(value)
  }

  const stage = readStage(given('stage'))
  if (!stage) {
    throw new Error(`There is no stage ${given('stage')}: choose with -c stage=${stageNames.join(' or -c stage=')}.`)
  }
  const name = matching('domain')
  const certificateArn = matching('certificate')
  if ((name === undefined) !== (certificateArn === undefined)) {
    throw new Error(
      'A domain needs its certificate: give both, -c domain=api.example.com -c certificate=arn:aws:acm:….',
    )
  }
  const rateLimitPerMinute = numeric('rateLimitPerMinute')
  if ((rateLimitPerMinute ?? 1) > rateLimitMax)
    throw new Error(`rateLimitPerMinute cannot be more than ${rateLimitMax}.`)
  const callCountries = matching('callCountries')?.split(',')
  const unknown = callCountries?.find((code) => !isSupportedCountry(code))
  if (unknown) throw new Error(`callCountries cannot hold ${unknown}: there is no country of that code.`)
  const mode = matching('callingRules')
  const modeFloor = matching('callingRulesFloor')
  const strictnessOf = (word: string) => callingModes.map(String).indexOf(word)
  if (mode && modeFloor && strictnessOf(mode) < strictnessOf(modeFloor))
    throw new Error(`callingRules cannot be ${mode}: callingRulesFloor is ${modeFloor}. Choose one that is as strict.`)
  const consentFloor = matching('requireConsentFloor')
  const reservedConcurrency = numeric('reservedConcurrency')
  if (
    reservedConcurrency !== undefined &&
    !(reservedConcurrency >= reservedConcurrencyMin && reservedConcurrency <= reservedConcurrencyMax)
  )
    throw new Error(
      `reservedConcurrency cannot be ${reservedConcurrency}: write a number from ${reservedConcurrencyMin} to ${reservedConcurrencyMax}. ` +
        'Lambda keeps 100 functions of the account unreserved.',
    )
  return {
    stage,
    domain: name && certificateArn ? { name, certificateArn } : undefined,
    rateLimitPerMinute,
    carrierCallsPerSecond: numeric('carrierCallsPerSecond'),
    overdraft: matching('overdraft'),
    liveCallsPerUser: numeric('liveCallsPerUser'),
    staleCallMinutes: numeric('staleCallMinutes'),
    callCountries,
    callingRules: callingModes.find((one) => one === mode),
    callingRulesFloor: callingModes.find((one) => one === modeFloor),
    requireConsentFloor: consentWants.find((one) => one === consentFloor),
    evidenceYears: numeric('evidenceYears'),
    reservedConcurrency,
    chargedPerHourAlarm: numeric('chargedPerHourAlarm'),
    alarmEmail: matching('alarmEmail'),
    table: matching('table'),
  }
}
