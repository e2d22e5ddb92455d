/**
 * Throws for malformed or too deeply nested text. Skips a byte order mark (RFC 8259, 8.1) and drops
 * `__proto__`.
 */
export const parseJson = (text: string): unknown =>
  JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text, (name, value) =>
    name === '__proto__' ? undefined : value,
  )

export const tryParseJson = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
