/** Calls to a phone that we asked the carrier for. `times` and `calls` correspond, oldest first. */
export interface DialCount {
  times: readonly number[]
  calls: readonly number[]
  revision: number
}

/** The maximum of any cap. 40 dials take 800 bytes, so a dial adds one write unit. */
export const dialsKept = 40

export const countedHoursMax = 30 * 24

export const noDials: DialCount = { times: [], calls: [], revision: 0 }

/** A put-off call counts at its last request. */
export const withDial = (count: DialCount, call_id: number, at: number): DialCount => {
  const { times, calls, revision } = withoutDial(count, call_id)
  return { times: [...times, at].slice(-dialsKept), calls: [...calls, call_id].slice(-dialsKept), revision }
}

export const withoutDial = ({ times, calls, revision }: DialCount, call_id: number): DialCount => ({
  times: times.filter((_, place) => calls[place] !== call_id),
  calls: calls.filter((one) => one !== call_id),
  revision,
})
