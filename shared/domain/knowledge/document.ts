import type { DocumentType } from './document-types.ts'

export const documentStatuses = ['processing', 'active', 'failed'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/** Bytes of a file in a request; files that are uploaded separately may be larger. */
export const fileBytesMax = 4 * 1024 * 1024
export const uploadBytesMax = 20 * 1024 * 1024
export const uploadLinkSeconds = 15 * 60
export const uploadWaitMs = 60 * 60 * 1000

export interface SentFile {
  bytes: Uint8Array<ArrayBuffer>
}

export type DocumentSource =
  | { kind: 'website'; links: string[]; pages: number }
  | {
      kind: 'upload'
      bytes: number
      /** Time until which the upload is expected; absent once the file is there. */
      wait_until?: number
    }

/** Users can change the name and the description, but not the contents. */
export interface KnowledgeDocument {
  id: number
  user_id: number
  base_id: number
  name: string
  description: string | null
  type: DocumentType
  status: DocumentStatus
  reason?: string
  source: DocumentSource
  attempts: number
  passages?: number
  updated_at: number
}

/** Number of worker crashes after which a document counts as faulty. */
export const attemptsMax = 3

export const nextPollMs = (waitedMs: number): number => Math.min(60_000, Math.max(5_000, waitedMs / 4))
