import type { Ending, Utterance } from './talk.ts'

export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'tool'; name: 'end_call'; say: string | undefined }
  | ({ type: 'use' } & ToolUse)

export interface ToolUse {
  id: string
  name: string
  input: string
  thought?: Thought
}

/**
 * A model's reasoning before a tool call. The vendor needs it back with the tool's result in the
 * same turn. Never stored.
 */
export interface Thought {
  model: string
  answer: string
  place: number
  reasoning: { text: string; metadata?: string }[]
  metadata?: string
}

export type Part =
  | Exclude<ModelPart, { type: 'use' }>
  | { type: 'leave'; ending: Ending; say?: string }
  | { type: 'waiting'; limitMs: number }
  | { type: 'hand over' }

export type Line = (Utterance | ({ sender: 'tool'; text: string; at: number; failed?: boolean } & ToolUse)) & {
  /** Position in the transcript; a tool call precedes the words at its position. */
  place?: number
}

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

export interface TurnWords {
  filler: string | undefined
  waiting: string
  stillWaiting: string
  goodbye: string
  puttingThrough: string
  apology: string
}
