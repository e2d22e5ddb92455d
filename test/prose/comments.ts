import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'rolldown/utils'

/** A block comment, or line comments on consecutive lines. */
export interface Comment {
  file: string
  line: number
  text: string
  width: number
}

const sources = ['{functions,shared,infra,client,test}/**/*.{ts,tsx}', 'tools/*.mjs']
/** Generated files and installed packages are not checked. */
const generated = /node_modules|client\/operations\.ts|number-places\.ts|test\/events\//

export const sourceFiles = (root: string): string[] =>
  globSync(sources, { cwd: root }).filter((file) => !generated.test(file))

export const commentsOf = (root: string, file: string): Comment[] => {
  const source = readFileSync(`${root}/${file}`, 'utf8')
  const lines = source.split('\n')
  const found: (Comment & { end: number; isLine: boolean })[] = []
  for (const { type, value, start, end } of parseSync(file, source).comments) {
    const line = lineOf(source, start)
    const last = lineOf(source, end)
    const text = plain(value)
    const width = Math.max(...lines.slice(line - 1, last).map(({ length }) => length))
    const previous = found.at(-1)
    const isLine = type === 'Line'
    const isOwnLine = /^\s*\/\//.test(lines[line - 1] ?? '')
    if (isLine && isOwnLine && previous?.isLine && previous.end === line - 1) {
      previous.text += ` ${text}`
      previous.end = last
      previous.width = Math.max(previous.width, width)
    } else found.push({ file, line, text, width, end: last, isLine: isLine && isOwnLine })
  }
  return found.filter(({ text }) => text !== '' && !/^(biome-ignore|@ts-|#!|v8 ignore|oxlint)/.test(text))
}

const lineOf = (source: string, at: number): number => source.slice(0, at).split('\n').length

const plain = (value: string): string =>
  value
    .split('\n')
    .map((line) => line.replace(/^\s*\*+\s?/, '').trim())
    .filter(Boolean)
    .join(' ')
    .trim()
