interface RefusalWords {
  /** The carrier's own code; absent if the carrier gave none. */
  code?: number
  /** Meaning of the code in one sentence, without the code. */
  meaning: string
}

/** Concerns the phone number that was called or texted. */
interface RecipientRefusal {
  sort: 'recipient'
  /** True when the number can never be reached. */
  is_final?: true
  /** True when the person wants no texts from us. */
  opted_out?: true
}

/** Concerns the country of the number: the account needs a permission for it. */
interface CountryRefusal {
  sort: 'country'
}

/** Concerns the number that we call or text from. */
interface OurNumberRefusal {
  sort: 'our_number'
}

/** Concerns the carrier's account. */
interface AccountRefusal {
  sort: 'account'
  /** True when the operator may correct it within minutes, so a single call waits. */
  may_pass?: true
}

/** Too many requests at a time: nothing is wrong with the request. */
interface RateRefusal {
  sort: 'rate'
}

/** A mistake of this product. */
interface OurRefusal {
  sort: 'ours'
}

/**
 * Why a carrier did not take or complete a call or a message, in words that hold for every carrier.
 * The sort decides what follows for the lead, the campaign and the message.
 */
export type Refusal = RefusalWords &
  (RecipientRefusal | CountryRefusal | OurNumberRefusal | AccountRefusal | RateRefusal | OurRefusal)

export type RefusalSort = Refusal['sort']

/** The meaning and the code in one sentence: "The number does not exist (21211)." */
export const inWords = ({ meaning, code }: Refusal): string =>
  code === undefined ? meaning : `${meaning.replace(/\.$/, '')} (${code}).`

/** Sorts that the next lead would meet as well: a campaign stops. */
const stopping: readonly RefusalSort[] = ['account', 'our_number', 'ours']

export const stopsCampaign = ({ sort }: Refusal): boolean => stopping.includes(sort)

const stopIntros: Partial<Record<RefusalSort, string>> = {
  account: 'The carrier does not accept our account at the moment.',
  our_number: 'The carrier does not accept the number that the campaign calls from.',
  ours: 'The carrier refused a request of this service as wrong.',
}

/** Why a campaign stopped, for its user. */
export const stopReason = (refusal: Refusal): string =>
  [stopIntros[refusal.sort], inWords(refusal), 'Start the campaign again when that is mended.']
    .filter(Boolean)
    .join(' ')

/** Only a refusal that is about the recipient uses up an attempt. */
export const usesAttempt = ({ sort }: Refusal): boolean => sort === 'recipient'
