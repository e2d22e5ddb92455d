/** Exit status EX_UNAVAILABLE (sysexits), which .ci/run reads. */
const leftOutStatus = 69

export const leaveOut = (check: string, reason: string): number => {
  console.log(`${check} is left out: ${reason}`)
  return leftOutStatus
}
