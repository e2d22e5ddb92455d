/** EX_UNAVAILABLE of sysexits, for .ci/run. */
const leftOutStatus = 69

/** Returns the exit status. */
export const leaveOut = (check: string, reason: string): number => {
  console.log(`${check} is left out: ${reason}`)
  return leftOutStatus
}
