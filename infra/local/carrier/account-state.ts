import * as z from 'zod'
import { twilioRegionOf } from '../../../shared/providers/twilio/region.ts'
import { isPhoneNumber, problem } from './dialect.ts'
import { parseJson } from './route.ts'

/** States of a Twilio account. A trial account may call and text verified numbers only. */
const standings = ['active', 'trial', 'suspended', 'closed'] as const
type Standing = (typeof standings)[number]

/** Twilio region of the auth tokens. In Twilio, each region has its own tokens. */
const regionOfTokens = 'US1'

const PhoneNumbers = z.array(z.string().refine(isPhoneNumber, 'must be a phone number')).max(1000)
const AccountChange = z.strictObject({
  standing: z.enum(standings).optional(),
  verified_numbers: PhoneNumbers.optional(),
  lost_numbers: PhoneNumbers.optional(),
  relay: z.boolean().optional(),
})

export const createAccountState = (accountSid: string, authToken: string) => {
  /** The first token signs callbacks; requests may use any token. */
  let tokens = [authToken]
  let region: string = regionOfTokens
  let standing: Standing = 'active'
  let isRelayOn = true
  const verifiedNumbers = new Set<string>()
  const lostNumbers = new Set<string>()

  const isTrial = () => standing === 'trial'
  const show = () => Response.json({ standing, verified_numbers: [...verifiedNumbers], lost_numbers: [...lostNumbers] })

  return {
    isTrial,
    isActive: () => standing === 'active' || isTrial(),
    /** Twilio reports a trial account as `active`, with type `Trial`. */
    resource: () => ({
      sid: accountSid,
      status: isTrial() ? 'active' : standing,
      type: isTrial() ? 'Trial' : 'Full',
    }),
    isRelayOn: () => isRelayOn,
    signingToken: () => tokens[0] ?? authToken,
    knows: ({ url, headers }: Request) =>
      (twilioRegionOf(url) ?? region) === regionOfTokens &&
      tokens.some((token) => headers.get('authorization') === `Basic ${base64Of(`${accountSid}:${token}`)}`),

    hasLost: (number: string) => lostNumbers.has(number),
    loseNumber: (number: string) => lostNumbers.add(number),
    verify: (number: string) => verifiedNumbers.add(number),
    /**
     * Returns an error for a sender that the account has lost, or a recipient that a trial account
     * has not verified.
     */
    barring: ({ to, from }: { to: string; from: string }, codes: Record<'lost' | 'trial', number>) => {
      if (lostNumbers.has(from))
        return {
          code: codes.lost,
          message: `The source phone number provided, ${from}, is not yet verified for your account`,
        }
      if (isTrial() && !verifiedNumbers.has(to))
        return {
          code: codes.trial,
          message: `The number ${to} is unverified. Trial accounts may only reach verified numbers.`,
        }
      return undefined
    },

    show,
    change: (text: string) => {
      const wanted = AccountChange.safeParse(parseJson(text))
      if (!wanted.success) return problem(400, 20001, z.prettifyError(wanted.error))
      standing = wanted.data.standing ?? standing
      isRelayOn = wanted.data.relay ?? isRelayOn
      replace(verifiedNumbers, wanted.data.verified_numbers)
      replace(lostNumbers, wanted.data.lost_numbers)
      return show()
    },
    haveStanding: (given: Standing) => {
      standing = given
    },
    serveRegion: (given: string) => {
      region = given
    },
    haveTokens: (...given: [string, ...string[]]) => {
      tokens = given
    },
  }
}

const base64Of = (text: string) => Buffer.from(text).toString('base64')

const replace = (set: Set<string>, items: string[] | undefined): void => {
  if (!items) return
  set.clear()
  for (const item of items) set.add(item)
}
