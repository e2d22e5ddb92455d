/**
 * What this process itself has made or checked, and cannot lack unless the program is wrong: then
 * it is an accident that says what is missing, never a default. What was stored, queued or received
 * from outside is not judged here but parsed.
 */
export const must = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`There is no ${what}`)
  return value
}
