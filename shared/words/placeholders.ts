export type Piece = { text: string } | { name: string; written: string }

/** Scans the text once without a regular expression, which could be slow on users' text. */
export const piecesOf = (template: string): Piece[] => {
  const pieces: Piece[] = []
  let plainFrom = 0
  let at = template.indexOf('{{')
  while (at >= 0) {
    const end = nextBrace(template, at + 2)
    if (template.startsWith('}}', end)) {
      if (at > plainFrom) pieces.push({ text: template.slice(plainFrom, at) })
      const written = template.slice(at, end + 2)
      pieces.push({ name: written.slice(2, -2).trim(), written })
      plainFrom = end + 2
      at = template.indexOf('{{', plainFrom)
    } else at = template.indexOf('{{', end === at + 2 ? at + 1 : end)
  }
  if (plainFrom < template.length) pieces.push({ text: template.slice(plainFrom) })
  return pieces
}

const nextBrace = (text: string, from: number): number => {
  let at = from
  while (at < text.length && text.charAt(at) !== '{' && text.charAt(at) !== '}') at++
  return at
}

export const variableText = (variables: Record<string, unknown>, name: string): string => {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
