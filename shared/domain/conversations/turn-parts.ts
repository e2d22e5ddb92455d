import type { Ending, Utterance } from './talk.ts'

/**
 * A piece of a model's stream: words to speak, the end of the call with a sentence to say first, or
 * a tool call.
 */
export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'tool'; name: 'end_call'; say: string | undefined }
  | ({ type: 'use' } & ToolUse)

/** A tool call of the model; `input` is JSON of its own making. */
export interface ToolUse {
  id: string
  name: string
  input: string
  thought?: Thought
}

/**
 * Data that a vendor wants back with its model's tool call in the same turn: opaque to us, never
 * stored, meaningless to other models.
 */
export interface Thought {
  /** The model's own name. */
  model: string
  /** Wishes of one answer have this in common, and an order. */
  answer: string
  place: number
  reasoning: { text: string; metadata?: string }[]
  /** JSON, as the vendor gave it. */
  metadata?: string
}

/** A piece of a turn: the model's stream, in which each tool call is replaced by its effect. */
export type Part =
  | Exclude<ModelPart, { type: 'use' }>
  /** The turn ends the talk, because of what was done in it; `say` comes last. */
  | { type: 'leave'; ending: Ending; say?: string }
  | { type: 'waiting'; limitMs: number }
  | { type: 'hand over' }

/**
 * One line of what a model knows of a talk: something that was said, or done with a tool, and what
 * came of it.
 */
export type Line = (Utterance | ({ sender: 'tool'; text: string; at: number; failed?: boolean } & ToolUse)) & {
  /** In the transcript; what was done stands before what was said at that place. */
  place?: number
}

/** Puts tool calls among what was said, each after what had been said before it. */
export const among = (said: readonly Line[], done: readonly Line[]): Line[] => {
  const lines = [...said]
  for (const one of done) {
    const { place: wanted = 0 } = one
    const before = lines.findLastIndex(
      ({ sender, place }) => place !== undefined && (sender === 'tool' ? place <= wanted : place < wanted),
    )
    lines.splice(before + 1, 0, one)
  }
  return lines
}

/** Sentences that no model has to find, in the assistant's language. */
export interface TurnWords {
  /** Bridges a late first word; undefined for an assistant that wants none. */
  filler: string | undefined
  /** Bridges the wait for a tool. */
  waiting: string
  /** The same, when it takes longer. */
  stillWaiting: string
  goodbye: string
  puttingThrough: string
  apology: string
}
