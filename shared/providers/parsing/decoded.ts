/**
 * UTF-8, or UTF-16 if its first bytes say so; what is neither is read as Windows wrote it, unless
 * it is no text at all.
 */
export const decodedText = (bytes: Uint8Array): string | undefined => {
  const marked = markedText(bytes)
  if (marked !== undefined) return marked
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * A page by its first bytes, the charset of its header, or the one that it names itself within its
 * first kilobyte; otherwise as text is read.
 */
export const decodedPage = (bytes: Uint8Array, contentType: string): string => {
  const named = charsetIn(contentType) ?? charsetIn(new TextDecoder('latin1').decode(bytes.subarray(0, nameWithin)))
  return markedText(bytes) ?? (named && as(named, bytes)) ?? decodedText(bytes) ?? new TextDecoder().decode(bytes)
}
/** HTML asks for it in the first 1,024 bytes; browsers look somewhat further. */
const nameWithin = 4096

const markedText = (bytes: Uint8Array): string | undefined => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return undefined
}

/**
 * The name after `charset=` in a header or a `<meta>`; that of an XML declaration is `encoding`.
 */
const charsetIn = (text: string): string | undefined =>
  /(?:charset|encoding) {0,3}= {0,3}["']?([\w-]{1,40})/i.exec(text)?.[1]

/** A page that could be read to find UTF-16 in it is not UTF-16. */
const as = (charset: string, bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(/^utf-?16/i.test(charset) ? 'utf-8' : charset).decode(bytes)
  } catch {
    return undefined
  }
}
