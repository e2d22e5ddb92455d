/** Asserts what this program itself created or checked. Data from outside is parsed instead. */
export const must = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`There is no ${what}`)
  return value
}
