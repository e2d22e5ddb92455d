import { createHash } from 'node:crypto'

/**
 * JSON in its one canonical form (RFC 8785): members sorted by their UTF-16 units, no space,
 * numbers and strings as ECMAScript writes them. A member without a value is left out. Throws for
 * what JSON cannot hold, a lone surrogate among it. https://www.rfc-editor.org/rfc/rfc8785
 */
export const canonical = (value: unknown): string => {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return canonicalText(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('JSON holds no such number')
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object') throw new TypeError(`JSON holds no ${typeof value}`)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${canonicalText(name)}:${canonical(member)}`)
  return `{${members.join(',')}}`
}

const canonicalText = (text: string): string => {
  if (!text.isWellFormed()) throw new TypeError('Half a character')
  return JSON.stringify(text)
}

/** SHA-256, in hexadecimal digits, over the canonical JSON of a value. */
export const hashOf = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex')
