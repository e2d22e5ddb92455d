export interface NumberFormat {
  date: boolean
  time: boolean
  /** Minimum number of digits: 5 for the format `00000`. */
  zeros: number
  plus: boolean
}

export const general: NumberFormat = { date: false, time: false, zeros: 0, plus: false }

/** Returns the format with this built-in id (ECMA-376, 18.8.30). */
export const builtInFormat = (id: number): NumberFormat => {
  const date = (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || (id >= 34 && id <= 36) || isLater(id)
  const time = (id >= 18 && id <= 22) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47) || id === 55 || id === 56
  return { ...general, date, time }
}

const isLater = (id: number): boolean => id >= 50 && id <= 58

export const formatOf = (code: string): NumberFormat => {
  const [section = ''] = code.replace(/"[^"]*"|\\./g, (written) => (/^["\\]\+"?$/.test(written) ? '+' : '')).split(';')
  const plain = section.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]|[_*]./gi, '').toLowerCase()
  const [, plus = '', zeros = ''] = /^(\+?)(0+)$/.exec(plain.replace(/[#\s]/g, '')) ?? []
  const isGeneral = plain.includes('general')
  const time = !isGeneral && /[hs]/.test(plain)
  const date = !isGeneral && (/[dy]/.test(plain) || (plain.includes('m') && !time))
  return { date, time: time || /\[m+\]/.test(plain), zeros: zeros.length, plus: plus !== '' }
}

const digitsShown = 15
const daySeconds = 86_400
/** 9999-12-31, Excel's last day. */
const dayMax = 2_958_465

export const numberText = (raw: string, format: NumberFormat, is1904: boolean): string => {
  const number = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(number)) return raw
  if ((format.date || format.time) && number >= 0 && number <= dayMax) return dateText(number, format, is1904)
  const shown = Number(number.toPrecision(digitsShown))
  const digits = Math.abs(shown) >= 1e21 || shown === 0 ? String(shown) : plainDigits(shown)
  return number >= 0 ? (format.plus ? '+' : '') + digits.padStart(format.zeros, '0') : digits
}

const plainDigits = (number: number): string => (Number.isInteger(number) ? BigInt(number).toString() : String(number))

const dateText = (serial: number, format: NumberFormat, is1904: boolean): string => {
  const seconds = Math.round(serial * daySeconds)
  const day = Math.floor(seconds / daySeconds)
  if (!format.date && day > 0) return `${Math.floor(seconds / 3600)}${clockOf(seconds).slice(2)}`
  const isTimeOnly = format.time && (!format.date || day === 0)
  if (isTimeOnly) return clockOf(seconds)
  const date = new Date(dayOf(day, is1904) * daySeconds * 1000).toISOString().slice(0, 10)
  return format.time && seconds % daySeconds !== 0 ? `${date} ${clockOf(seconds)}` : date
}

/**
 * Converts Excel's day: day 1 is 1900-01-01, or day 0 is 1904-01-01. Excel wrongly counts 29
 * February 1900.
 */
const dayOf = (day: number, is1904: boolean): number => {
  if (is1904) return day - 24_107
  return day < 60 ? day - 25_568 : day - 25_569
}

const clockOf = (seconds: number): string => {
  const ofDay = seconds % daySeconds
  return [Math.floor(ofDay / 3600), Math.floor(ofDay / 60) % 60, ofDay % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
