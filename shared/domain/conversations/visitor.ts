import { createHash, createHmac, hkdfSync } from 'node:crypto'

/** Limits of one address with one assistant, per hour. */
export const chatsPerAddress = 10
export const callsPerAddress = 10
export const messagesPerAddress = 120

/**
 * Limits of variables that visitors send. They become part of a prompt that the user pays for with
 * each message.
 */
export const visitorVariablesMax = 20
export const visitorVariableLengthMax = 500

/** A key of each user: the same address has another hash for another user. */
export const addressHash = (secret: string, user_id: number, address: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', `parlance visitors ${user_id}`, 32)))
    .update(networkOf(address))
    .digest('base64url')

/** Names a customer of the user's own channel in a key, whatever their id is made of. */
export const customerHash = (identifier: string): string => createHash('sha256').update(identifier).digest('hex')

/**
 * An IPv6 network of 64 bits counts as one address, because a visitor may choose any address in it.
 */
const networkOf = (address: string): string => {
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('::')
  const [start, end] = [head, tail].map((part) => (part ? part.split(':') : []))
  const groups = [...(start ?? []), ...Array(Math.max(0, 8 - (start?.length ?? 0) - (end?.length ?? 0))).fill('0')]
  return [...groups, ...(end ?? [])]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
