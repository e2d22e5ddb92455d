/**
 * What the talk has to do once a built-in tool was carried out and its turn has been spoken. It is stored with the wish, so that a turn that
 * another function takes over does it all the same.
 */
export type Effect =
  /** The call ends with this turn; nothing else is wished for any more. */
  | { type: 'end' }
  /** Another assistant goes on with the talk: `words` are said as they stand, and then, unless the customer is to answer them, it speaks. */
  | { type: 'switch'; words: string; speaks: boolean }

/** What carrying out a built-in tool came to, and what the model is told of it. `refused`: it certainly did not happen. */
export interface Carried {
  outcome: 'done' | 'refused' | 'unknown'
  text: string
  effect?: Effect
}
