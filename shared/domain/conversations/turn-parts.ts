import type { Ending, Utterance } from './talk.ts'

/** A piece of a model's stream: words, the end of the call with last words, or a tool call. */
export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'tool'; name: 'end_call'; say: string | undefined }
  | ({ type: 'use' } & ToolUse)

/** A tool call; `input` is JSON by the model. */
export interface ToolUse {
  id: string
  name: string
  input: string
  thought?: Thought
}

/** Opaque data that a vendor wants back with its tool call in the same turn; never stored. */
export interface Thought {
  /** The model's own name. */
  model: string
  /** Groups tool calls of one answer, in order. */
  answer: string
  place: number
  reasoning: { text: string; metadata?: string }[]
  /** The vendor's JSON. */
  metadata?: string
}

/** A piece of a turn: the stream with tool calls replaced by effects. */
export type Part =
  | Exclude<ModelPart, { type: 'use' }>
  /** The turn ends the talk; `say` comes last. */
  | { type: 'leave'; ending: Ending; say?: string }
  | { type: 'waiting'; limitMs: number }
  | { type: 'hand over' }

/** A line for a model: an utterance, or a tool call with its result. */
export type Line = (Utterance | ({ sender: 'tool'; text: string; at: number; failed?: boolean } & ToolUse)) & {
  /** Position in the transcript; tool calls precede the words there. */
  place?: number
}

/** Sorts tool calls among utterances. */
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

/** Sentences without a model, in the assistant's language. */
export interface TurnWords {
  /** Bridges a late first word, if wanted. */
  filler: string | undefined
  /** Bridges the wait for a tool. */
  waiting: string
  /** The same for a longer wait. */
  stillWaiting: string
  goodbye: string
  puttingThrough: string
  apology: string
}
