/**
 * Calls to one phone that we requested from the carrier. `times` and `calls` (ids) correspond,
 * oldest first.
 */
export interface DialCount {
  times: readonly number[]
  calls: readonly number[]
  revision: number
}

/**
 * Number of dials kept per phone, so that the item stays below 1 KB. A call limit cannot be higher.
 */
export const dialsKept = 40

export const countedHoursMax = 30 * 24

export const noDials: DialCount = { times: [], calls: [], revision: 0 }

/** Counts a postponed call once, at the time of its last request. */
export const withDial = (count: DialCount, call_id: number, at: number): DialCount => {
  const { times, calls, revision } = withoutDial(count, call_id)
  return { times: [...times, at].slice(-dialsKept), calls: [...calls, call_id].slice(-dialsKept), revision }
}

export const withoutDial = ({ times, calls, revision }: DialCount, call_id: number): DialCount => ({
  times: times.filter((_, index) => calls[index] !== call_id),
  calls: calls.filter((one) => one !== call_id),
  revision,
})
