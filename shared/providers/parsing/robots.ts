/** What a site lets a robot read, as RFC 9309 says. Its libraries make patterns of a stranger's text, which can be made to run for ever. */
export interface Robots {
  isAllowed(url: URL): boolean
  /** Seconds between two requests, which many sites ask for, though no standard knows it. */
  delaySeconds: number
}

interface Rule {
  allows: boolean
  path: string
}

const rulesMax = 1000

export const readRobots = (text: string, robotName: string): Robots => {
  const { rules, delaySeconds } = groupOf(text, robotName.toLowerCase())
  return {
    delaySeconds,
    isAllowed: ({ pathname, search }) => {
      const place = pathname + search
      const matching = rules.filter(({ path }) => matches(path, place))
      // The longest rule counts; of two alike, the one that allows.
      const [first] = matching.toSorted(
        (one, other) => other.path.length - one.path.length || Number(other.allows) - Number(one.allows),
      )
      return first?.allows ?? true
    },
  }
}

/** The rules for this robot by its name; if there are none, those for all. */
const groupOf = (text: string, robotName: string): { rules: Rule[]; delaySeconds: number } => {
  const own = { rules: [] as Rule[], delaySeconds: 0, isThere: false }
  const all = { rules: [] as Rule[], delaySeconds: 0, isThere: false }
  let groups: (typeof own)[] = []
  let isNaming = false
  for (const line of text.split(/\r\n?|\n/)) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? []
    const said = value.trim()
    switch (name.toLowerCase()) {
      case 'user-agent': {
        if (!isNaming) groups = []
        isNaming = true
        const agent = said.toLowerCase()
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
        for (const { rules } of groups)
          if (said && rules.length < rulesMax) rules.push({ allows: name.toLowerCase() === 'allow', path: said })
        break
      case 'crawl-delay':
        isNaming = false
        for (const group of groups) group.delaySeconds = Math.max(0, Number(said)) || 0
    }
  }
  return own.isThere ? own : all
}

/** `*` stands for anything, a `$` at the end for the end; each piece is sought once, behind the one before. */
const matches = (path: string, place: string): boolean => {
  const isWhole = path.endsWith('$')
  const pieces = (isWhole ? path.slice(0, -1) : path).split('*')
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
