import type { StageName } from '../stack/stages.ts'

/** The surroundings of each part of the rehearsal. */
export interface Rehearsal {
  stage: StageName
  /** The version that is updated, as git names it; the last release when it is not said. */
  from?: string
  /** The update breaks half-way. */
  fails: boolean
  /** Holds what all parts share. */
  folder: string
  /** A part's own, empty when it begins: takes all that it writes. */
  scratch: string
  /** `PATH` of programs. */
  path: string
  say(line: string): void
  /** Lets something that was started be ended when the part is over, in reverse order. */
  keep<T extends { close(): unknown }>(started: T): T
  /** Aborted when the rehearsal is interrupted. */
  signal: AbortSignal
}

/** Resolves with true when everything was as it must be. */
export type RehearsalPart = (rehearsal: Rehearsal) => Promise<boolean>
