/** First and last address of each special IPv4 range, and addresses of cloud metadata services. */
const specialIPv4 = [
  ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255', '127.0.0.0'],
  ...['127.0.0.1', '127.255.255.255', '169.254.0.0', '169.254.169.254', '169.254.170.2', '169.254.255.255'],
  ...['172.16.0.0', '172.31.255.255', '192.0.0.0', '192.0.0.255', '192.0.2.0', '192.0.2.255', '192.88.99.0'],
  ...['192.88.99.255', '192.168.0.0', '192.168.255.255', '198.18.0.0', '198.19.255.255', '198.51.100.0'],
  ...['198.51.100.255', '203.0.113.0', '203.0.113.255', '224.0.0.0', '239.255.255.255', '240.0.0.0', '255.255.255.255'],
]

export const publicIPv4 = [
  ...['1.0.0.0', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0'],
  ...['192.0.3.0', '192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0'],
  ...['198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255'],
]

const specialIPv6 = [
  ...['::', '::1', '::2', '100::', '100::ffff:ffff:ffff:ffff', '100:0:0:1::1', 'fc00::', 'fd00:ec2::254'],
  ...['fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fe80::', 'fe80::1', 'febf::1', 'fec0::', 'feff::1', 'ff00::'],
  ...['ff02::1', 'ff0e::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001::', '2001::1', '2001:0:4136:e378::1'],
  ...['2001:1::1', '2001:2::1', '2001:3::1', '2001:4:112::1', '2001:10::1', '2001:20::1', '2001:30::1', '2001:1ff::1'],
  ...['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2002::', '2620:4f:8000::1', '3fff::', '3fff:fff::1'],
  ...['4000::', '5f00::1', '64:ff9b::', '64:ff9b:1::', '64:ff9b:1:ffff::1', '200::1', '400::1', '8000::1', 'e000::1'],
]

export const publicIPv6 = [
  ...['2000::1', '2001:200::1', '2001:4860:4860::8888', '2001:db7::1', '2001:db9::1', '2003::1', '2400::1'],
  ...['2606:4700:4700::1111', '2620:4f:7fff::1', '2a00::1', '3ffe::1', '3fff:1000::1'],
]

const bytesOf = (ipv4: string) => ipv4.split('.').map(Number)
const numberOf = (ipv4: string) => bytesOf(ipv4).reduce((sum, byte) => sum * 256 + byte, 0)
const hexOf = (ipv4: string) => {
  const hex = numberOf(ipv4).toString(16).padStart(8, '0')
  return `${hex.slice(0, 4)}:${hex.slice(4)}`
}

const carriedIPv4 = [...specialIPv4, ...publicIPv4.slice(0, 3)].flatMap((ipv4) => [
  `::ffff:${ipv4}`,
  `::ffff:${hexOf(ipv4)}`,
  `::${ipv4}`,
  `::ffff:0:${ipv4}`,
  `64:ff9b::${ipv4}`,
  `64:ff9b:1::${ipv4}`,
  `2002:${hexOf(ipv4)}::1`,
])

export const forbiddenAddresses = [...specialIPv4, ...specialIPv6, ...carriedIPv4]

const fullWidth = (text: string) =>
  text.replace(/[\d.]/g, (char) => (char === '.' ? '。' : String.fromCodePoint(char.charCodeAt(0) + 0xfee0)))
const octal = (value: number) => `0${value.toString(8)}`
const hexadecimal = (value: number) => `0x${value.toString(16)}`

/** Returns every spelling of an IPv4 address that URL parsers accept. */
export const spellingsOf = (ipv4: string): string[] => {
  const [a = 0, b = 0, c = 0, d = 0] = bytesOf(ipv4)
  return [
    ipv4,
    `${ipv4}.`,
    String(numberOf(ipv4)),
    hexadecimal(numberOf(ipv4)),
    octal(numberOf(ipv4)),
    bytesOf(ipv4).map(hexadecimal).join('.'),
    bytesOf(ipv4).map(octal).join('.'),
    `${a}.${b * 65_536 + c * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    [...ipv4].map((char) => `%${char.charCodeAt(0).toString(16)}`).join(''),
    fullWidth(ipv4),
  ]
}

/** URL hosts that are forbidden IP addresses, so they need no DNS lookup. */
export const forbiddenHosts = [
  ...specialIPv4.flatMap(spellingsOf),
  ...[...specialIPv6, ...carriedIPv4].flatMap((ipv6) => [`[${ipv6}]`, `[${ipv6.toUpperCase()}]`]),
]
