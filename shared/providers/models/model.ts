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
  tools: readonly OfferedTool[]
  /** The spoken word for `@`. */
  atSign: string
}

export interface EvaluateRequest {
  model: Model
  /** English name of the language. */
  language: string
  goal: string
  transcript: readonly PlainUtterance[]
  schema: readonly SchemaEntry[]
  /** Milliseconds for two attempts: model and fallback model. By default 30,000 for each. */
  limitMs?: number
}

export const sentiments = ['positive', 'neutral', 'negative'] as const

export interface Evaluation {
  sentiment: (typeof sentiments)[number]
  outcome: string
  /** 0–10: how well the call reached its goal. */
  score: number
  opt_out?: boolean | undefined
  /** A value is null if the transcript does not contain it. */
  extracted: Record<string, string | number | boolean | null>
}

export interface JudgeRequest {
  model: Model
  language: string
  goal: string
  /** Lines such as `AI: …`, with tool calls. */
  first: readonly string[]
  second: readonly string[]
}

export const preferences = ['first', 'second', 'neither'] as const

export interface Judgement {
  better: (typeof preferences)[number]
  reason: string
}

export interface Models {
  prepare(model: Model): Promise<void>
  /** Throws a ModelFailure, even in mid-sentence; ends silently when `signal` aborts. */
  talk(request: TalkRequest, signal: AbortSignal, onUsage?: OnUsage): AsyncIterable<ModelPart>
  evaluate(request: EvaluateRequest, onUsage?: OnUsage): Promise<Evaluation | undefined>
  judge(request: JudgeRequest, onUsage?: OnUsage): Promise<Judgement | undefined>
}

export type OnUsage = (usage: Usage) => void

/**
 * `stalled`: silent for too long. `refused`: permanent (wrong key, unknown model). `unavailable`:
 * temporary. `garbage`: the answer is unreadable.
 */
export type ModelFailureKind = 'stalled' | 'refused' | 'unavailable' | 'garbage'

/** Contains no words of the conversation, so it can be logged. */
export interface ModelFailure extends Error {
  kind: ModelFailureKind
}

export const modelFailure = (kind: ModelFailureKind, message: string): ModelFailure =>
  Object.assign(new Error(message), { name: 'ModelFailure', kind })

export const isModelFailure = (cause: unknown): cause is ModelFailure =>
  cause instanceof Error && cause.name === 'ModelFailure'
