import { isIP } from 'node:net'
import { sentences } from './fields.ts'
import { finding } from './form.ts'
import type { FieldErrors } from './problem.ts'
import { isLoopback, isPublicAddress } from './public-address.ts'
import type { Stage } from './stage.ts'

/** The finding about a URL that we may not be told to call. */
export const webhookUrlMisfit = (
  webhook_url: string | null | undefined,
  stage: Stage,
  name = 'webhook_url',
): FieldErrors => (webhook_url && !isCallable(webhook_url, stage) ? finding(name, sentences.url) : {})

/**
 * May this URL be called, as far as its spelling tells? https to a name or a public address; in a
 * local stack also http, but only to this machine. What a name resolves to shows only when it is
 * called.
 */
export const isCallable = (webhook_url: string, stage: Stage): boolean => {
  const { protocol } = new URL(webhook_url)
  const host = hostOf(webhook_url)
  if (isThisMachine(host)) return stage.isLocal && /^https?:$/.test(protocol)
  return protocol === 'https:' && (!isIP(host) || isPublicAddress(host))
}

/** May a socket go to this address, which `host` stands for or resolves to? */
export const isReachable = (address: string, host: string, stage: Stage): boolean =>
  isPublicAddress(address) || (stage.isLocal && isThisMachine(host) && isLoopback(address))

/**
 * The name or address that a URL speaks of, as URL spells it (IPv4 with four decimal parts), IPv6
 * without its brackets.
 */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '')

const isThisMachine = (host: string): boolean => isLocalName(host) || isLoopback(host)

/** Names that stand for this machine everywhere, without being looked up (RFC 6761). */
export const isLocalName = (host: string): boolean => /^(.+\.)?localhost\.?$/.test(host)
