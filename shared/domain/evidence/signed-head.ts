import * as z from 'zod'

/**
 * The signed end of a chain, stored beyond the owner's reach. Links before it cannot be changed
 * without contradicting it. A line of exports, and the object in the bucket.
 */
export const SignedHead = z.object({
  part: z.literal('signed'),
  format: z.literal(1),
  user_id: z.int(),
  chain: z.int(),
  seq: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Epoch milliseconds. */
  at: z.int(),
  /** Days of retention then; absent in old heads: six years. */
  kept_days: z.int().positive().optional(),
  signature: z.object({ key_id: z.string(), signature: z.string() }),
})
export type SignedHead = z.infer<typeof SignedHead>

/** A chain that moved since its last signature. */
export interface UnsignedHead {
  user_id: number
  chain: number
  /** Last link. */
  seq: number
  /** First unsigned link's time, epoch milliseconds. */
  moved_at: number
}

const digits = 16
const padded = (id: number): string => String(id).padStart(digits, '0')

/** Prefixes of a user's and a chain's keys. */
export const headsOfUser = (user_id: number): string => `${user_id}/`
export const headsOfChain = (user_id: number, chain: number): string => `${headsOfUser(user_id)}${padded(chain)}/`

/** Newest first within a chain; a repeated head has the same key. */
export const headKey = ({
  user_id,
  chain,
  seq,
  hash,
}: Pick<SignedHead, 'user_id' | 'chain' | 'seq' | 'hash'>): string =>
  `${headsOfChain(user_id, chain)}${padded(Number.MAX_SAFE_INTEGER - seq)}-${hash}.json`

/** Undefined for other keys. */
export const readHeadKey = (key: string): Pick<SignedHead, 'chain' | 'seq' | 'hash'> | undefined => {
  const [, chain, left, hash] = /^\d+\/(\d{16})\/(\d{16})-([0-9a-f]{64})\.json$/.exec(key) ?? []
  return hash === undefined ? undefined : { chain: Number(chain), seq: Number.MAX_SAFE_INTEGER - Number(left), hash }
}
