/**
 * The talk's step after a tool's turn. Stored with the tool call, for a function that takes over.
 */
export type Effect =
  /** The call ends with this turn. */
  | { type: 'end' }
  /**
   * Another assistant takes over: `words` are spoken unchanged, then it speaks, unless the customer
   * answers first.
   */
  | { type: 'switch'; words: string; speaks: boolean }
  /**
   * The call is transferred to its leg at that place, unless that failed. `words` are spoken
   * unchanged; `asks`: the model speaks first.
   */
  | { type: 'transfer'; place: number; words?: string; asks?: true }

/** A built-in tool's result, and its text for the model. `refused`: it certainly did not happen. */
export interface Carried {
  outcome: 'done' | 'refused' | 'unknown'
  text: string
  effect?: Effect
}

/** It did not happen; `text`, without a full stop, says why. */
export const refused = (text: string): Carried => ({ outcome: 'refused', text })
