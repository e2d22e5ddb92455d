/**
 * What the talk has to do once a built-in tool was carried out and its turn has been spoken. It is
 * stored with the wish, so that a turn that another function takes over does it all the same.
 */
export type Effect =
  /** The call ends with this turn; nothing else is wished for any more. */
  | { type: 'end' }
  /**
   * Another assistant goes on with the talk: `words` are said as they stand, and then, unless the
   * customer is to answer them, it speaks.
   */
  | { type: 'switch'; words: string; speaks: boolean }
  /**
   * With this turn the call is put through to the phone that is its leg of that place; void once
   * that has come to nothing. `words` are said as they stand; `asks`: the model says something
   * first.
   */
  | { type: 'transfer'; place: number; words?: string; asks?: true }

/**
 * What carrying out a built-in tool came to, and what the model is told of it. `refused`: it
 * certainly did not happen.
 */
export interface Carried {
  outcome: 'done' | 'refused' | 'unknown'
  text: string
  effect?: Effect
}

/** It certainly did not happen; `text`, without a full stop, says why. */
export const refused = (text: string): Carried => ({ outcome: 'refused', text })
