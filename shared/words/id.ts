const epoch = Date.UTC(2025, 0, 1)
const randomRange = 4096

/**
 * Makes an id of 53 bits: 41 bits of milliseconds since 2025 and 12 random bits. Two ids of one
 * millisecond may clash (1 in 4,096).
 */
export const idAt = (time: number, random: number): number =>
  (time - epoch) * randomRange + Math.floor(random * randomRange)

const jumpMax = 4096

/** Returns an id above `last`, even if the clock is behind. */
export const idAfter = (last: number, now: number, random: { number(): number }): number => {
  const id = idAt(now, random.number())
  return id > last ? id : last + 1 + Math.floor(random.number() * jumpMax)
}

export const timeOfId = (id: number): number => Math.floor(id / randomRange) + epoch

/** Returns the lowest id of a millisecond. Ids cover 2025 to 2094. */
export const firstIdAt = (time: number): number =>
  Math.min(Math.max(0, (time - epoch) * randomRange), Number.MAX_SAFE_INTEGER)

/** Reads a positive integer up to 2^53-1. */
export const readId = (text: string | undefined): number | undefined => {
  if (text === undefined || !/^[1-9]\d{0,15}$/.test(text)) return undefined
  const id = Number(text)
  return Number.isSafeInteger(id) ? id : undefined
}

/** Reads two ids such as `12-34`, as in callback URLs. */
export const readIdPair = (text: string | undefined): [number, number] | undefined => {
  const [first, second, ...rest] = (text?.split('-') ?? []).map(readId)
  return first && second && rest.length === 0 ? [first, second] : undefined
}
