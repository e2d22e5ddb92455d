/** A language model as users write it (`name`, in `llm_model`) and as its vendor calls it (`provider_model`). */
export interface Model {
  id: number
  name: string
  kind: 'text' | 'realtime'
  provider: 'bedrock' | 'openai' | 'anthropic' | 'google'
  provider_model: string
}

/** Where nobody chose: Nova needs no key and no approval form, works from every region and thinks only when asked. */
export const defaultTextModel: Model = {
  id: 1,
  name: 'bedrock/nova-2-lite',
  kind: 'text',
  provider: 'bedrock',
  provider_model: 'global.amazon.nova-2-lite-v1:0',
}

/**
 * The realtime model of a multimodal assistant whose `llm_model` names a text model.
 * OpenAI retires it on 2027-01-20 in favour of gpt-realtime-2.1.
 */
export const defaultRealtimeModel: Model = {
  id: 101,
  name: 'gpt-realtime',
  kind: 'realtime',
  provider: 'openai',
  provider_model: 'gpt-realtime',
}

/**
 * Every model on offer. Assistants store the id: never renumber one, never reuse one; realtime models start at 101.
 * When a vendor retires a model, point its row at the successor, so that stored assistants go on talking.
 *
 * Bedrock names inference profiles. A `global.` one works from every commercial region and may answer from any of them;
 * a `us.` or `eu.` one works only from there and keeps the conversation there.
 */
export const models: readonly Model[] = [
  defaultTextModel,
  ...modelsOf('text', 'bedrock', [
    [2, 'bedrock/nova-2-lite-us', 'us.amazon.nova-2-lite-v1:0'],
    [3, 'bedrock/nova-2-lite-eu', 'eu.amazon.nova-2-lite-v1:0'],
    [4, 'bedrock/nova-micro-us', 'us.amazon.nova-micro-v1:0'],
    [5, 'bedrock/nova-micro-eu', 'eu.amazon.nova-micro-v1:0'],
    [6, 'bedrock/nova-pro-us', 'us.amazon.nova-pro-v1:0'],
    [7, 'bedrock/nova-pro-eu', 'eu.amazon.nova-pro-v1:0'],
    [8, 'bedrock/claude-haiku-4-5', 'global.anthropic.claude-haiku-4-5-20251001-v1:0'],
    [9, 'bedrock/claude-haiku-4-5-us', 'us.anthropic.claude-haiku-4-5-20251001-v1:0'],
    [10, 'bedrock/claude-haiku-4-5-eu', 'eu.anthropic.claude-haiku-4-5-20251001-v1:0'],
    [11, 'bedrock/claude-haiku-5-5', 'global.anthropic.claude-haiku-5-5'],
    [12, 'bedrock/claude-sonnet-4-6', 'global.anthropic.claude-sonnet-4-6'],
    [13, 'bedrock/claude-sonnet-5-5', 'global.anthropic.claude-sonnet-5-5'],
  ]),
  ...modelsOf('text', 'openai', [
    [14, 'gpt-4.1'], // until 2027-01-14, then gpt-6-luna
    [15, 'gpt-4.1-mini'], // until 2027-01-14, then gpt-6-luna
    [16, 'gpt-5.1'], // until 2027-04-01
    [17, 'gpt-5.4'],
    [18, 'gpt-5.4-mini'],
    [19, 'gpt-5.6-luna'],
    [20, 'gpt-5.6-terra'],
    [21, 'gpt-5.6-sol'],
    [22, 'gpt-6-luna'],
  ]),
  ...modelsOf('text', 'anthropic', [
    [23, 'claude-haiku-4-5'],
    [24, 'claude-haiku-5-5'],
    [25, 'claude-sonnet-4-6'],
    [26, 'claude-sonnet-5-5'],
    [27, 'claude-opus-5-5'],
  ]),
  ...modelsOf('text', 'google', [
    [28, 'gemini-2.5-flash-lite'],
    [29, 'gemini-3.1-pro-preview'],
    [30, 'gemini-3.5-flash-lite'],
    [31, 'gemini-3.5-flash'],
    [32, 'gemini-3.6-flash'],
    [33, 'gemini-3.8-flash'],
  ]),
  defaultRealtimeModel,
  ...modelsOf('realtime', 'openai', [
    [102, 'gpt-realtime-mini'], // until 2027-01-20, then gpt-realtime-2.1-mini
    [103, 'gpt-realtime-1.5'],
    [104, 'gpt-realtime-2'],
    [105, 'gpt-realtime-2.1'],
    [106, 'gpt-realtime-2.1-mini'],
  ]),
]

/** The model with exactly this name, if there is one: what the user writes as `llm_model`. */
export function modelByName(name: string): Model | undefined {
  return models.find((model) => model.name === name)
}

/** The model with this id, if there is one. */
export function modelById(id: number): Model | undefined {
  return models.find((model) => model.id === id)
}

/** A row without a vendor's id is named as its vendor names it. */
type Row = readonly [id: number, name: string, provider_model?: string]

function modelsOf(kind: Model['kind'], provider: Model['provider'], rows: readonly Row[]): Model[] {
  return rows.map(([id, name, provider_model = name]) => ({ id, name, kind, provider, provider_model }))
}
