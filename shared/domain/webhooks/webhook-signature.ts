import { createHmac } from 'node:crypto'
import { webhookKey } from './webhook-secret.ts'

/**
 * Signs a webhook (Standard Webhooks 1.0): one `v1` signature per valid secret, over id, epoch
 * seconds and body.
 */
export const signatureHeaders = (secrets: string[], id: string, timestamp: number, body: string) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets.map((secret) => `v1,${sign(secret, `${id}.${timestamp}.${body}`)}`).join(' '),
})

const sign = (secret: string, content: string): string =>
  createHmac('sha256', webhookKey(secret)).update(content).digest('base64')
