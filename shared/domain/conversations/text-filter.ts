/** Reads a stream of text. Chunks may split every sign; the output does not depend on where. */
export interface TextFilter {
  /** Returns the output that no later chunk can change. */
  push(text: string): string
  /** Returns the rest once the stream has ended. */
  end(): string
}

/**
 * Reads the first `length` characters. The next call gets the rest again, before the next chunk.
 */
type Take = (text: string, isEnd: boolean) => { out: string; length: number }

/** Keeps the text that `take` leaves until more text, or the end of the stream, decides it. */
export const textFilter = (take: Take): TextFilter => {
  let pending = ''
  const read = (text: string, isEnd: boolean): string => {
    pending += text
    const { out, length } = take(pending, isEnd)
    pending = pending.slice(length)
    return out
  }
  return { push: (text) => read(text, false), end: () => read('', true) }
}

/** The output for a text that is complete. */
export const filtered = (filter: TextFilter, text: string): string => filter.push(text) + filter.end()
