/**
 * Reads robots.txt (RFC 9309) without a library, because libraries turn a site's text into regular
 * expressions, which can hang.
 */
export interface Robots {
  isAllowed(url: URL): boolean
  /** Seconds between requests (`Crawl-delay`). */
  delaySeconds: number
}

interface Rule {
  allows: boolean
  path: string
}

export const readRobots = (text: string, robotName: string): Robots => {
  const { rules, delaySeconds } = groupOf(text, robotName.toLowerCase())
  return {
    delaySeconds,
    isAllowed: ({ pathname, search }) => {
      const place = comparable(pathname + search, '')
      let first: Rule | undefined
      for (const rule of rules) if (isBefore(rule, first) && matches(rule.path, place)) first = rule
      return first?.allows ?? true
    },
  }
}

/** True when `rule` has priority over `first`. */
const isBefore = (rule: Rule, first: Rule | undefined): boolean =>
  first === undefined ||
  rule.path.length > first.path.length ||
  (rule.path.length === first.path.length && rule.allows && !first.allows)

interface Group {
  rules: Rule[]
  delaySeconds: number
  isThere: boolean
}

const groupOf = (text: string, robotName: string): Group => {
  const own: Group = { rules: [], delaySeconds: 0, isThere: false }
  const all: Group = { rules: [], delaySeconds: 0, isThere: false }
  let groups: Group[] = []
  let isNaming = false
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)) {
    const [said = ''] = line.split('#', 1)
    const colon = said.indexOf(':')
    if (colon < 0) continue
    const name = said.slice(0, colon).trim().toLowerCase()
    const value = said.slice(colon + 1).trim()
    switch (name) {
      case 'user-agent': {
        if (!isNaming) groups = []
        isNaming = true
        const agent = agentOf(value)
        const group = agent === '*' ? all : agent === robotName ? own : undefined
        if (group) {
          group.isThere = true
          groups.push(group)
        }
        break
      }
      case 'allow':
      case 'disallow':
        isNaming = false
        if (value) for (const { rules } of groups) rules.push({ allows: name === 'allow', path: patternOf(value) })
        break
      case 'crawl-delay':
        isNaming = false
        for (const group of groups) group.delaySeconds = Math.max(0, Number(value)) || 0
    }
  }
  return own.isThere ? own : all
}

/** Returns the robot's name: `Name` for `Name/1.0 (remark)`. */
const agentOf = (value: string): string => {
  if (value.startsWith('*')) return '*'
  let end = 0
  while (/[\w-]/.test(value.charAt(end))) end++
  return value.slice(0, end).toLowerCase()
}

const patternOf = (value: string): string => comparable(/^[/*]/.test(value) ? value : `/${value}`, '*$')

const unreserved = /[A-Za-z0-9\-._~]/
const reserved = ":/?#[]@!&'()+,;="

/** Normalises a path (RFC 9309, 2.2.2). Characters in `signs` are not escaped. */
const comparable = (path: string, signs: string): string => {
  const parts: string[] = []
  for (let at = 0; at < path.length; ) {
    const code = path.slice(at, at + 3)
    if (/^%[\da-f]{2}$/i.test(code)) {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      parts.push(unreserved.test(character) ? character : code.toUpperCase())
      at += 3
      continue
    }
    const character = String.fromCodePoint(path.codePointAt(at) ?? 0)
    parts.push(signOf(character, signs))
    at += character.length
  }
  return parts.join('')
}

const signOf = (character: string, signs: string): string => {
  if (signs.includes(character) || unreserved.test(character) || reserved.includes(character)) return character
  return [...new TextEncoder().encode(character)]
    .map((octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
}

/** `*` matches anything; a final `$` matches the end. */
const matches = (path: string, place: string): boolean => {
  const isWhole = path.endsWith('$')
  const pieces = (isWhole ? path.slice(0, -1) : path).split('*').map((piece) => piece.replaceAll('$', '%24'))
  const [first = '', ...others] = pieces
  if (!place.startsWith(first)) return false
  let at = first.length
  for (const [index, piece] of others.entries()) {
    const isLast = index === others.length - 1
    if (isLast && isWhole) return place.length - piece.length >= at && place.endsWith(piece)
    const found = place.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return !isWhole || at === place.length
}
