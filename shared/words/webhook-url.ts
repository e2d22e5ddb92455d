import { isIP } from 'node:net'
import { sentences } from './fields.ts'
import { finding } from './form.ts'
import type { FieldErrors } from './problem.ts'
import { isLoopback, isPublicAddress } from './public-address.ts'
import type { Stage } from './stage.ts'

export const webhookUrlMisfit = (
  webhook_url: string | null | undefined,
  stage: Stage,
  name = 'webhook_url',
): FieldErrors => (webhook_url && !isCallable(webhook_url, stage) ? finding(name, sentences.url) : {})

/**
 * Allows https to a host name or public address; on a local stage, also http to this machine. Each
 * request checks the host name's addresses.
 */
export const isCallable = (webhook_url: string, stage: Stage): boolean => {
  const { protocol } = new URL(webhook_url)
  const host = hostOf(webhook_url)
  if (isThisMachine(host)) return stage.isLocal && /^https?:$/.test(protocol)
  return protocol === 'https:' && (!isIP(host) || isPublicAddress(host))
}

export const isReachable = (address: string, host: string, stage: Stage): boolean =>
  isPublicAddress(address) || (stage.isLocal && isThisMachine(host) && isLoopback(address))

/** Returns the host name, or an IPv6 address without brackets. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '')

const isThisMachine = (host: string): boolean => isLocalName(host) || isLoopback(host)

/** True for localhost and names below it (RFC 6761). */
export const isLocalName = (host: string): boolean => /^(.+\.)?localhost\.?$/.test(host)
