/**
 * The exit status of a check that cannot be made here: sysexits' EX_UNAVAILABLE, so that .ci/run
 * tells it from one that failed.
 */
const leftOutStatus = 69

/** Says in one sentence what is left out and why; the exit status. */
export const leaveOut = (check: string, reason: string): number => {
  console.log(`${check} is left out: ${reason}`)
  return leftOutStatus
}
