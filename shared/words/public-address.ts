import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** IANA assigns public IPv6 addresses from this block only. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * False for private, shared, reserved, multicast and documentation ranges, IPv4 written as IPv6,
 * and names.
 */
export const isPublicAddress = (text: string): boolean => {
  if (!isIP(text) || !ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}

export const isLoopback = (text: string): boolean => text === '::1' || /^127(\.\d+){3}$/.test(text)
