import type { DocumentType } from './document-types.ts'

export const documentStatuses = ['processing', 'active', 'failed'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/** Bytes in a request; an upload may be larger. */
export const fileBytesMax = 4 * 1024 * 1024
export const uploadBytesMax = 20 * 1024 * 1024
/** Validity of an upload link, and the time for which the upload is awaited. */
export const uploadLinkSeconds = 15 * 60
export const uploadWaitMs = 60 * 60 * 1000

/** A file that came with the request. */
export interface SentFile {
  bytes: Uint8Array<ArrayBuffer>
}

/** Source of the document's text. */
export type DocumentSource =
  | { kind: 'website'; links: string[]; pages: number }
  | {
      kind: 'upload'
      bytes: number
      /** Epoch milliseconds until when it is looked for; absent if it is there already. */
      wait_until?: number
    }

/**
 * One document of a knowledge base. Only what it is called can be changed; what it says is read
 * once.
 */
export interface KnowledgeDocument {
  id: number
  user_id: number
  base_id: number
  name: string
  description: string | null
  type: DocumentType
  status: DocumentStatus
  /** Why it failed, in a sentence for its owner. */
  reason?: string
  source: DocumentSource
  /** Number of attempts to read it. */
  attempts: number
  /** Number of the base's passages that are its own. */
  passages?: number
  updated_at: number
}

/** A worker that dies over a document as often as this has not been stopped by anything else. */
export const attemptsMax = 3

/** Documents whose upload is waited for are looked after less and less often. */
export const nextLookMs = (waitedMs: number): number => Math.min(60_000, Math.max(5_000, waitedMs / 4))
