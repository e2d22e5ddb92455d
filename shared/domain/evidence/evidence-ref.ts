import * as z from 'zod'

/** As many decisions as one message names: those of one block, and the message stays small. */
export const linkedAtOnceMax = 90

/** Decisions of a user that are in no chain yet, by their sort keys. */
export const EvidenceRef = z.object({
  user_id: z.int().positive(),
  keys: z
    .array(z.string().regex(/^\d{16}#\d{16}$/))
    .min(1)
    .max(linkedAtOnceMax),
})
export type EvidenceRef = z.infer<typeof EvidenceRef>
