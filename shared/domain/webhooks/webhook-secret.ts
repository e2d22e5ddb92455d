import type { Random } from '../../words/clock.ts'

/** Standard Webhooks: `whsec_` and base64 of 32 random bytes. */
const prefix = 'whsec_'
const keyBytes = 32

export const writeWebhookSecret = (key: Uint8Array): string => {
  if (key.length !== keyBytes) throw new Error(`A signing secret takes ${keyBytes} random bytes`)
  return prefix + Buffer.from(key).toString('base64')
}

export const newWebhookSecret = (random: Random): string => writeWebhookSecret(random.bytes(keyBytes))

export const webhookKey = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64')
