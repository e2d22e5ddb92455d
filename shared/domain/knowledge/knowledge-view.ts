import * as z from 'zod'
import { timeOfId } from '../../words/id.ts'
import { isoTime } from '../../words/time.ts'
import { documentStatuses, type KnowledgeDocument } from './document.ts'
import { documentTypes, typeLabels } from './document-types.ts'
import { isSmall, type Knowledgebase, knowledgebaseStatuses, type Packed, statusOf } from './knowledgebase.ts'

export const KnowledgebaseItem = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  status: z.enum(knowledgebaseStatuses),
  status_label: z.string(),
  documents_count: z.int(),
  assistants_count: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})

export const DocumentItem = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  type: z.enum(documentTypes),
  type_label: z.string(),
  status: z.enum(documentStatuses),
  status_label: z.string(),
  failure_reason: z.string().nullable(),
  /** Null until the base is searchable, and while prompts include the whole base. */
  search: z.enum(['words', 'words_and_meaning']).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})

export const knowledgebaseView = (
  base: Knowledgebase,
  assistants: readonly { knowledgebase_id: number | null }[],
): z.output<typeof KnowledgebaseItem> => {
  const status = statusOf(base)
  return {
    id: base.id,
    name: base.name,
    description: base.description,
    status,
    status_label: labels[status],
    documents_count: base.documents,
    assistants_count: assistants.filter(({ knowledgebase_id }) => knowledgebase_id === base.id).length,
    created_at: isoTime(timeOfId(base.id)),
    updated_at: isoTime(base.updated_at),
  }
}

export const documentView = (
  document: KnowledgeDocument,
  base: Pick<Knowledgebase, 'packed'> | undefined,
): z.output<typeof DocumentItem> => ({
  id: document.id,
  name: document.name,
  description: document.description,
  type: document.type,
  type_label: typeLabels[document.type],
  status: document.status,
  status_label: labels[document.status],
  failure_reason: document.reason ?? null,
  search: document.status === 'active' ? searchOf(document, base?.packed) : null,
  created_at: isoTime(timeOfId(document.id)),
  updated_at: isoTime(document.updated_at),
})

const searchOf = ({ id }: KnowledgeDocument, packed: Packed | undefined) => {
  if (!packed || isSmall(packed)) return null
  const { embedded_by, unembedded = [], missed = [] } = packed
  return embedded_by === undefined || unembedded.includes(id) || missed.includes(id) ? 'words' : 'words_and_meaning'
}

const labels = { empty: 'Empty', processing: 'Processing', active: 'Active', failed: 'Failed' } as const
