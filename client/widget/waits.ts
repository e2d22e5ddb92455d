/** Volume from 0 to 1 that counts as speech; a quiet room stays below. */
const speechFrom = 0.05

interface Volumes {
  input: number
  output: number
  /** Milliseconds of a clock that is the same for the whole call. */
  at: number
}

export const waitsByVolume = (onWait: (waitedMs: number) => void) => {
  let spokeAt: number | undefined
  return ({ input, output, at }: Volumes): void => {
    if (input >= speechFrom) spokeAt = at
    if (output < speechFrom || spokeAt === undefined || spokeAt === at) return
    onWait(at - spokeAt)
    spokeAt = undefined
  }
}
