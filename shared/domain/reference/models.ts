/** `name`: as users write it. `provider_model`: as its vendor writes it. */
export interface Model {
  id: number
  name: string
  kind: 'text' | 'realtime'
  provider: 'bedrock' | 'openai' | 'anthropic' | 'google'
  provider_model: string
  fixed_temperature?: true
  /** The least thinking that the model accepts. While a model thinks, the caller hears silence. */
  thinking?: 'none' | 'low'
}

/** Nova needs no key and no approval, works from every region, and thinks only when asked. */
export const defaultTextModel: Model = {
  id: 1,
  name: 'bedrock/nova-2-lite',
  kind: 'text',
  provider: 'bedrock',
  provider_model: 'global.amazon.nova-2-lite-v1:0',
}

/**
 * Used when a multimodal assistant's `llm_model` is a text model. OpenAI retires `gpt-realtime` on
 * 2027-01-20; successor: gpt-realtime-2.1.
 */
export const defaultRealtimeModel: Model = {
  id: 101,
  name: 'gpt-realtime',
  kind: 'realtime',
  provider: 'openai',
  provider_model: 'gpt-realtime',
}

type Traits = Pick<Model, 'fixed_temperature' | 'thinking'>
const fixed: Traits = { fixed_temperature: true }

/**
 * Assistants store the id: never renumber or reuse one. Realtime models start at 101. Put the
 * successor of a retired model in the same row.
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
    [11, 'bedrock/claude-haiku-5-5', 'global.anthropic.claude-haiku-5-5', { ...fixed, thinking: 'none' }],
    [12, 'bedrock/claude-sonnet-4-6', 'global.anthropic.claude-sonnet-4-6'],
    [13, 'bedrock/claude-sonnet-5-5', 'global.anthropic.claude-sonnet-5-5', { ...fixed, thinking: 'low' }],
  ]),
  ...modelsOf('text', 'openai', [
    [14, 'gpt-4.1'], // OpenAI retires it on 2027-01-14; successor: gpt-6-luna
    [15, 'gpt-4.1-mini'], // OpenAI retires it on 2027-01-14; successor: gpt-6-luna
    [16, 'gpt-5.1', 'gpt-5.1', { thinking: 'none' }], // OpenAI retires it on 2027-04-01
    [17, 'gpt-5.4', 'gpt-5.4', { thinking: 'none' }],
    [18, 'gpt-5.4-mini', 'gpt-5.4-mini', { thinking: 'none' }],
    [19, 'gpt-5.6-luna', 'gpt-5.6-luna', { ...fixed, thinking: 'none' }],
    [20, 'gpt-5.6-terra', 'gpt-5.6-terra', { ...fixed, thinking: 'none' }],
    [21, 'gpt-5.6-sol', 'gpt-5.6-sol', { ...fixed, thinking: 'none' }],
    [22, 'gpt-6-luna', 'gpt-6-luna', { ...fixed, thinking: 'none' }],
  ]),
  ...modelsOf('text', 'anthropic', [
    [23, 'claude-haiku-4-5'],
    [24, 'claude-haiku-5-5', 'claude-haiku-5-5', { ...fixed, thinking: 'none' }],
    [25, 'claude-sonnet-4-6'],
    [26, 'claude-sonnet-5-5', 'claude-sonnet-5-5', { ...fixed, thinking: 'low' }],
    [27, 'claude-opus-5-5', 'claude-opus-5-5', { ...fixed, thinking: 'low' }],
  ]),
  ...modelsOf('text', 'google', [
    [28, 'gemini-2.5-flash-lite'],
    [29, 'gemini-3.1-pro-preview', 'gemini-3.1-pro-preview', { thinking: 'low' }],
    [30, 'gemini-3.5-flash-lite', 'gemini-3.5-flash-lite', { ...fixed }],
    [31, 'gemini-3.5-flash', 'gemini-3.5-flash', { ...fixed, thinking: 'none' }],
    [32, 'gemini-3.6-flash', 'gemini-3.6-flash', { ...fixed, thinking: 'none' }],
    [33, 'gemini-3.8-flash', 'gemini-3.8-flash', { ...fixed, thinking: 'none' }],
  ]),
  defaultRealtimeModel,
  ...modelsOf('realtime', 'openai', [
    [102, 'gpt-realtime-mini'], // OpenAI retires it on 2027-01-20; successor: gpt-realtime-2.1-mini
    [103, 'gpt-realtime-1.5'],
    [104, 'gpt-realtime-2'],
    [105, 'gpt-realtime-2.1'],
    [106, 'gpt-realtime-2.1-mini'],
  ]),
]

export function modelByName(name: string): Model | undefined {
  return models.find((model) => model.name === name)
}

export function modelById(id: number): Model | undefined {
  return models.find((model) => model.id === id)
}

export function realtimeModelById(id: number): Model | undefined {
  return models.find((model) => model.id === id && model.kind === 'realtime')
}

/**
 * Returns the model that replaces a failed model: on Bedrock, which needs no key, and in the same
 * part of the world.
 */
export function fallbackModel({ id, provider, provider_model }: Model): Model {
  const place = provider === 'bedrock' ? (/^(us|eu)\./.exec(provider_model)?.[1] ?? 'global') : 'global'
  const name = fallbacks[place]?.find((name) => modelByName(name)?.id !== id)
  return (name && modelByName(name)) || defaultTextModel
}

const fallbacks: Record<string, readonly string[]> = {
  global: ['bedrock/nova-2-lite', 'bedrock/claude-haiku-4-5'],
  us: ['bedrock/nova-2-lite-us', 'bedrock/nova-micro-us'],
  eu: ['bedrock/nova-2-lite-eu', 'bedrock/nova-micro-eu'],
}

type Row = readonly [id: number, name: string, provider_model?: string, traits?: Traits]

function modelsOf(kind: Model['kind'], provider: Model['provider'], rows: readonly Row[]): Model[] {
  return rows.map(([id, name, provider_model = name, traits]) => ({
    id,
    name,
    kind,
    provider,
    provider_model,
    ...traits,
  }))
}
