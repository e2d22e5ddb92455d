/** The talk's step after a tool's turn. Stored, for a function that takes over. */
export type Effect =
  | { type: 'end' }
  /**
   * Another assistant takes over. It says `words` unchanged, then speaks if `speaks`, unless the
   * customer answers first.
   */
  | { type: 'switch'; words: string; speaks: boolean }
  /** `place`: the leg. `words` are spoken unchanged. `asks`: the model speaks first. */
  | { type: 'transfer'; place: number; words?: string; asks?: true }

/** `refused`: certainly nothing happened. */
export interface Carried {
  outcome: 'done' | 'refused' | 'unknown'
  text: string
  effect?: Effect
}

export const refused = (text: string): Carried => ({ outcome: 'refused', text })
