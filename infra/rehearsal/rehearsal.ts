import type { StageName } from '../stack/stages.ts'

export interface Rehearsal {
  stage: StageName
  /** Git reference of the version from which to update, by default the last release. */
  from?: string
  fails: boolean
  folder: string
  scratch: string
  path: string
  say(line: string): void
  /** Registers a part to close at the end. Parts close in reverse order. */
  keep<T extends { close(): unknown }>(started: T): T
  signal: AbortSignal
}

/** Resolves with true when the part succeeds. */
export type RehearsalPart = (rehearsal: Rehearsal) => Promise<boolean>
