/** Filters text that arrives in chunks. The chunk borders do not change the output. */
export interface TextFilter {
  push(text: string): string
  end(): string
}

/** Filters the first `length` characters; the rest is filtered again with the next chunk. */
type Take = (text: string, isEnd: boolean) => { out: string; length: number }

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

export const filtered = (filter: TextFilter, text: string): string => filter.push(text) + filter.end()
