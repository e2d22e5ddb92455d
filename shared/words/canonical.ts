import { createHash } from 'node:crypto'

/**
 * Writes canonical JSON (RFC 8785). Omits undefined members. Throws for values that JSON cannot
 * hold, lone surrogates included.
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

export const hashOf = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex')
