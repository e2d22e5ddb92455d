import { merge, read } from '../../words/form.ts'
import { timeOfId } from '../../words/id.ts'
import type { Consent } from './consent.ts'
import { LeadConsentForm, termsOf, timesFinding } from './consent-form.ts'

/** Column names that lead vendors use for certificates. */
const vendorNames: Readonly<Record<string, string>> = {
  xxtrustedformcerturl: 'certificate_url',
  universal_leadid: 'universal_leadid',
}

/** Returns a column's consent field, such as `kind` for `consent_kind`; otherwise undefined. */
export const consentFieldOf = (column: string): string | undefined => {
  const name = column.toLowerCase()
  const field = vendorNames[name] ?? (name.startsWith('consent_') ? name.slice('consent_'.length) : undefined)
  return field !== undefined && Object.hasOwn(LeadConsentForm.fields, field) ? field : undefined
}

/**
 * Reads the consent in an imported row, and gives it the lead's id. Returns `{}` for a row without
 * a kind.
 */
export const consentOfRow = (
  { id, user_id, phone_number }: Pick<Consent, 'id' | 'user_id' | 'phone_number'>,
  cells: Readonly<Record<string, string>>,
  now: number,
): { consent?: Consent } | { reason: string } => {
  if (!cells.kind) return {}
  const values = { ...cells, ...(cells.channels && { channels: cells.channels.split(/[\s,;|]+/).filter(Boolean) }) }
  const reading = read(LeadConsentForm, { ...values, ...flagOf(cells.covers_artificial_voice) })
  const [finding] = Object.values(merge(reading.errors, timesFinding(reading.values, now)))
  const { kind, ...said } = reading.values
  if (finding || !kind) return { reason: `Its consent: ${finding?.[0] ?? 'it cannot be read.'}` }
  const about = { id, user_id, phone_number, status: 'granted', recorded_by: 'import' } as const
  return { consent: { ...about, ...termsOf({ kind, ...said }, timeOfId(id)) } }
}

const flagOf = (cell: string | undefined): { covers_artificial_voice?: boolean | string } => {
  if (!cell) return {}
  const word = cell.toLowerCase()
  if (['true', 'yes', 'y', '1'].includes(word)) return { covers_artificial_voice: true }
  return { covers_artificial_voice: ['false', 'no', 'n', '0'].includes(word) ? false : cell }
}
