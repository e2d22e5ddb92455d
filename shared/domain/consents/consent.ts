/** `inquiry` and `contract` permit calls only where a law accepts them as consent. */
export const consentKinds = ['express_written', 'express', 'inquiry', 'contract'] as const
export type ConsentKind = (typeof consentKinds)[number]

export const consentChannels = ['call', 'sms'] as const
export type ConsentChannel = (typeof consentChannels)[number]

export const captureChannels = ['web', 'phone', 'paper', 'sms', 'in_person', 'other'] as const
export type CaptureChannel = (typeof captureChannels)[number]

export interface ConsentTerms {
  kind: ConsentKind
  channels: ConsentChannel[]
  covers_artificial_voice: boolean
  /** Null: every purpose. */
  purpose: string | null
  seller: string | null
  /** The words that the person agreed to, their version and SHA-256. */
  text: string | null
  text_version: string | null
  text_hash: string | null
  language: string | null
  captured_by: CaptureChannel | null
  source_url: string | null
  ip_address: string | null
  user_agent: string | null
  /**
   * TrustedForm certificate (`xxTrustedFormCertUrl`), and when it was claimed (epoch milliseconds).
   */
  certificate_url: string | null
  certificate_claimed_at: number | null
  /** Key of a Jornaya certificate. */
  universal_leadid: string | null
  document_hash: string | null
  given_at: number
  expires_at: number | null
}

/**
 * Immutable record of a consent or withdrawal. The record applies to every lead with
 * `phone_number`.
 */
export interface Consent extends ConsentTerms {
  id: number
  user_id: number
  phone_number: string
  status: 'granted' | 'revoked'
  /** For a withdrawal: the revoked consent, and the reason. */
  revokes?: number
  because?: string
  recorded_by: 'api' | 'lead' | 'import'
}

export type Grant = Pick<
  Consent,
  'id' | 'kind' | 'channels' | 'covers_artificial_voice' | 'purpose' | 'given_at' | 'expires_at'
>

/** The newest consent of each purpose, and the last withdrawal. */
export interface ConsentStanding {
  grants: Grant[]
  revoked_at?: number
  /** Number of consents and withdrawals. A verdict is valid until `version` changes. */
  version: number
}

/** Maximum purposes per number. With more, the oldest consent no longer counts. */
export const grantsMax = 20

/** Keeps the newest consent of each purpose and the last withdrawal. Always raises `version`. */
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
