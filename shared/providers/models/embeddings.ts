import { dimensionsMax } from '../../domain/knowledge/vectors.ts'
import type { Secrets } from '../aws/secrets.ts'
import { failureOf } from './failures.ts'
import { modelFailure } from './model.ts'
import { embeddingModel, type VendorParts } from './vendors.ts'

export interface Embeddings {
  /** Returns undefined if no embedding model is set. Sends no request. */
  open(): Promise<Embedder | undefined>
}

export interface Embedder {
  /** Vectors of models with different names are not comparable. */
  name: string
  /**
   * Returns vectors in the order of the texts, of equal length. Throws a ModelFailure, after
   * `limitMs` at the latest.
   */
  embed(texts: readonly string[], limitMs: number): Promise<number[][]>
}

export const embeddings = (parts: VendorParts & { secrets: Secrets }): Embeddings => ({
  open: async () => {
    const keys = await parts.secrets.read('MODEL')
    const { embedding_model: id, embedding_dimensions: wanted } = keys
    if (!id) return undefined
    return {
      name: wanted ? `${id}/${wanted}` : id,
      embed: async (texts, limitMs) => {
        try {
          const model = await embeddingModel(id, keys, parts)
          const { embeddings: vectors } = await model.doEmbed({
            values: [...texts],
            dimensions: wanted ? Number(wanted) : undefined,
            abortSignal: AbortSignal.timeout(limitMs),
          })
          return judged(vectors, texts.length)
        } catch (cause) {
          throw failureOf(cause)
        }
      },
    }
  },
})

const judged = (vectors: number[][], count: number): number[][] => {
  if (vectors.length !== count) throw modelFailure('garbage', `${vectors.length} vectors for ${count} texts`)
  const dimensions = vectors[0]?.length ?? 0
  if (dimensions > dimensionsMax)
    throw modelFailure(
      'refused',
      `Its vectors have ${dimensions} dimensions: set embedding_dimensions to at most ${dimensionsMax}`,
    )
  if (vectors.some((vector) => vector.length !== dimensions || !vector.some(Boolean)))
    throw modelFailure('garbage', 'Vectors that cannot be compared')
  return vectors
}
