import * as z from 'zod'

/**
 * The end of a chain at a time, signed and stored where neither the stack nor its owner can remove
 * it. Links up to it cannot be rewritten or cut off without contradicting it. It is a line of a
 * bundle, and the whole content of its object in the bucket.
 */
export const SignedHead = z.object({
  part: z.literal('signed'),
  format: z.literal(1),
  user_id: z.int(),
  chain: z.int(),
  seq: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** When it was signed, in epoch milliseconds. */
  at: z.int(),
  /**
   * Days for which links up to here were kept then; absent in heads from before that setting: six
   * years.
   */
  kept_days: z.int().positive().optional(),
  signature: z.object({ key_id: z.string(), signature: z.string() }),
})
export type SignedHead = z.infer<typeof SignedHead>

/** A chain that went on since its head was signed. */
export interface UnsignedHead {
  user_id: number
  chain: number
  /** Number of the last link. */
  seq: number
  /** When the first of its links was made that no signed head speaks for, in epoch milliseconds. */
  moved_at: number
}

const digits = 16
const padded = (id: number): string => String(id).padStart(digits, '0')

/** Before the keys of one user, and of one chain. */
export const headsOfUser = (user_id: number): string => `${user_id}/`
export const headsOfChain = (user_id: number, chain: number): string => `${headsOfUser(user_id)}${padded(chain)}/`

/**
 * Object key of a head: within its chain the newest sorts first. The same head always has the same
 * key, however often it is signed.
 */
export const headKey = ({
  user_id,
  chain,
  seq,
  hash,
}: Pick<SignedHead, 'user_id' | 'chain' | 'seq' | 'hash'>): string =>
  `${headsOfChain(user_id, chain)}${padded(Number.MAX_SAFE_INTEGER - seq)}-${hash}.json`

/** Reads a head's object key; undefined for any other key. */
export const readHeadKey = (key: string): Pick<SignedHead, 'chain' | 'seq' | 'hash'> | undefined => {
  const [, chain, left, hash] = /^\d+\/(\d{16})\/(\d{16})-([0-9a-f]{64})\.json$/.exec(key) ?? []
  return hash === undefined ? undefined : { chain: Number(chain), seq: Number.MAX_SAFE_INTEGER - Number(left), hash }
}
