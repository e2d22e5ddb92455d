interface RefusalWords {
  code?: number
  meaning: string
}

interface RecipientRefusal {
  sort: 'recipient'
  /** True when the number can never be reached. */
  is_final?: true
  /** True when the person wants no SMS. */
  opted_out?: true
}

interface CountryRefusal {
  sort: 'country'
}

interface OurNumberRefusal {
  sort: 'our_number'
}

interface AccountRefusal {
  sort: 'account'
  /**
   * True when the operator can correct the cause within minutes. A call outside a campaign then
   * waits.
   */
  may_pass?: true
}

interface RateRefusal {
  sort: 'rate'
}

/** A mistake of this product. */
interface OurRefusal {
  sort: 'ours'
}

export type Refusal = RefusalWords &
  (RecipientRefusal | CountryRefusal | OurNumberRefusal | AccountRefusal | RateRefusal | OurRefusal)

export type RefusalSort = Refusal['sort']

/** Returns text such as "The number does not exist (21211)." */
export const inWords = ({ meaning, code }: Refusal): string =>
  code === undefined ? meaning : `${meaning.replace(/\.$/, '')} (${code}).`

export const deniedByCarrier = 'denied by the carrier'

/** Kinds of refusals that the next lead would also get, so the campaign stops. */
const stopping: readonly RefusalSort[] = ['account', 'our_number', 'ours']

export const stopsCampaign = ({ sort }: Refusal): boolean => stopping.includes(sort)

const stopIntros: Partial<Record<RefusalSort, string>> = {
  account: 'The carrier does not accept our account at the moment.',
  our_number: 'The carrier does not accept the number that the campaign calls from.',
  ours: 'The carrier refused a request of this service as wrong.',
}

export const stopReason = (refusal: Refusal): string =>
  [stopIntros[refusal.sort], inWords(refusal), 'Start the campaign again when that is mended.']
    .filter(Boolean)
    .join(' ')

export const usesAttempt = ({ sort }: Refusal): boolean => sort === 'recipient'
