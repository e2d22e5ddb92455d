import { clearable, integer, list, object, oneOf, optional, sentences, text, webUrl } from '../../words/fields.ts'
import { type FormValues, finding, form, partial } from '../../words/form.ts'
import type { FieldErrors } from '../../words/problem.ts'
import type { Stage } from '../../words/stage.ts'
import { isCallable } from '../../words/webhook-url.ts'
import {
  type DocumentSource,
  fileBytesMax,
  type KnowledgeDocument,
  type SentFile,
  uploadBytesMax,
  uploadWaitMs,
} from './document.ts'
import { documentTypes } from './document-types.ts'
import type { Knowledgebase } from './knowledgebase.ts'

const name = () => text({ max: 255 })
const description = () => text({ max: 255 })

export const KnowledgebaseDraft = form({ name: name(), description: optional(description()) })
export const KnowledgebaseChanges = form({ ...partial({ name: name() }), description: clearable(description()) })
export type Renaming = FormValues<typeof KnowledgebaseChanges>

const pagesMax = 50
const pagesUsual = 10

export const DocumentDraft = form(
  {
    name: name(),
    description: optional(description()),
    type: oneOf(documentTypes),
    url: optional(webUrl()),
    links: optional(list(object({ link: webUrl() }), { max: pagesMax })),
    relative_links_limit: optional(integer({ min: 1, max: pagesMax })),
    size: optional(integer({ min: 1, max: uploadBytesMax })),
  },
  ({ type, url, links = [] }): FieldErrors =>
    type === 'website' && !url && links.length === 0
      ? finding('url', 'The :attribute field is required when type is website.')
      : {},
)
export type DocumentDraft = FormValues<typeof DocumentDraft>

export const DocumentChanges = form({ ...partial({ name: name() }), description: clearable(description()) })

export const documentMisfits = (
  { type, url, links = [], size }: Partial<DocumentDraft>,
  { file, stage }: { file: SentFile | undefined; stage: Stage },
): FieldErrors => {
  if (file && type === 'website') return finding('file', 'The :attribute field must be missing when type is website.')
  if (file && file.bytes.length === 0) return finding('file', 'The :attribute must not be empty.')
  if (file && file.bytes.length > fileBytesMax)
    return finding('file', 'The :attribute must not be greater than 4 MB; say its size instead, and upload it.')
  if (type && type !== 'website' && !file && size === undefined)
    return finding('file', 'A file is required for this document type.')
  const places = [...(url ? [['url', url]] : []), ...links.map(({ link }, index) => [`links.${index}.link`, link])]
  const refused = places.filter(([, place = '']) => !isCallable(place, stage))
  return Object.assign({}, ...refused.map(([field = '']) => finding(field, sentences.url)))
}

export const newKnowledgebase = (
  { name, description }: FormValues<typeof KnowledgebaseDraft>,
  identity: Pick<Knowledgebase, 'id' | 'user_id'>,
  now: number,
): Knowledgebase => ({
  ...identity,
  name,
  description: description ?? null,
  documents: 0,
  processing: 0,
  active: 0,
  removals: 0,
  version: 0,
  updated_at: now,
})

export const newDocument = (
  draft: DocumentDraft,
  identity: Pick<KnowledgeDocument, 'id' | 'user_id' | 'base_id'>,
  { file, now }: { file: SentFile | undefined; now: number },
): KnowledgeDocument => ({
  ...identity,
  name: draft.name,
  description: draft.description ?? null,
  type: draft.type,
  status: 'processing',
  source: sourceOf(draft, file, now),
  attempts: 0,
  updated_at: now,
})

const sourceOf = (draft: DocumentDraft, file: SentFile | undefined, now: number): DocumentSource => {
  const { type, url, links = [], relative_links_limit = pagesUsual, size = 0 } = draft
  if (type !== 'website')
    return file
      ? { kind: 'upload', bytes: file.bytes.length }
      : { kind: 'upload', bytes: size, wait_until: now + uploadWaitMs }
  const all = [...new Set([...(url ? [url] : []), ...links.map(({ link }) => link)])]
  return { kind: 'website', links: all, pages: Math.max(relative_links_limit, Math.min(all.length, pagesMax)) }
}
