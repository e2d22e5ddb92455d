export interface Directives {
  isForbidden: boolean
  isDeadEnd: boolean
}

/** Directives with a value after a colon. Any other word before a colon is a robot's name. */
const withValue = ['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']

interface Reader {
  robotName: string
  now: number
}

export const headerDirectives = (headers: readonly string[], reader: Reader): Directives =>
  joined(headers.map((header) => readDirectives(header, reader, true)))

export const metaDirectives = (content: string, reader: Reader): Directives => readDirectives(content, reader, false)

export const joined = (several: readonly Directives[]): Directives => ({
  isForbidden: several.some(({ isForbidden }) => isForbidden),
  isDeadEnd: several.some(({ isDeadEnd }) => isDeadEnd),
})

const readDirectives = (text: string, { robotName, now }: Reader, mayName: boolean): Directives => {
  let isForUs = true
  const found: Directives = { isForbidden: false, isDeadEnd: false }
  const parts = text.split(',')
  for (const [place, part] of parts.entries()) {
    let directive = part.trim()
    const [name, value] = namedIn(directive)
    if (name === 'unavailable_after') {
      // The date can contain a comma.
      const date = [value, `${value},${parts[place + 1] ?? ''}`].map((text) => Date.parse(text)).find(Number.isFinite)
      if (isForUs && date !== undefined && date <= now) found.isForbidden = true
      continue
    }
    if (withValue.includes(name)) continue
    if (mayName && name !== '') {
      isForUs = name === '*' || name === robotName.toLowerCase()
      directive = value
    }
    if (!isForUs) continue
    for (const word of directive.toLowerCase().split(/\s+/)) {
      if (word === 'noindex' || word === 'none') found.isForbidden = true
      if (word === 'nofollow' || word === 'none') found.isDeadEnd = true
    }
  }
  return found
}

const namedIn = (directive: string): [name: string, value: string] => {
  const colon = directive.indexOf(':')
  const name = directive.slice(0, Math.max(0, colon)).trim().toLowerCase()
  return colon > 0 && /^[a-z*][\w.*-]*$/.test(name) ? [name, directive.slice(colon + 1).trim()] : ['', '']
}
