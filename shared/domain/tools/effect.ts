/** Next step of the talk after a tool call. Stored, so that another function can take over. */
export type Effect =
  | { type: 'end' }
  /**
   * Another assistant takes over and says `words` unchanged. With `speaks`, it then continues,
   * unless the customer answers first.
   */
  | { type: 'switch'; words: string; speaks: boolean }
  /**
   * `place`: the number of the leg. `words` are spoken unchanged. `asks`: the model speaks before
   * the transfer.
   */
  | { type: 'transfer'; place: number; words?: string; asks?: true }

/** `refused`: the tool certainly had no effect. */
export interface ToolOutcome {
  outcome: 'done' | 'refused' | 'unknown'
  text: string
  effect?: Effect
}

export const refused = (text: string): ToolOutcome => ({ outcome: 'refused', text })
