import type { ExportSubject } from '../../domain/account/export-form.ts'
import { type CallFilters, callFilters } from '../../domain/calls/call-filters.ts'
import { type ConsentFilters, consentFilters } from '../../domain/consents/consent-filters.ts'
import { type ChatFilters, chatFilters } from '../../domain/conversations/chat-filters.ts'
import { type LeadFilters, leadFilters } from '../../domain/leads/lead-filters.ts'
import { type DayRange, dayFields, dayOrder } from '../../words/day-range.ts'
import { object } from '../../words/fields.ts'
import { type Form, finding, form, merge, read } from '../../words/form.ts'
import { phoneFilterFinding } from '../../words/phone.ts'
import type { FieldErrors } from '../../words/problem.ts'

const dayFilters = form(dayFields, dayOrder)
const noFilters = form({})

const filtersOf = {
  calls: callFilters,
  leads: leadFilters,
  sms: dayFilters,
  transactions: dayFilters,
  conversations: chatFilters,
  consents: consentFilters,
  ...{ campaigns: noFilters, blacklist: noFilters, numbers: noFilters },
} satisfies Record<ExportSubject, Form>

export type ExportAsk =
  | { what: 'calls'; filters: Partial<CallFilters> }
  | { what: 'leads'; filters: Partial<LeadFilters> }
  | { what: 'sms' | 'transactions'; filters: DayRange }
  | { what: 'conversations'; filters: Partial<ChatFilters> }
  | { what: 'consents'; filters: Partial<ConsentFilters> }
  | { what: 'campaigns' | 'blacklist' | 'numbers'; filters: Record<string, never> }

interface Reading {
  ask: ExportAsk | undefined
  errors: FieldErrors
}

/**
 * Reads an export request. Rejects unknown filters, because ignoring them would export too many
 * rows.
 */
export const readExportAsk = (what: ExportSubject, sent: Record<string, unknown>): Reading => {
  const errors = filterErrors(filtersOf[what], sent)
  if (Object.keys(errors).length > 0) return { ask: undefined, errors }
  return { ask: askFor(what, sent), errors }
}

const askFor = (what: ExportSubject, sent: Record<string, unknown>): ExportAsk => {
  switch (what) {
    case 'calls':
      return { what, filters: read(callFilters, sent).values }
    case 'leads':
      return { what, filters: read(leadFilters, sent).values }
    case 'conversations':
      return { what, filters: read(chatFilters, sent).values }
    case 'consents':
      return { what, filters: read(consentFilters, sent).values }
    case 'campaigns':
    case 'blacklist':
    case 'numbers':
      return { what, filters: {} }
    default:
      return { what, filters: read(dayFilters, sent).values }
  }
}

const filterErrors = (of: Form, sent: Record<string, unknown>): FieldErrors => {
  const nested = form({ filters: object(of.fields) })
  const { values } = read(of, sent)
  const unknown = Object.keys(sent).filter((name) => !Object.hasOwn(of.fields, name))
  const across = of.rules.map((rule) => rule(values))
  const phone = typeof values.phone_number === 'string' ? values.phone_number : undefined
  return merge(
    read(nested, { filters: sent }).errors,
    ...unknown.map((name) => finding(`filters.${name}`, 'The :attribute field is not supported.')),
    ...across.map((errors) =>
      Object.fromEntries(Object.entries(errors).map(([name, found]) => [`filters.${name}`, found])),
    ),
    phoneFilterFinding('filters.phone_number', phone),
  )
}
