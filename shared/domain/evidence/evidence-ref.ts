import * as z from 'zod'

/** Number of decisions per message, as many as one block of links holds. */
export const linkedAtOnceMax = 90

export const EvidenceRef = z.object({
  user_id: z.int().positive(),
  keys: z
    .array(z.string().regex(/^\d{16}#\d{16}$/))
    .min(1)
    .max(linkedAtOnceMax),
})
export type EvidenceRef = z.infer<typeof EvidenceRef>
