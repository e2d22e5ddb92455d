import type { SchemaEntry } from '../../domain/assistants/assistant-settings.ts'
import type { ScriptLine } from '../../domain/conversations/script.ts'
import type { ModelPart } from '../../domain/conversations/turn-parts.ts'
import type { Model } from '../../domain/reference/models.ts'
import type { Usage } from '../../domain/reference/token-prices.ts'
import type { OfferedTool } from '../../domain/tools/tool.ts'

export interface PlainUtterance {
  sender: 'bot' | 'human'
  text: string
}

export interface TalkRequest {
  model: Model
  system: string
  history: readonly ScriptLine[]
  /** 0–1 */
  temperature: number
  /** Callable tools; the user's words describe when. */
  tools: readonly OfferedTool[]
  /** The spoken word for `@`. */
  atSign: string
}

export interface EvaluateRequest {
  model: Model
  /** Its English name; texts are written in it. */
  language: string
  /** The assistant's system prompt. */
  goal: string
  transcript: readonly PlainUtterance[]
  schema: readonly SchemaEntry[]
  /** Milliseconds for both attempts; by default 30,000 each. */
  limitMs?: number
}

export const sentiments = ['positive', 'neutral', 'negative'] as const

export interface Evaluation {
  sentiment: (typeof sentiments)[number]
  outcome: string
  /** 0–10: how well the call reached its goal. */
  score: number
  /** True when the customer opted out; absent when the model did not say. */
  opt_out?: boolean | undefined
  /** A member per schema entry, in its type; null for unknown. */
  extracted: Record<string, string | number | boolean | null>
}

/** Two talks with the same customer to compare. */
export interface JudgeRequest {
  model: Model
  /** Its English name; the reason is written in it. */
  language: string
  /** The system prompt that both are judged by. */
  goal: string
  /** Lines such as `AI: …`, tools included. */
  first: readonly string[]
  second: readonly string[]
}

export const preferences = ['first', 'second', 'neither'] as const

export interface Judgement {
  better: (typeof preferences)[number]
  reason: string
}

export interface Models {
  /** Loads the adapter and keys before the first answer. */
  prepare(model: Model): Promise<void>
  /**
   * Streams speech. Throws a ModelFailure, even in mid-sentence; ends silently when `signal`
   * aborts. It asks once; a fallback is the caller's choice (`fallbackModel`).
   */
  talk(request: TalkRequest, signal: AbortSignal, onUsage?: OnUsage): AsyncIterable<ModelPart>
  /** Undefined when the model broke the schema twice. Throws a ModelFailure when out of reach. */
  evaluate(request: EvaluateRequest, onUsage?: OnUsage): Promise<Evaluation | undefined>
  /** Undefined when its answer cannot be read. */
  judge(request: JudgeRequest, onUsage?: OnUsage): Promise<Judgement | undefined>
}

/** Receives each request's tokens once, also of failed or unread answers. */
export type OnUsage = (usage: Usage) => void

/**
 * stalled: silent for too long. refused: never answers this (wrong key, unknown model).
 * unavailable: may answer later. garbage: no speech.
 */
export type ModelFailureKind = 'stalled' | 'refused' | 'unavailable' | 'garbage'

/** Contains nothing that was said, so it may be logged. */
export interface ModelFailure extends Error {
  kind: ModelFailureKind
}

export const modelFailure = (kind: ModelFailureKind, message: string): ModelFailure =>
  Object.assign(new Error(message), { name: 'ModelFailure', kind })

export const isModelFailure = (cause: unknown): cause is ModelFailure =>
  cause instanceof Error && cause.name === 'ModelFailure'
