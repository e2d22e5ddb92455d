import type { StageName } from '../stack/stages.ts'

export interface Rehearsal {
  stage: StageName
  /** Git reference of the version to update; by default the last release. */
  from?: string
  /** The update fails half-way. */
  fails: boolean
  /** Shared by all parts. */
  folder: string
  /** Belongs to one part; empty at its start. */
  scratch: string
  /** `PATH` of programs. */
  path: string
  say(line: string): void
  /** Parts close in reverse order. */
  keep<T extends { close(): unknown }>(started: T): T
  /** Aborted when the rehearsal is interrupted. */
  signal: AbortSignal
}

/** Resolves with true when nothing differed. */
export type RehearsalPart = (rehearsal: Rehearsal) => Promise<boolean>
