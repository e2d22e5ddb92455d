import * as z from 'zod'
import type { Linked } from './evidence.ts'

const Shape = z.looseObject({ id: z.int(), at: z.int(), chain: z.int(), decision: z.string() })
/** Every member counts for its hash, also those that a later version has added. */
const Recorded = z.custom<Linked>((given) => Shape.safeParse(given).success)

/**
 * What stands in a bundle, one JSON object a line: the decisions that were in no chain yet when it was begun, then those that are, chain by
 * chain in the order of their links, and last of all the manifest, which says how far each chain goes. Files of one export, put together by their names, are one bundle.
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
  z.object({
    part: z.literal('manifest'),
    format: z.literal(1),
    user_id: z.int(),
    export_id: z.int(),
    /** Epoch milliseconds. */
    made_at: z.int(),
    decisions: z.int(),
    unlinked: z.int(),
    heads: z.array(z.object({ chain: z.int(), seq: z.int(), hash: z.string() })),
  }),
])
export type BundleLine = z.infer<typeof BundleLine>
export type Manifest = Extract<BundleLine, { part: 'manifest' }>
export type Head = Manifest['heads'][number]
