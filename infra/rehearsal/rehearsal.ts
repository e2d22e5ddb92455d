import type { StageName } from '../stack/stages.ts'

export interface Rehearsal {
  stage: StageName
  /** Git reference of the version to update from; by default the last release. */
  from?: string
  fails: boolean
  folder: string
  scratch: string
  path: string
  say(line: string): void
  /** Registers something that is closed at the end, in reverse order. */
  keep<T extends { close(): unknown }>(started: T): T
  signal: AbortSignal
}

/** A part of the rehearsal. Resolves with true when it succeeded. */
export type RehearsalPart = (rehearsal: Rehearsal) => Promise<boolean>
