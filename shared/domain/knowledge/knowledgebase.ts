import * as z from 'zod'
import type { KnowledgeDocument } from './document.ts'

/**
 * How an assistant uses what it knows: the model asks for it as by a tool, or it is looked up with
 * each thing that the customer says.
 */
export const knowledgeModes = ['function_call', 'prompt'] as const
export type KnowledgeMode = (typeof knowledgeModes)[number]

export const knowledgebasesMax = 50
export const documentsMax = 200
/**
 * Of all documents of a base. So many are searched in milliseconds, and are loaded in one request.
 */
export const passagesMax = 2000
/** What a whole base may hold to stand in every prompt, instead of being searched. */
const smallTokensMax = 6000

/**
 * What documents say, cut into passages and ready to be searched: one object in the bucket, which
 * never changes.
 */
export interface Packed {
  key: string
  passages: number
  /** Estimated, as passages are. */
  tokens: number
  /** How many documents had been deleted when it was made. */
  removals: number
  /** The model that said what its passages mean; absent where none did. */
  embedded_by?: string
  /**
   * Documents with passages that are yet to be embedded, oldest first; absent when there are none.
   */
  unembedded?: number[]
  /** Documents with passages that could not be. When the base changes, they are tried again. */
  missed?: number[]
  /**
   * How often in a row the model was asked in vain, and when it is asked again (epoch
   * milliseconds).
   */
  retry?: { attempts: number; at: number }
}

/** What assistants know beside their prompts: documents of a user's, under a name. */
export interface Knowledgebase {
  id: number
  user_id: number
  name: string
  description: string | null
  /**
   * How many documents there are, and of them those that are yet to be read, and those that were.
   */
  documents: number
  processing: number
  active: number
  /**
   * How many documents have ever been deleted from it: what was packed before must be packed anew.
   */
  removals: number
  /** Absent before the first document was read. */
  packed?: Packed
  /**
   * Objects that nothing needs, or that were begun: they are removed by and by. Absent when there
   * are none.
   */
  spare?: string[]
  /** How often what is packed or spare has changed. */
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
 * Where in the bucket everything of knowledge bases lies, and of it what the bucket deletes by
 * itself.
 */
const knowledgePrefix = 'knowledge/'
export const uploadPrefix = `${knowledgePrefix}uploads/`
export const packedPrefix = `${knowledgePrefix}packed/`
/** An upload is removed once it has been read; what is left behind, the bucket removes. */
export const uploadDays = 1

/** What was uploaded for a document, until it has been read. */
export const uploadKey = ({ user_id, base_id, id }: Pick<KnowledgeDocument, 'user_id' | 'base_id' | 'id'>): string =>
  `${uploadPrefix}${user_id}/${base_id}/${id}.bin`

/** A new name every time: what was made twice, or too late, is another object. */
export const packedKey = ({ user_id, id }: Pick<Knowledgebase, 'user_id' | 'id'>, chance: string): string =>
  `${packedPrefix}${user_id}/${id}/${chance}.bin`

/** The worker is told whose documents to look after; the table says which. */
export const KnowledgeRef = z.object({ user_id: z.int().positive() })
export type KnowledgeRef = z.infer<typeof KnowledgeRef>
