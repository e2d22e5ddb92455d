import * as z from 'zod'
import { documented, oneOf, optional, sentences } from '../../words/fields.ts'
import { form, isObject } from '../../words/form.ts'

export const exportSubjects = [
  ...(['calls', 'leads', 'sms', 'transactions', 'conversations'] as const),
  ...(['campaigns', 'consents', 'blacklist', 'numbers'] as const),
] as const
export type ExportSubject = (typeof exportSubjects)[number]
export const exportFormats = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

const documentedFilters = {
  ...{ status: 'string', type: 'string', ended_reason: 'string', phone_number: 'string' },
  ...{ external_identifier: 'string', date_from: 'string', date_to: 'string' },
  ...{ assistant_id: 'integer', assistant_version: 'integer', campaign_id: 'integer' },
}

export const ExportDraft = form({
  what: oneOf(exportSubjects),
  format: optional(oneOf(exportFormats)),
  filters: optional(
    documented(z.custom<Record<string, unknown>>(isObject, { error: sentences.object }), {
      type: 'object',
      description: 'Filters of the list, by the names of its query parameters',
      properties: Object.fromEntries(Object.entries(documentedFilters).map(([name, type]) => [name, { type }])),
    }),
  ),
})
