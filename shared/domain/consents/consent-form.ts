import { createHash } from 'node:crypto'
import { flag, list, object, oneOf, optional, period, text } from '../../words/fields.ts'
import { type FormValues, finding, form } from '../../words/form.ts'
import { timeOfId } from '../../words/id.ts'
import type { FieldErrors } from '../../words/problem.ts'
import { type Consent, type ConsentTerms, captureChannels, consentChannels, consentKinds } from './consent.ts'

const terms = {
  kind: oneOf(consentKinds),
  channels: optional(list(oneOf(consentChannels), { max: 10 })),
  covers_artificial_voice: optional(flag()),
  purpose: optional(text({ max: 100 })),
  seller: optional(text({ max: 255 })),
  text: optional(text({ max: 5000, exact: true })),
  text_version: optional(text({ max: 100 })),
  text_hash: optional(text({ max: 128 })),
  language: optional(text({ max: 35 })),
  captured_by: optional(oneOf(captureChannels)),
  source_url: optional(text({ max: 2000 })),
  ip_address: optional(text({ max: 45 })),
  user_agent: optional(text({ max: 500 })),
  certificate_url: optional(text({ max: 2000 })),
  certificate_claimed_at: optional(period()),
  universal_leadid: optional(text({ max: 100 })),
  document_hash: optional(text({ max: 128 })),
  given_at: optional(period()),
  expires_at: optional(period()),
}

export const ConsentDraft = form({ phone_number: text({ max: 64 }), ...terms })
export type ConsentDraft = FormValues<typeof ConsentDraft>

export const LeadConsentForm = form(terms)

export const leadConsent = () => optional(object(terms))
export type LeadConsent = Pick<ConsentDraft, 'kind'> & Partial<Omit<ConsentDraft, 'phone_number' | 'kind'>>

export const Revocation = form({ because: optional(text({ max: 255 })) })

/** A consent may be dated ahead by this much, because clocks differ. */
const skewMs = 5 * 60_000

export const timesFinding = (
  { given_at, expires_at }: Pick<Partial<LeadConsent>, 'given_at' | 'expires_at'>,
  now: number,
  at = '',
): FieldErrors => {
  if (given_at && given_at.from > now + skewMs)
    return finding(`${at}given_at`, 'The :attribute field must not be in the future.')
  const begins = given_at?.from ?? now
  return expires_at && expires_at.until <= begins
    ? finding(`${at}expires_at`, 'The :attribute field must be after the consent was given.')
    : {}
}

export const termsOf = (draft: LeadConsent, now: number): ConsentTerms => ({
  kind: draft.kind,
  channels: draft.channels?.length ? [...new Set(draft.channels)] : ['call'],
  covers_artificial_voice: draft.covers_artificial_voice ?? false,
  purpose: draft.purpose ?? null,
  seller: draft.seller ?? null,
  text: draft.text ?? null,
  text_version: draft.text_version ?? null,
  text_hash: draft.text === undefined ? (draft.text_hash ?? null) : hashOf(draft.text),
  language: draft.language ?? null,
  captured_by: draft.captured_by ?? null,
  source_url: draft.source_url ?? null,
  ip_address: draft.ip_address ?? null,
  user_agent: draft.user_agent ?? null,
  certificate_url: draft.certificate_url ?? null,
  certificate_claimed_at: draft.certificate_claimed_at?.from ?? null,
  universal_leadid: draft.universal_leadid ?? null,
  document_hash: draft.document_hash ?? null,
  given_at: Math.min(draft.given_at?.from ?? now, now),
  expires_at: draft.expires_at?.until ?? null,
})

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export const withdrawal = (of: Consent, id: number, because: string | undefined): Consent => ({
  ...of,
  id,
  status: 'revoked',
  revokes: of.id,
  ...(because !== undefined && { because }),
  given_at: timeOfId(id),
  expires_at: null,
  recorded_by: 'api',
})
