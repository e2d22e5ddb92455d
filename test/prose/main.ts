import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { httpOperations } from '../../shared/operations/index.ts'
import { type Comment, commentsOf, sourceFiles } from './comments.ts'
import { limits } from './limits.ts'
import { commentRules, sentencesOf, titlesOf, wordsOf } from './rules.ts'
import { typeNamesOf } from './type-names.ts'

/**
 * This program checks the style of comments, docs and the API document. `npm run prose -- NAME`
 * lists what breaks a rule.
 */
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

const findings = (): Map<string, string[]> => {
  const files = sourceFiles(root)
  const comments = files.flatMap((file) => commentsOf(root, file))
  const found = new Map<string, string[]>()
  for (const { name, finds } of commentRules)
    found.set(
      name,
      comments.flatMap((comment) => {
        const words = finds(comment)
        return words ? [`${placeOf(comment)} ${words}: ${comment.text.slice(0, 80)}`] : []
      }),
    )
  found.set('type names that two files export', twiceExported(files))
  found.set('summaries of more than eight words', longSummaries())
  found.set('test titles of more than 14 words', longTitles(files))
  found.set('sentences of docs over 28 words', longSentences())
  return found
}

const placeOf = ({ file, line }: Comment): string => `${file}:${line}`

const twiceExported = (files: readonly string[]): string[] => {
  const owners = new Map<string, string[]>()
  for (const file of [...files, 'client/operations.ts'])
    for (const name of typeNamesOf(file, readFileSync(`${root}/${file}`, 'utf8')))
      owners.set(name, [...(owners.get(name) ?? []), file])
  return [...owners].filter(([, all]) => all.length > 1).map(([name, all]) => `${name}: ${all.join(', ')}`)
}

const longSummaries = (): string[] =>
  httpOperations.filter(({ summary }) => wordsOf(summary) > 8).map(({ id, summary }) => `${id}: ${summary}`)

const longTitles = (files: readonly string[]): string[] =>
  files
    .filter((file) => file.startsWith('test/'))
    .flatMap((file) =>
      titlesOf(readFileSync(`${root}/${file}`, 'utf8'))
        .filter((title) => title.split(/\s+/).length > 14)
        .map((title) => `${file}: ${title}`),
    )

const pages = (): { file: string; text: string }[] =>
  globSync('{*.md,docs/**/*.md}', { cwd: root })
    .filter((file) => !/CHANGELOG|docs\/(problems|table|cost)\.md/.test(file))
    .map((file) => ({ file, text: readFileSync(`${root}/${file}`, 'utf8') }))

const longSentences = (): string[] =>
  pages().flatMap(({ file, text }) =>
    sentencesOf(text)
      .filter((sentence) => wordsOf(sentence) > 28)
      .map((sentence) => `${file}: ${sentence}`),
  )

const totals = (): Record<string, number> => {
  const comments = sourceFiles(root).flatMap((file) => commentsOf(root, file))
  const sentences = pages().flatMap(({ text }) => sentencesOf(text))
  const words = sentences.reduce((sum, sentence) => sum + wordsOf(sentence), 0)
  return {
    'words of comments': comments.reduce((sum, { text }) => sum + wordsOf(text), 0),
    'words of an average sentence of docs': Math.round((10 * words) / sentences.length) / 10,
  }
}

const found = findings()
const [wanted] = process.argv.slice(2)
if (wanted) for (const [name, places] of found) if (name.includes(wanted)) console.log(places.join('\n'))
const counts: Record<string, number> = {
  ...totals(),
  ...Object.fromEntries([...found].map(([name, places]) => [name, places.length])),
}
for (const [name, count] of Object.entries(counts)) {
  const limit = limits[name] ?? 0
  if (count > limit) process.exitCode = 1
  if (count > limit || wanted === '') console.log(`${count} ${name}, at most ${limit}. npm run prose -- '${name}'`)
}
if (wanted === undefined && !process.exitCode)
  console.log(
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  )
