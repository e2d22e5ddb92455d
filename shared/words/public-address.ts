import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * IANA gives addresses of the public internet out of this block alone; the rest of IPv6 is special,
 * or not given out yet.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Is this an address of the public internet, one host's and nothing special? Private, local,
 * shared, reserved, multicast and documentation ranges are not, nor are the IPv6 spellings of an
 * IPv4 address (mapped, translated, tunnelled): whatever they stand for. Text that a socket would
 * look up as a name is not public either.
 */
export const isPublicAddress = (text: string): boolean => {
  if (!isIP(text) || !ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}

/** An address of this very machine, in the spellings that URL and name servers use. */
export const isLoopback = (text: string): boolean => text === '::1' || /^127(\.\d+){3}$/.test(text)
