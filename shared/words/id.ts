/** 2025-01-01T00:00:00Z, the first millisecond that an id can carry. */
const epoch = Date.UTC(2025, 0, 1)
const randomRange = 4096

/**
 * Ids are 53-bit integers, ordered by time: 41 bits of milliseconds since 2025 and 12 random bits.
 * Two made in the same millisecond may clash (1 in 4,096): its creator puts it under a condition
 * and tries the next.
 */
export const idAt = (time: number, random: number): number =>
  (time - epoch) * randomRange + Math.floor(random * randomRange)

/** As many ids as a millisecond has. */
const jumpMax = 4096

/**
 * An id behind `last`. Whose clock is behind, or who lost a race, jumps ahead; each of many to
 * somewhere else.
 */
export const idAfter = (last: number, now: number, random: { number(): number }): number => {
  const id = idAt(now, random.number())
  return id > last ? id : last + 1 + Math.floor(random.number() * jumpMax)
}

/** When the thing with this id was made, in epoch milliseconds. */
export const timeOfId = (id: number): number => Math.floor(id / randomRange) + epoch

/**
 * The lowest id that can be made at or after `time`; ids begin in 2025 and end in 2094, and a time
 * outside gets the end that is nearer.
 */
export const firstIdAt = (time: number): number =>
  Math.min(Math.max(0, (time - epoch) * randomRange), Number.MAX_SAFE_INTEGER)

/** A path or body id that can exist at all: a positive integer not above 2^53-1. */
export const readId = (text: string | undefined): number | undefined => {
  if (text === undefined || !/^[1-9]\d{0,15}$/.test(text)) return undefined
  const id = Number(text)
  return Number.isSafeInteger(id) ? id : undefined
}

/** `12-34` → both ids: a user and a thing of theirs, as callback URLs name it. */
export const readIdPair = (text: string | undefined): [number, number] | undefined => {
  const [first, second, ...rest] = (text?.split('-') ?? []).map(readId)
  return first && second && rest.length === 0 ? [first, second] : undefined
}
