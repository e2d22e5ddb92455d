import * as z from 'zod'
import type { KnowledgeDocument } from './document.ts'

/**
 * `function_call`: the model calls a search tool. `prompt`: every remark of the customer starts a
 * search.
 */
export const knowledgeModes = ['function_call', 'prompt'] as const

export const knowledgebasesMax = 50
export const documentsMax = 200
/**
 * Passages per knowledge base: few enough to be searched in milliseconds and loaded in one request.
 */
export const passagesMax = 2000
/** Tokens. Smaller knowledge bases are part of the prompt as a whole. */
const smallTokensMax = 6000

/** All passages of a base: an object in the bucket that never changes. */
export interface Packed {
  key: string
  passages: number
  tokens: number
  /** Number of documents deleted from the knowledge base before its passages were packed. */
  removals: number
  embedded_by?: string
  /** Documents not embedded yet, oldest first. */
  unembedded?: number[]
  /** Documents that failed to embed; retried when the base changes. */
  missed?: number[]
  /** Number of failed requests in a row, and the time of the next request (epoch milliseconds). */
  retry?: { attempts: number; at: number }
}

export interface Knowledgebase {
  id: number
  user_id: number
  name: string
  description: string | null
  documents: number
  processing: number
  active: number
  /** Number of documents ever deleted. A worker packs the base again after a deletion. */
  removals: number
  packed?: Packed
  spare?: string[]
  version: number
  updated_at: number
  /** Hidden since this time, while contents are being removed. */
  deleted_at?: number
}

export const knowledgebaseStatuses = ['empty', 'processing', 'active', 'failed'] as const
export type KnowledgebaseStatus = (typeof knowledgebaseStatuses)[number]

export const statusOf = ({ documents, processing, active }: Knowledgebase): KnowledgebaseStatus => {
  if (documents === 0) return 'empty'
  if (processing > 0) return 'processing'
  return active > 0 ? 'active' : 'failed'
}

export const hasWork = ({ processing, removals, packed, spare, deleted_at }: Knowledgebase): boolean =>
  deleted_at !== undefined ||
  processing > 0 ||
  (packed?.removals ?? removals) < removals ||
  packed?.unembedded !== undefined ||
  spare !== undefined

export const isSmall = ({ tokens }: Pick<Packed, 'tokens'>): boolean => tokens <= smallTokensMax

const knowledgePrefix = 'knowledge/'
export const uploadPrefix = `${knowledgePrefix}uploads/`
export const packedPrefix = `${knowledgePrefix}packed/`
export const uploadDays = 1

export const uploadKey = ({ user_id, base_id, id }: Pick<KnowledgeDocument, 'user_id' | 'base_id' | 'id'>): string =>
  `${uploadPrefix}${user_id}/${base_id}/${id}.bin`

/** Returns a new name each time, because each packing creates another object. */
export const packedKey = ({ user_id, id }: Pick<Knowledgebase, 'user_id' | 'id'>, chance: string): string =>
  `${packedPrefix}${user_id}/${id}/${chance}.bin`

/** Queue message with only the user id; the table shows which documents must be read. */
export const KnowledgeRef = z.object({ user_id: z.int().positive() })
export type KnowledgeRef = z.infer<typeof KnowledgeRef>
