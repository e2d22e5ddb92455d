import { fileURLToPath } from 'node:url'
import { must } from '../../shared/words/must.ts'
import { doubleAccount, doubleWebAccount } from '../local/carrier/account.ts'
import type { CarrierSettings } from '../local/carrier/main.ts'
import { type Child, startChild } from '../local/child.ts'
import { doubleRealtimeAccount } from '../local/model/account.ts'
import type { ModelSettings } from '../local/model/main.ts'

export interface Double extends Child {
  url: string
  secret: Record<string, string>
}

type Environment = Record<string, string | undefined>

const clock = { speed: 1, startedAt: 0 }

/**
 * Starts the simulated carrier. Its numbers call the URLs in the stack's outputs, and SIP calls
 * reach the simulated model.
 */
export const startCarrier = async (
  outputs: Record<string, string>,
  model: Double,
  environment: Environment,
): Promise<Double> => {
  const settings: CarrierSettings = {
    ...doubleAccount,
    clock,
    inboundVoiceUrl: outputs.VoiceUrl,
    inboundStatusUrl: outputs.VoiceStatusUrl,
    inboundMessageUrl: outputs.MessageUrl,
    sipUrl: `${model.url}/_double/invite`,
    web: { ...doubleWebAccount, voiceUrl: outputs.WebVoiceUrl ?? '', statusUrl: outputs.VoiceStatusUrl ?? '' },
  }
  const { child, url } = await start('carrier', settings, environment)
  const { apiKeySid: api_key_sid, apiKeySecret: api_key_secret, applicationSid: application_sid } = doubleWebAccount
  const account = { account_sid: doubleAccount.accountSid, auth_token: doubleAccount.authToken, url }
  return { ...child, url, secret: { ...account, api_key_sid, api_key_secret, application_sid } }
}

export const startModel = async (outputs: Record<string, string>, environment: Environment): Promise<Double> => {
  const { apiKey, projectId, webhookSecret } = doubleRealtimeAccount
  const settings: ModelSettings = {
    clock,
    realtime: { ...doubleRealtimeAccount, webhookUrl: must(outputs.RealtimeUrl, 'output RealtimeUrl') },
  }
  const { child, url } = await start('model', settings, environment)
  const vendor = { openai_api_key: apiKey, openai_project_id: projectId, openai_webhook_secret: webhookSecret }
  return { ...child, url, secret: { base_url: `${url}/v1`, api_key: apiKey, openai_url: `${url}/v1`, ...vendor } }
}

const start = async (name: 'carrier' | 'model', settings: object, environment: Environment) => {
  const program = fileURLToPath(new URL(`../local/${name}/main.ts`, import.meta.url))
  const args = [program, JSON.stringify(settings)]
  const child = await startChild({ command: process.execPath, args, ready: /ready (\d+)\n/, environment })
  return { child, url: `http://127.0.0.1:${child.announced}` }
}
