import type { Passage } from './passages.ts'

/**
 * A passage and what it means, as a model for embeddings puts it; without, as long as that was not
 * asked, or could not be told.
 */
export interface Meant extends Passage {
  vector?: Int8Array
}

/**
 * Embeddings of passages, one row of numbers after the other: a byte each, because only the
 * direction counts.
 */
export interface Vectors {
  /** By which model; those of another one cannot be compared with them. */
  model: string
  dimensions: number
  values: Int8Array
  /** Length of each vector; 0 for a passage without one. */
  norms: Float32Array
}

/** As many as the largest of the usual models have: with 2,000 passages that is 6 MB. */
export const dimensionsMax = 3072
const byteMax = 127

/**
 * Each number in a byte, the largest as 127. What that loses changes a similarity by less than a
 * hundredth.
 */
export const inBytes = (vector: readonly number[]): Int8Array => {
  const largest = vector.reduce((most, number) => Math.max(most, Math.abs(number)), 0)
  return Int8Array.from(vector, (number) => Math.round((number / (largest || 1)) * byteMax))
}

export const normOf = (vector: ArrayLike<number>): number => {
  let sum = 0
  for (let place = 0; place < vector.length; place++) sum += (vector[place] ?? 0) ** 2
  return Math.sqrt(sum)
}

/** Two sums side by side, so that neither waits for the other: nearly half the time. */
const productOf = (one: Float32Array, other: Int8Array): number => {
  let [even, odd] = [0, 0]
  for (let place = 0; place < other.length; place += 2) {
    even += (one[place] ?? 0) * (other[place] ?? 0)
    odd += (one[place + 1] ?? 0) * (other[place + 1] ?? 0)
  }
  return even + odd
}

/** Similarity of each passage to the question, as a cosine; 0 for passages without a vector. */
export const scoresByMeaning = ({ dimensions, values, norms }: Vectors, asked: readonly number[]): Float32Array => {
  const question = Float32Array.from(asked)
  const norm = normOf(question) || 1
  return norms.map((length, passage) => {
    if (length === 0) return 0
    const vector = values.subarray(passage * dimensions, (passage + 1) * dimensions)
    return productOf(question, vector) / (norm * length)
  })
}
