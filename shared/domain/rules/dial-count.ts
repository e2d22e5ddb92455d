/**
 * When a phone was dialled for a user, by campaigns and single calls: what is counted is each call
 * for which the carrier was asked, whatever came of it. Both lists go together, oldest first.
 */
export interface DialCount {
  /** Epoch milliseconds. */
  times: readonly number[]
  calls: readonly number[]
  /** Counts the writes; each is conditional on the one it was made from. */
  revision: number
}

/**
 * Dials of a phone that are kept: no cap may allow more. With their calls they take 800 bytes, so
 * that a dial adds one write of 1 KB.
 */
export const dialsKept = 40

/** The longest time over which dials are counted. */
export const countedHoursMax = 30 * 24

export const noDials: DialCount = { times: [], calls: [], revision: 0 }

/**
 * A call is asked for once; one that the carrier had put off is counted where it was asked for at
 * last.
 */
export const withDial = (count: DialCount, call_id: number, at: number): DialCount => {
  const { times, calls, revision } = withoutDial(count, call_id)
  return { times: [...times, at].slice(-dialsKept), calls: [...calls, call_id].slice(-dialsKept), revision }
}

export const withoutDial = ({ times, calls, revision }: DialCount, call_id: number): DialCount => ({
  times: times.filter((_, place) => calls[place] !== call_id),
  calls: calls.filter((one) => one !== call_id),
  revision,
})
