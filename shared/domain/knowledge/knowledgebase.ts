import * as z from 'zod'
import type { KnowledgeDocument } from './document.ts'

/**
 * The way in which an assistant uses its documents: the model asks as by a tool, or each remark of
 * the customer is looked up.
 */
export const knowledgeModes = ['function_call', 'prompt'] as const
export type KnowledgeMode = (typeof knowledgeModes)[number]

export const knowledgebasesMax = 50
export const documentsMax = 200
/**
 * Passages of all documents of a base. This many are searched in milliseconds, and loaded in one
 * request.
 */
export const passagesMax = 2000
/** Tokens up to which a whole base stands in every prompt instead of being searched. */
const smallTokensMax = 6000

/**
 * Passages of all documents, ready to be searched: one object in the bucket, which never changes.
 */
export interface Packed {
  key: string
  passages: number
  /** Estimated, as passages are. */
  tokens: number
  /** Number of deleted documents when it was made. */
  removals: number
  /** The model that said what its passages mean; absent where none did. */
  embedded_by?: string
  /**
   * Documents with passages that are still to be embedded, oldest first; absent when there are
   * none.
   */
  unembedded?: number[]
  /** Documents with passages that could not be. When the base changes, they are tried again. */
  missed?: number[]
  /** Failed requests to the model in a row, and the time of the next one (epoch milliseconds). */
  retry?: { attempts: number; at: number }
}

/** Knowledge of assistants in addition to their prompts: a user's documents, under a name. */
export interface Knowledgebase {
  id: number
  user_id: number
  name: string
  description: string | null
  /** Number of documents, and of those that are still to be read or were read. */
  documents: number
  processing: number
  active: number
  /** Number of documents ever deleted from it: objects packed before must be packed again. */
  removals: number
  /** Absent before the first document was read. */
  packed?: Packed
  /**
   * Objects that nothing needs, or that were begun; a worker removes them. Absent when there are
   * none.
   */
  spare?: string[]
  /** Number of changes of the packed and spare objects. */
  version: number
  /** Epoch milliseconds; its id says when it was created. */
  updated_at: number
  /** Since when it is deleted: it is in no answer any more, and what it held is cleared away. */
  deleted_at?: number
}

export const knowledgebaseStatuses = ['empty', 'processing', 'active', 'failed'] as const
export type KnowledgebaseStatus = (typeof knowledgebaseStatuses)[number]

/** Empty, being read, or read; failed if nothing of it could be. */
export const statusOf = ({ documents, processing, active }: Knowledgebase): KnowledgebaseStatus => {
  if (documents === 0) return 'empty'
  if (processing > 0) return 'processing'
  return active > 0 ? 'active' : 'failed'
}

/** Is there anything to do: documents to read, to embed or to forget, objects to remove? */
export const hasWork = ({ processing, removals, packed, spare, deleted_at }: Knowledgebase): boolean =>
  deleted_at !== undefined ||
  processing > 0 ||
  (packed?.removals ?? removals) < removals ||
  packed?.unembedded !== undefined ||
  spare !== undefined

export const isSmall = ({ tokens }: Pick<Packed, 'tokens'>): boolean => tokens <= smallTokensMax

/**
 * Prefix of all knowledge bases in the bucket, and of the part that the bucket deletes by itself.
 */
const knowledgePrefix = 'knowledge/'
export const uploadPrefix = `${knowledgePrefix}uploads/`
export const packedPrefix = `${knowledgePrefix}packed/`
/** An upload is removed once it has been read; what is left behind, the bucket removes. */
export const uploadDays = 1

/** Key of a document's upload until it has been read. */
export const uploadKey = ({ user_id, base_id, id }: Pick<KnowledgeDocument, 'user_id' | 'base_id' | 'id'>): string =>
  `${uploadPrefix}${user_id}/${base_id}/${id}.bin`

/** A new name every time: what was made twice, or too late, is another object. */
export const packedKey = ({ user_id, id }: Pick<Knowledgebase, 'user_id' | 'id'>, chance: string): string =>
  `${packedPrefix}${user_id}/${id}/${chance}.bin`

/** The worker is told whose documents to look after; the table says which. */
export const KnowledgeRef = z.object({ user_id: z.int().positive() })
export type KnowledgeRef = z.infer<typeof KnowledgeRef>
