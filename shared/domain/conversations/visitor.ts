import { createHash, createHmac, hkdfSync } from 'node:crypto'

/** Limits per IP address, assistant and hour. */
export const chatsPerAddress = 10
export const callsPerAddress = 10
export const messagesPerAddress = 120

export const visitorVariablesMax = 20
export const visitorVariableLengthMax = 500

/** Hashes with a key that depends on the user, so that users' hashes differ. */
export const addressHash = (secret: string, user_id: number, address: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', `parlance visitors ${user_id}`, 32)))
    .update(networkOf(address))
    .digest('base64url')

export const customerHash = (identifier: string): string => createHash('sha256').update(identifier).digest('hex')

/** Returns the network of an IP address. A 64-bit IPv6 network counts as one address. */
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
