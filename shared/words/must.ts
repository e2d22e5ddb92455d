/** For values that this program created or checked. Validate external data instead. */
export const must = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`There is no ${what}`)
  return value
}
