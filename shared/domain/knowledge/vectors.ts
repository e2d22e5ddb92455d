import type { Passage } from './passages.ts'

export interface Meant extends Passage {
  vector?: Int8Array
}

/** Vectors with one byte per number, because only their direction matters. */
export interface Vectors {
  /** Vectors of other models are not comparable. */
  model: string
  dimensions: number
  values: Int8Array
  /** Length of each vector; 0 for a passage without a vector. */
  norms: Float32Array
}

/** Largest number of dimensions of common models: 6 MB for 2,000 passages. */
export const dimensionsMax = 3072
const byteMax = 127

/** Scales the largest number to 127. Similarities change by less than 0.01. */
export const inBytes = (vector: readonly number[]): Int8Array => {
  const largest = vector.reduce((most, number) => Math.max(most, Math.abs(number)), 0)
  return Int8Array.from(vector, (number) => Math.round((number / (largest || 1)) * byteMax))
}

export const normOf = (vector: ArrayLike<number>): number => {
  let sum = 0
  for (let place = 0; place < vector.length; place++) sum += (vector[place] ?? 0) ** 2
  return Math.sqrt(sum)
}

/** Adds up two independent sums, which takes nearly half the time of one sum. */
const productOf = (one: Float32Array, other: Int8Array): number => {
  let [even, odd] = [0, 0]
  for (let place = 0; place < other.length; place += 2) {
    even += (one[place] ?? 0) * (other[place] ?? 0)
    odd += (one[place + 1] ?? 0) * (other[place + 1] ?? 0)
  }
  return even + odd
}

/** Returns the cosine similarity of each passage; 0 without a vector. */
export const scoresByMeaning = ({ dimensions, values, norms }: Vectors, asked: readonly number[]): Float32Array => {
  const question = Float32Array.from(asked)
  const norm = normOf(question) || 1
  return norms.map((length, passage) => {
    if (length === 0) return 0
    const vector = values.subarray(passage * dimensions, (passage + 1) * dimensions)
    return productOf(question, vector) / (norm * length)
  })
}
