import * as z from 'zod'
import { type DayRange, dayFields, dayOrder } from '../../words/day-range.ts'
import { documented, object, oneOf, optional, sentences } from '../../words/fields.ts'
import { type Form, finding, form, isObject, merge, read } from '../../words/form.ts'
import { phoneFilterFinding } from '../../words/phone.ts'
import type { FieldErrors } from '../../words/problem.ts'
import { type CallFilters, callFilters } from '../calls/call-filters.ts'
import { type ChatFilters, chatFilters } from '../conversations/chat-filters.ts'
import { type LeadFilters, leadFilters } from '../leads/lead-filters.ts'

export const exportSubjects = ['calls', 'leads', 'sms', 'transactions', 'conversations'] as const
export type ExportSubject = (typeof exportSubjects)[number]
export const exportFormats = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

const dayFilters = form(dayFields, dayOrder)

const filtersOf = {
  calls: callFilters,
  leads: leadFilters,
  sms: dayFilters,
  transactions: dayFilters,
  conversations: chatFilters,
} satisfies Record<ExportSubject, Form>

/** The list that is exported, and its filters. */
export type ExportAsk =
  | { what: 'calls'; filters: Partial<CallFilters> }
  | { what: 'leads'; filters: Partial<LeadFilters> }
  | { what: 'sms' | 'transactions'; filters: DayRange }
  | { what: 'conversations'; filters: Partial<ChatFilters> }

const fieldNames = [...new Set(Object.values(filtersOf).flatMap(({ fields }) => Object.keys(fields)))]

export const ExportDraft = form({
  what: oneOf(exportSubjects),
  format: optional(oneOf(exportFormats)),
  filters: documented(
    z.preprocess((value) => value ?? {}, z.custom<Record<string, unknown>>(isObject, { error: sentences.object })),
    {
      type: 'object',
      description: 'Filters of the list, by the names of its query parameters',
      properties: Object.fromEntries(fieldNames.map((name) => [name, documentOf(name)])),
    },
  ),
})

/** Two lists may give a field other values, so only its type is documented. */
function documentOf(name: string): object {
  if (name.startsWith('date_')) return { type: 'string', format: 'date' }
  return { type: /_id$|_version$/.test(name) ? 'integer' : 'string' }
}

interface Reading {
  /** Undefined when an error was found. */
  ask: ExportAsk | undefined
  errors: FieldErrors
}

/** Reads the filters of a list. A filter that the list lacks would make a file of too many rows. */
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
