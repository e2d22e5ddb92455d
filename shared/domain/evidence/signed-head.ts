import * as z from 'zod'

/**
 * The signed end of a chain, stored where the user cannot change it, so that later changes of the
 * chain are detected.
 */
export const SignedHead = z.object({
  part: z.literal('signed'),
  format: z.literal(1),
  user_id: z.int(),
  chain: z.int(),
  seq: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.int(),
  /** Absent in old heads, which were kept for six years. */
  kept_days: z.int().positive().optional(),
  signature: z.object({ key_id: z.string(), signature: z.string() }),
})
export type SignedHead = z.infer<typeof SignedHead>

export interface UnsignedHead {
  user_id: number
  chain: number
  seq: number
  /** Time of the first unsigned link, epoch milliseconds. */
  moved_at: number
}

const digits = 16
const padded = (id: number): string => String(id).padStart(digits, '0')

export const headsOfUser = (user_id: number): string => `${user_id}/`
export const headsOfChain = (user_id: number, chain: number): string => `${headsOfUser(user_id)}${padded(chain)}/`

/** Keys sort newest first within a chain. A repeated head has the same key. */
export const headKey = ({
  user_id,
  chain,
  seq,
  hash,
}: Pick<SignedHead, 'user_id' | 'chain' | 'seq' | 'hash'>): string =>
  `${headsOfChain(user_id, chain)}${padded(Number.MAX_SAFE_INTEGER - seq)}-${hash}.json`

export const readHeadKey = (key: string): Pick<SignedHead, 'chain' | 'seq' | 'hash'> | undefined => {
  const [, chain, left, hash] = /^\d+\/(\d{16})\/(\d{16})-([0-9a-f]{64})\.json$/.exec(key) ?? []
  return hash === undefined ? undefined : { chain: Number(chain), seq: Number.MAX_SAFE_INTEGER - Number(left), hash }
}
