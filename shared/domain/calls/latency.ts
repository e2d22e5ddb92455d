/**
 * Histogram buckets per doubling of the time that the customer waited. Each bucket is 15 % wide.
 */
const perOctave = 5
/** Milliseconds. The first bucket holds all shorter waits. */
const shortestMs = 60
/** One letter per bucket. The last begins at 67 s and has no upper bound. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const last = letters.length - 1

export type Histogram = readonly number[]

const bucketOf = (ms: number): number =>
  Math.min(last, Math.max(0, Math.ceil(Math.log2(Math.max(1, ms) / shortestMs) * perOctave)))

const upperBoundOf = (bucket: number): number => Math.round(shortestMs * 2 ** (bucket / perOctave))

/**
 * Writes values as a histogram. `B3D`: 3 values in bucket 1, one in bucket 3. Undefined without
 * values.
 */
export const writeLatencies = (values: readonly (number | null)[]): string | undefined => {
  const counts = new Array<number>(letters.length).fill(0)
  for (const ms of values) if (ms !== null) counts[bucketOf(ms)] = (counts[bucketOf(ms)] ?? 0) + 1
  return writeHistogram(counts) || undefined
}

const writeHistogram = (counts: Histogram): string =>
  counts.map((count, bucket) => (count > 0 ? `${letters[bucket]}${count > 1 ? count : ''}` : '')).join('')

export const addHistogram = (counts: number[], written: string): void => {
  for (const [, letter = '', count] of written.matchAll(/([A-Za-z])(\d*)/g)) {
    const bucket = letters.indexOf(letter)
    counts[bucket] = (counts[bucket] ?? 0) + (count ? Number(count) : 1)
  }
}

/**
 * Returns milliseconds: the upper bound of the bucket with this percentile. Null without values.
 */
export const percentileOf = (counts: Histogram, share: number): number | null => {
  const total = counts.reduce((sum, count = 0) => sum + count, 0)
  if (total === 0) return null
  let seen = 0
  for (const [bucket, count = 0] of counts.entries()) {
    seen += count
    if (count > 0 && seen >= share * total) return upperBoundOf(bucket)
  }
  return null
}
