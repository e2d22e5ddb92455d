import * as z from 'zod'
import { hashOf } from '../../words/canonical.ts'
import type { Linked } from './evidence.ts'
import { EvidenceKey } from './signature.ts'
import { SignedHead } from './signed-head.ts'

const Shape = z.looseObject({ id: z.int(), at: z.int(), chain: z.int(), decision: z.string() })
const Recorded = z.custom<Linked>((given) => Shape.safeParse(given).success)

/**
 * Line of an export. Order: decisions not yet in a chain, signed heads, each chain's decisions and
 * head, manifest. The manifest's signature covers all lines.
 */
export const BundleLine = z.discriminatedUnion('part', [
  z.object({
    part: z.literal('decision'),
    chain: z.int(),
    seq: z.int(),
    prev: z.string(),
    hash: z.string(),
    record: Recorded.nullable(),
    facts: z.object({ salt: z.string(), phone_number: z.string() }).nullable(),
    erased_at: z.int().optional(),
  }),
  z.object({
    part: z.literal('unlinked'),
    record: Recorded,
    facts: z.object({ salt: z.string(), phone_number: z.string() }).nullable(),
  }),
  SignedHead,
  z.object({ part: z.literal('head'), chain: z.int(), seq: z.int(), hash: z.string() }),
  z.object({
    part: z.literal('manifest'),
    format: z.literal(1),
    user_id: z.int(),
    export_id: z.int(),
    made_at: z.int(),
    decisions: z.int(),
    unlinked: z.int(),
    chains: z.int(),
    /** Absent in old exports, which were kept for six years. */
    kept_days: z.int().positive().optional(),
    lines_hash: z.string(),
    /**
     * Public key of the signature, for people who read the file. Verifiers must get the key from
     * elsewhere.
     */
    key: EvidenceKey,
    signature: z.object({ key_id: z.string(), signature: z.string() }),
  }),
])
export type BundleLine = z.infer<typeof BundleLine>
export type Manifest = Extract<BundleLine, { part: 'manifest' }>
export type ChainHead = Omit<Extract<BundleLine, { part: 'head' }>, 'part'>

/** Hashes all lines so far, with personal facts only as hashes, so that the facts can be erased. */
export const withLine = (lines_hash: string, line: BundleLine): string => hashOf([lines_hash, spokenFor(line)])

const spokenFor = (line: BundleLine): unknown => {
  if (line.part === 'unlinked') return { part: line.part, record: line.record }
  if (line.part !== 'decision') return line
  const { part, chain, seq, hash, record } = line
  return { part, chain, seq, hash, is_whole: record !== null }
}
