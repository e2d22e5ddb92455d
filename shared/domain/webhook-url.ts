import { sentences } from './fields.ts'
import { finding } from './form.ts'
import type { FieldErrors } from './problem.ts'
import type { Stage } from './stage.ts'

/** The finding about a `webhook_url` that we may not be told to call: https anywhere, http only to a local stack's own machine. */
export const webhookUrlMisfit = (webhook_url: string | null | undefined, stage: Stage): FieldErrors =>
  webhook_url && !isCallable(webhook_url, stage) ? finding('webhook_url', sentences.url) : {}

const isCallable = (address: string, { isLocal }: Stage): boolean => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (isLocal && isThisMachine(hostname))
}

/** `hostname` as URL gives it: in lower case, IPv4 with four decimal parts, IPv6 in its shortest form. */
export const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
