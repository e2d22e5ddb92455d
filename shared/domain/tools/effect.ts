/**
 * The talk's step after a built-in tool was carried out and its turn has been spoken. It is stored
 * with the tool call, so that another function that takes over the turn does it as well.
 */
export type Effect =
  /** The call ends with this turn; nothing else is wished for any more. */
  | { type: 'end' }
  /**
   * Another assistant takes over: `words` are spoken unchanged, and then it speaks, unless the
   * customer is to answer them.
   */
  | { type: 'switch'; words: string; speaks: boolean }
  /**
   * With this turn the call is put through to the phone that is its leg of that place; void once
   * that has come to nothing. `words` are said as they stand; `asks`: the model says something
   * first.
   */
  | { type: 'transfer'; place: number; words?: string; asks?: true }

/**
 * Result of a built-in tool, and the model's text about it. `refused`: it certainly did not happen.
 */
export interface Carried {
  outcome: 'done' | 'refused' | 'unknown'
  text: string
  effect?: Effect
}

/** It certainly did not happen; `text`, without a full stop, says why. */
export const refused = (text: string): Carried => ({ outcome: 'refused', text })
