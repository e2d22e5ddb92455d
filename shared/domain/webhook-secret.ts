/** A signing secret as Standard Webhooks spells it: `whsec_` + base64 of the key, 32 random bytes. */
const prefix = 'whsec_'
const keyBytes = 32

export const writeWebhookSecret = (key: Uint8Array): string => {
  if (key.length !== keyBytes) throw new Error(`A signing secret takes ${keyBytes} random bytes`)
  return prefix + Buffer.from(key).toString('base64')
}
