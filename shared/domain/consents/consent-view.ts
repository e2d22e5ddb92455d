import * as z from 'zod'
import { timeOfId } from '../../words/id.ts'
import { plainTime } from '../../words/time.ts'
import { type Consent, captureChannels, consentChannels, consentKinds } from './consent.ts'

const Word = z.string().nullable()

export const ConsentItem = z.object({
  id: z.int(),
  phone_number: z.string(),
  status: z.enum(['granted', 'revoked']),
  revokes: z.int().nullable(),
  because: Word,
  kind: z.enum(consentKinds),
  channels: z.array(z.enum(consentChannels)).readonly(),
  covers_artificial_voice: z.boolean(),
  purpose: Word,
  seller: Word,
  text: Word,
  text_version: Word,
  text_hash: Word,
  language: Word,
  captured_by: z.enum(captureChannels).nullable(),
  source_url: Word,
  ip_address: Word,
  user_agent: Word,
  certificate_url: Word,
  certificate_claimed_at: Word,
  universal_leadid: Word,
  document_hash: Word,
  given_at: z.string(),
  expires_at: Word,
  recorded_by: z.enum(['api', 'lead', 'import']),
  created_at: z.string(),
})

const timeOrNull = (at: number | null): string | null => (at === null ? null : plainTime(at))

export const consentView = (consent: Consent): z.input<typeof ConsentItem> => ({
  id: consent.id,
  phone_number: consent.phone_number,
  status: consent.status,
  revokes: consent.revokes ?? null,
  because: consent.because ?? null,
  kind: consent.kind,
  channels: consent.channels,
  covers_artificial_voice: consent.covers_artificial_voice,
  purpose: consent.purpose,
  seller: consent.seller,
  text: consent.text,
  text_version: consent.text_version,
  text_hash: consent.text_hash,
  language: consent.language,
  captured_by: consent.captured_by,
  source_url: consent.source_url,
  ip_address: consent.ip_address,
  user_agent: consent.user_agent,
  certificate_url: consent.certificate_url,
  certificate_claimed_at: timeOrNull(consent.certificate_claimed_at),
  universal_leadid: consent.universal_leadid,
  document_hash: consent.document_hash,
  given_at: plainTime(consent.given_at),
  expires_at: timeOrNull(consent.expires_at),
  recorded_by: consent.recorded_by,
  created_at: plainTime(timeOfId(consent.id)),
})
