/** Millionths of the account currency. Only the API's JSON has decimals. */
export type Micros = number

export const microsPerUnit = 1_000_000

export const decimalOf = (micros: Micros): number => micros / microsPerUnit

/** Converts text such as `"25.00"` into millionths; undefined if invalid. */
export const microsOf = (text: string): Micros | undefined => {
  const match = /^([+-]?)(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim())
  if (!match) return undefined
  const [, sign, whole, fraction = ''] = match
  const micros = Number(whole) * microsPerUnit + Number(fraction.padEnd(6, '0'))
  return sign === '-' ? -micros : micros
}
