import * as z from 'zod'
import { hashOf } from '../../words/canonical.ts'
import type { Linked } from './evidence.ts'
import { EvidenceKey } from './signature.ts'
import { SignedHead } from './signed-head.ts'

const Shape = z.looseObject({ id: z.int(), at: z.int(), chain: z.int(), decision: z.string() })
/** Every member counts for its hash, also those that a later version has added. */
const Recorded = z.custom<Linked>((given) => Shape.safeParse(given).success)

/**
 * A line of a bundle, in this order: decisions that were in no chain when the export began, the
 * signed heads, the linked decisions by chain in the order of their links with a head after each
 * chain, and last the manifest, whose signature covers every line. The files of one export, joined
 * by their names, are one bundle.
 */
export const BundleLine = z.discriminatedUnion('part', [
  z.object({
    part: z.literal('decision'),
    chain: z.int(),
    seq: z.int(),
    prev: z.string(),
    hash: z.string(),
    /** Null once it has passed the time that decisions are kept. */
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
    /** Epoch milliseconds. */
    made_at: z.int(),
    decisions: z.int(),
    unlinked: z.int(),
    chains: z.int(),
    /** Days that decisions are kept; absent in bundles from before that setting: six years. */
    kept_days: z.int().positive().optional(),
    /** Over all lines before it, one after the other. */
    lines_hash: z.string(),
    /**
     * The key that has signed all the rest of it, for readers; who checks takes it from elsewhere.
     */
    key: EvidenceKey,
    signature: z.object({ key_id: z.string(), signature: z.string() }),
  }),
])
export type BundleLine = z.infer<typeof BundleLine>
export type Manifest = Extract<BundleLine, { part: 'manifest' }>
export type ChainHead = Omit<Extract<BundleLine, { part: 'head' }>, 'part'>

/**
 * The next `lines_hash` of a manifest: over the hash of the lines before, and one more line. Facts
 * about people count by the hash in their record, so that they can be erased from a bundle.
 */
export const withLine = (lines_hash: string, line: BundleLine): string => hashOf([lines_hash, spokenFor(line)])

const spokenFor = (line: BundleLine): unknown => {
  if (line.part === 'unlinked') return { part: line.part, record: line.record }
  if (line.part !== 'decision') return line
  const { part, chain, seq, hash, record } = line
  return { part, chain, seq, hash, is_whole: record !== null }
}
