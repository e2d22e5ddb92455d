/** Maximum characters to read, because many open braces would cost quadratic time. */
const readMax = 2_000_000

export const jsonObjects = (text: string): object[] => {
  const found: object[] = []
  let read = 0
  for (let at = text.indexOf('{'); at >= 0 && read < readMax; at = text.indexOf('{', at)) {
    const end = objectEnd(text, at)
    read += (end ?? text.length) - at
    const value = end === undefined ? undefined : parsed(text.slice(at, end))
    if (value && end !== undefined) {
      found.push(value)
      at = end
    } else at += 1
  }
  return found
}

const objectEnd = (text: string, start: number): number | undefined => {
  let depth = 0
  let isString = false
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at)
    if (isString) {
      if (character === '\\') at++
      else if (character === '"') isString = false
    } else if (character === '"') isString = true
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) return at + 1
  }
  return undefined
}

const parsed = (json: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
