import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider'
import type { Model } from '../../domain/reference/models.ts'
import type { Settings } from '../aws/settings.ts'
import { modelFailure } from './model.ts'

export interface VendorParts {
  settings: Settings
  fetch: typeof fetch
}

/** Fields of the secret MODEL, or locally the settings `MODEL_…`. */
export type Keys = Readonly<Record<string, string>>
type Open = (id: string, keys: Keys, parts: VendorParts) => Promise<LanguageModelV4>

/** With `base_url`, one server replaces all vendors, and `name` is the model's name. */
export const languageModels = (parts: VendorParts) => {
  const made = new WeakMap<Keys, Map<string, Promise<LanguageModelV4>>>()
  const make = (model: Model, keys: Keys) =>
    keys.base_url
      ? openAiCompatible(keys.name ?? model.provider_model, keys, parts)
      : vendors[model.provider](model.provider_model, keys, parts)
  return (model: Model, keys: Keys): Promise<LanguageModelV4> => {
    const those = made.get(keys) ?? new Map<string, Promise<LanguageModelV4>>()
    made.set(keys, those)
    const name = `${model.provider}/${model.provider_model}`
    const known = those.get(name)
    if (known) return known
    const making = make(model, keys)
    those.set(name, making)
    making.catch(() => those.delete(name))
    return making
  }
}

export const embeddingModel = async (id: string, keys: Keys, { fetch }: VendorParts): Promise<EmbeddingModelV4> => {
  if (keys.base_url) return (await openEndpoint(keys, fetch)).embeddingModel(id)
  const { createOpenAI } = await import('@ai-sdk/openai')
  return createOpenAI({ apiKey: required(keys, 'openai_api_key'), fetch }).embeddingModel(id)
}

const openAiCompatible: Open = async (id, keys, { fetch }) => (await openEndpoint(keys, fetch))(id)

const openEndpoint = async ({ base_url = '', api_key }: Keys, send: typeof fetch) => {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  let baseURL = base_url
  while (baseURL.endsWith('/')) baseURL = baseURL.slice(0, -1)
  const settings = { name: 'endpoint', baseURL, apiKey: api_key, supportsStructuredOutputs: true, fetch: send }
  return createOpenAICompatible(settings)
}

/**
 * Loads each vendor's adapter on first use (20–30 ms). Loading all adapters would add 67 ms to each
 * start on Lambda.
 */
const vendors: Record<Model['provider'], Open> = {
  bedrock: async (id, _keys, { settings, fetch }) => {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
    const region = settings.get('AWS_REGION')
    const accessKeyId = settings.get('AWS_ACCESS_KEY_ID')
    const secretAccessKey = settings.get('AWS_SECRET_ACCESS_KEY')
    if (!region || !accessKeyId || !secretAccessKey) throw modelFailure('refused', 'Bedrock works only inside AWS')
    const sessionToken = settings.get('AWS_SESSION_TOKEN')
    return createAmazonBedrock({ region, accessKeyId, secretAccessKey, sessionToken, fetch })(id)
  },

  openai: async (id, keys, { fetch }) => {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI({ apiKey: required(keys, 'openai_api_key'), fetch })(id)
  },

  anthropic: async (id, keys, { fetch }) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ apiKey: required(keys, 'anthropic_api_key'), fetch })(id)
  },

  google: async (id, keys, { fetch }) => {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    return createGoogleGenerativeAI({ apiKey: required(keys, 'google_api_key'), fetch })(id)
  },
}

const required = (keys: Keys, name: string): string => {
  const key = keys[name]
  if (!key) throw modelFailure('refused', `The secret MODEL holds no ${name}`)
  return key
}
