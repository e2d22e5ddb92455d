/**
 * Parses JSON that another program sent; throws when it is malformed or nested too deeply. Skips a
 * byte order mark (RFC 8259, section 8.1). Drops `__proto__` members: `Object.assign` would set a
 * prototype.
 */
export const parseJson = (text: string): unknown =>
  JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text, (name, value) =>
    name === '__proto__' ? undefined : value,
  )

/** The same; undefined when the text is no JSON. */
export const tryParseJson = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
