/** Decodes UTF-8, UTF-16 with a byte order mark, or Windows-1252; undefined for binary data. */
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

export const decodedPage = (bytes: Uint8Array, contentType: string): string => {
  const named = charsetIn(contentType) ?? charsetIn(new TextDecoder('latin1').decode(bytes.subarray(0, nameWithin)))
  return markedText(bytes) ?? (named && as(named, bytes)) ?? decodedText(bytes) ?? new TextDecoder().decode(bytes)
}
/** Bytes that are searched for the charset's name. HTML allows 1,024; browsers read further. */
const nameWithin = 4096

const markedText = (bytes: Uint8Array): string | undefined => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return undefined
}

const charsetIn = (text: string): string | undefined =>
  /(?:charset|encoding) {0,3}= {0,3}["']?([\w-]{1,40})/i.exec(text)?.[1]

/**
 * Decodes text. If a page declares UTF-16 in readable ASCII, it is not UTF-16, so UTF-8 is used.
 */
const as = (charset: string, bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(/^utf-?16/i.test(charset) ? 'utf-8' : charset).decode(bytes)
  } catch {
    return undefined
  }
}
