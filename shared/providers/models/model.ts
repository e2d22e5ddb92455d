import type { SchemaEntry } from '../../domain/assistants/assistant-settings.ts'
import type { ScriptLine } from '../../domain/conversations/script.ts'
import type { ModelPart } from '../../domain/conversations/turn-parts.ts'
import type { Model } from '../../domain/reference/models.ts'
import type { Usage } from '../../domain/reference/token-prices.ts'
import type { OfferedTool } from '../../domain/tools/tool.ts'

/** One thing that was said. */
export interface PlainUtterance {
  sender: 'bot' | 'human'
  text: string
}

/** A request for the assistant's next words. */
export interface TalkRequest {
  model: Model
  system: string
  history: readonly ScriptLine[]
  /** 0–1 */
  temperature: number
  /** Tools that it may call; the description says when, in the user's words. */
  tools: readonly OfferedTool[]
  /** The spoken word for `@` in the language of the talk. */
  atSign: string
}

/** A request to evaluate a call that is over. */
export interface EvaluateRequest {
  model: Model
  /** Its English name; texts are written in it. */
  language: string
  /** The system prompt that the assistant talked by. */
  goal: string
  transcript: readonly PlainUtterance[]
  schema: readonly SchemaEntry[]
  /**
   * Milliseconds for the whole answer, also for a second attempt. 30,000 for each attempt without
   * it.
   */
  limitMs?: number
}

export const sentiments = ['positive', 'neutral', 'negative'] as const

export interface Evaluation {
  sentiment: (typeof sentiments)[number]
  outcome: string
  /** 0–10: how well the call reached its goal. */
  score: number
  /** True when the customer asked not to be contacted again; absent when the model did not say. */
  opt_out?: boolean | undefined
  /** One member for each entry of the schema, in its type; null where the talk did not tell. */
  extracted: Record<string, string | number | boolean | null>
}

/** Two talks with the same customer, of which the better one is sought. */
export interface JudgeRequest {
  model: Model
  /** Its English name; the reason is written in it. */
  language: string
  /** The system prompt that the talks are held against. */
  goal: string
  /** Lines such as `AI: …`, also of tools. */
  first: readonly string[]
  second: readonly string[]
}

export const preferences = ['first', 'second', 'neither'] as const

export interface Judgement {
  better: (typeof preferences)[number]
  reason: string
}

export interface Models {
  /**
   * Has its adapter loaded and the keys read, which the first answer of a process would wait for.
   */
  prepare(model: Model): Promise<void>
  /**
   * Speaks as the model makes it up. It fails with a ModelFailure, also in the middle of a
   * sentence, and ends without a word once `signal` is aborted. It asks once: whether to ask
   * another model is the caller's to decide (`fallbackModel`).
   */
  talk(request: TalkRequest, signal: AbortSignal, onUsage?: OnUsage): AsyncIterable<ModelPart>
  /**
   * Undefined when the model did not keep to the schema, even after it was told so. A model that is
   * out of reach is a ModelFailure.
   */
  evaluate(request: EvaluateRequest, onUsage?: OnUsage): Promise<Evaluation | undefined>
  /** Says which of two talks is better. Undefined when its answer cannot be read. */
  judge(request: JudgeRequest, onUsage?: OnUsage): Promise<Judgement | undefined>
}

/**
 * Receives the tokens of each request, once, also when the answer fails or is not read to its end.
 */
export type OnUsage = (usage: Usage) => void

/**
 * stalled: it said nothing for too long. refused: it will not answer this question however often it
 * is asked (a wrong key, an unknown model). unavailable: it may answer later. garbage: what it
 * answered is not speech.
 */
export type ModelFailureKind = 'stalled' | 'refused' | 'unavailable' | 'garbage'

/** Says nothing of what was said: it may stand in a log. */
export interface ModelFailure extends Error {
  kind: ModelFailureKind
}

export const modelFailure = (kind: ModelFailureKind, message: string): ModelFailure =>
  Object.assign(new Error(message), { name: 'ModelFailure', kind })

export const isModelFailure = (cause: unknown): cause is ModelFailure =>
  cause instanceof Error && cause.name === 'ModelFailure'
