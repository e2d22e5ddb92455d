import { createHash, createPublicKey, verify } from 'node:crypto'
import * as z from 'zod'
import { canonical } from '../../words/canonical.ts'
import { isoTime } from '../../words/time.ts'

export const EvidenceKey = z.object({
  key_id: z.string(),
  algorithm: z.enum(['Ed25519', 'ECDSA-P256-SHA256']),
  /** SubjectPublicKeyInfo, DER in base64. */
  public_key: z.string(),
})
export type EvidenceKey = z.infer<typeof EvidenceKey>

export const evidenceKeysView = (keys: readonly (EvidenceKey & { since: number })[]) => ({
  keys: keys.map(({ since, ...key }) => ({ ...key, since: isoTime(since) })),
})

export interface Signature {
  key_id: string
  /** Base64; ECDSA in DER. */
  signature: string
}

/** Returns the key's hash as its id, so no other key can have it. */
export const keyIdOf = (public_key: string): string =>
  createHash('sha256').update(Buffer.from(public_key, 'base64')).digest('hex').slice(0, 32)

/**
 * True when a known key signed the statement. False also when the key is malformed or its id is
 * wrong.
 */
export const isSigned = (
  statement: object,
  { key_id, signature }: Signature,
  keys: readonly EvidenceKey[],
): boolean => {
  const known = keys.find((key) => key.key_id === key_id && keyIdOf(key.public_key) === key_id)
  if (!known) return false
  try {
    const key = createPublicKey({ key: Buffer.from(known.public_key, 'base64'), format: 'der', type: 'spki' })
    const hash = known.algorithm === 'Ed25519' ? null : 'sha256'
    return verify(hash, Buffer.from(canonical(statement)), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
