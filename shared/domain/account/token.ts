import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * `parlance_` and base64url of 7 bytes user id, 32 random bytes and their CRC-32. The user id lets
 * reads of user data start before the token is looked up. The CRC finds typing errors. Only the
 * SHA-256 is stored.
 */
const prefix = 'parlance_'
const idBytes = 7
export const secretBytes = 32
const checksumBytes = 4
/** Hex digits: 48 bits, which a JSON number holds exactly. */
const idDigits = 12
const endingLength = 6

export interface ReadToken {
  user_id: number
  hash: string
}

export const writeToken = (user_id: number, secret: Uint8Array): string => {
  if (secret.length !== secretBytes) throw new Error(`A token takes ${secretBytes} random bytes`)
  const body = Buffer.alloc(idBytes + secretBytes)
  body.writeUIntBE(Math.floor(user_id / 256), 0, idBytes - 1)
  body.writeUInt8(user_id % 256, idBytes - 1)
  body.set(secret, idBytes)
  return prefix + Buffer.concat([body, checksumOf(body)]).toString('base64url')
}

export const readToken = (token: string): ReadToken | undefined => {
  if (!token.startsWith(prefix)) return undefined
  const bytes = Buffer.from(token.slice(prefix.length), 'base64url')
  if (bytes.length !== idBytes + secretBytes + checksumBytes) return undefined
  const body = bytes.subarray(0, -checksumBytes)
  if (!checksumOf(body).equals(bytes.subarray(-checksumBytes))) return undefined
  const user_id = body.readUIntBE(0, idBytes - 1) * 256 + body.readUInt8(idBytes - 1)
  return Number.isSafeInteger(user_id) && user_id > 0 ? { user_id, hash: hashToken(token) } : undefined
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export const tokenEnding = (token: string): string => token.slice(-endingLength)

export const tokenId = (hash: string): string => hash.slice(0, idDigits)

export const tokenNumber = (hash: string): number => Number.parseInt(tokenId(hash), 16)

const checksumOf = (body: Buffer): Buffer => {
  const checksum = Buffer.alloc(checksumBytes)
  checksum.writeUInt32BE(crc32(body))
  return checksum
}
