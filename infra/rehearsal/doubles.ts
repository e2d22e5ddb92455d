import { fileURLToPath } from 'node:url'
import { doubleAccount } from '../local/carrier/account.ts'
import type { CarrierSettings } from '../local/carrier/main.ts'
import { type Child, startChild } from '../local/child.ts'
import type { ModelSettings } from '../local/model/main.ts'

interface Double extends Child {
  url: string
  /** What the stack's secret holds, so that its functions find the double. */
  secret: Record<string, string>
}

type Environment = Record<string, string | undefined>

/** The doubles live in real time, as functions do. */
const clock = { speed: 1, startedAt: 0 }

/** The carrier, whose numbers lead to where the stack's outputs say. */
export const startCarrier = async (outputs: Record<string, string>, environment: Environment): Promise<Double> => {
  const settings: CarrierSettings = {
    ...doubleAccount,
    clock,
    inboundVoiceUrl: outputs.VoiceUrl,
    inboundStatusUrl: outputs.VoiceStatusUrl,
    inboundMessageUrl: outputs.MessageUrl,
  }
  const { child, url } = await start('carrier', settings, environment)
  return { ...child, url, secret: { account_sid: doubleAccount.accountSid, auth_token: doubleAccount.authToken, url } }
}

/** A vendor that answers for every model. */
export const startModel = async (environment: Environment): Promise<Double> => {
  const settings: ModelSettings = { clock }
  const { child, url } = await start('model', settings, environment)
  return { ...child, url, secret: { base_url: `${url}/v1`, api_key: 'double' } }
}

const start = async (name: 'carrier' | 'model', settings: object, environment: Environment) => {
  const program = fileURLToPath(new URL(`../local/${name}/main.ts`, import.meta.url))
  const args = [program, JSON.stringify(settings)]
  const child = await startChild({ command: process.execPath, args, ready: /ready (\d+)\n/, environment })
  return { child, url: `http://127.0.0.1:${child.announced}` }
}
