/** Only for values that this program created or checked. */
export const must = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`There is no ${what}`)
  return value
}
