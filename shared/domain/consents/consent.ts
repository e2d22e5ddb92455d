/**
 * Scope of a consent. `inquiry` and `contract` are no consent by themselves; they permit calls
 * where a law accepts them as one.
 */
export const consentKinds = ['express_written', 'express', 'inquiry', 'contract'] as const
export type ConsentKind = (typeof consentKinds)[number]

export const consentChannels = ['call', 'sms'] as const
export type ConsentChannel = (typeof consentChannels)[number]

/** The channel through which it was given. */
export const captureChannels = ['web', 'phone', 'paper', 'sms', 'in_person', 'other'] as const
export type CaptureChannel = (typeof captureChannels)[number]

/** The terms that a person agreed to, and their proof. */
export interface ConsentTerms {
  kind: ConsentKind
  channels: ConsentChannel[]
  covers_artificial_voice: boolean
  /** The purpose that it was given for; null for every purpose. */
  purpose: string | null
  seller: string | null
  /** The exact words that were agreed to, their version and their SHA-256. */
  text: string | null
  text_version: string | null
  text_hash: string | null
  language: string | null
  captured_by: CaptureChannel | null
  source_url: string | null
  ip_address: string | null
  user_agent: string | null
  /**
   * A certificate of TrustedForm (`xxTrustedFormCertUrl`), and when it was claimed, epoch
   * milliseconds.
   */
  certificate_url: string | null
  certificate_claimed_at: number | null
  /** The key of a Jornaya certificate. */
  universal_leadid: string | null
  document_hash: string | null
  /** Epoch milliseconds. */
  given_at: number
  expires_at: number | null
}

/**
 * A consent to be called or texted, or its withdrawal, as it was recorded: never changed
 * afterwards. It belongs to the number, in every lead that has it.
 */
export interface Consent extends ConsentTerms {
  id: number
  user_id: number
  /** E.164 */
  phone_number: string
  status: 'granted' | 'revoked'
  /** For a withdrawal: the consent that it revokes, and the given reason. */
  revokes?: number
  because?: string
  recorded_by: 'api' | 'lead' | 'import'
}

/** The parts of a consent that decide. */
export type Grant = Pick<
  Consent,
  'id' | 'kind' | 'channels' | 'covers_artificial_voice' | 'purpose' | 'given_at' | 'expires_at'
>

/**
 * Facts about a number: the newest consent of each purpose, and the time of the last withdrawal.
 */
export interface ConsentStanding {
  grants: Grant[]
  revoked_at?: number
  /** Counts the records; what was decided by one of them stands until the next. */
  version: number
}

/** Purposes per number; beyond this the oldest consent is dropped and no longer counts. */
export const grantsMax = 20

/**
 * The standing after one more record. A record of an earlier time than what it would replace
 * changes nothing but the count.
 */
export const standingAfter = (standing: ConsentStanding | undefined, record: Consent): ConsentStanding => {
  const { grants = [], revoked_at, version = 0 } = standing ?? {}
  const next = version + 1
  if (record.status === 'revoked')
    return { grants, version: next, revoked_at: Math.max(revoked_at ?? 0, record.given_at) }
  const { id, kind, channels, covers_artificial_voice, purpose, given_at, expires_at } = record
  const known = grants.find((grant) => grant.purpose === purpose)
  const isNewer = !known || given_at > known.given_at || (given_at === known.given_at && id > known.id)
  const grant: Grant = { id, kind, channels, covers_artificial_voice, purpose, given_at, expires_at }
  const kept = isNewer ? [grant, ...grants.filter((one) => one !== known)] : grants
  const newest = kept.toSorted((one, other) => other.given_at - one.given_at).slice(0, grantsMax)
  return { grants: newest, version: next, ...(revoked_at !== undefined && { revoked_at }) }
}
