import * as z from 'zod'

/** Maximum decisions per queue message: as many as one stored block of a chain holds. */
export const linkedAtOnceMax = 90

export const EvidenceRef = z.object({
  user_id: z.int().positive(),
  keys: z
    .array(z.string().regex(/^\d{16}#\d{16}$/))
    .min(1)
    .max(linkedAtOnceMax),
})
export type EvidenceRef = z.infer<typeof EvidenceRef>
