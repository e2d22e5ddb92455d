/**
 * Why a carrier did not take or complete a call or a message, in words that hold for every carrier.
 * The sort decides what follows for the lead, the campaign and the message.
 */
export type Refusal = {
  /** The carrier's own code; absent if the carrier gave none. */
  code?: number
  /** What the code means: one sentence, without the code. */
  meaning: string
} /** About this phone number. `is_final`: it can never be reached. `opted_out`: the person wants no texts from us. */ & (
  | { sort: 'recipient'; is_final?: true; opted_out?: true }
  /** About the place that the number belongs to: the account needs a permission for it. */
  | { sort: 'country' }
  /** About the number that we call or text from. */
  | { sort: 'our_number' }
  /** About the carrier's account. `may_pass`: its operator may mend it within minutes, so a single call waits. */
  | { sort: 'account'; may_pass?: true }
  /** Too much at a time: nothing is wrong with the request. */
  | { sort: 'rate' }
  /** A mistake of this product. */
  | { sort: 'ours' }
)

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
