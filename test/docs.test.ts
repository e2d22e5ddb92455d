import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { commands } from '../infra/admin/commands.ts'
import { settingNames } from '../infra/local/settings.ts'
import { type Choices, readChoices } from '../infra/stack/context.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = globSync('{*.md,docs/**/*.md}', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}))
const pageOf = (file: string) => pages.find((page) => page.file === file)?.text ?? ''

/** Returns the anchor that GitHub makes of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

test('every link leads to an existing page and heading', () => {
  const dead = pages.flatMap(({ file, text }) =>
    [...text.replace(/`[^`\n]+`/g, '').matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].flatMap(
      ([link, path = '', anchor]) => {
        const target = path ? join(dirname(file), path) : file
        if (!existsSync(join(root, target))) return [`${file}: ${link}`]
        const headings = [...pageOf(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
        return anchor && !headings.includes(anchor) ? [`${file}: ${link}`] : []
      },
    ),
  )
  expect(dead).toEqual([])
})

test('every page is found from the front door or from a page that is', () => {
  const found = new Set(['README.md'])
  for (const file of found)
    for (const [, path = ''] of pageOf(file).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      const target = join(dirname(file), path)
      for (const page of pages) if (page.file === target || dirname(page.file) === target) found.add(page.file)
    }
  expect(pages.map(({ file }) => file).filter((file) => !found.has(file))).toEqual([])
})

test('every admin command that a page shows exists, with these options', () => {
  const shown = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/npm run (?:-s )?admin -- ([^`\n#…]*)/g)].map(([line, words = '']) => ({ file, line, words })),
  )
  expect(shown.length).toBeGreaterThan(10)
  for (const { file, line, words } of shown) {
    const name = words.split('--')[0]?.trim() ?? ''
    const options = [...words.matchAll(/--([a-z-]+)/g)].map(([, option = '']) => option)
    const known = ['help', 'stack', ...Object.keys(commands.find((command) => command.name === name)?.options ?? {})]
    if (name !== '')
      expect(
        commands.map((command) => command.name),
        `${file}: ${line}`,
      ).toContain(name)
    expect(
      options.filter((option) => !known.includes(option)),
      `${file}: ${line}`,
    ).toEqual([])
  }
})

test('the settings that docs/local.md lists are those that npm start reads', () => {
  const [, table = ''] = pageOf('docs/local.md').split('| Setting | Default |')
  const rows = table.split('\n\n')[0]?.match(/^\| `.*? \|/gm) ?? []
  const listed = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  expect(listed.toSorted()).toEqual(settingNames.toSorted())
})

test('the context values that docs/deploying.md lists are those that the app reads', () => {
  const [, table = ''] = pageOf('docs/deploying.md').split('| Context | Default |')
  const rows = table.split('\n\n')[0]?.match(/^\| `.*? \|/gm) ?? []
  const listed = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  const read = new Set<string>()
  readChoices((name): Choices['stage'] | undefined => {
    read.add(name)
    return undefined
  })
  expect(listed.toSorted()).toEqual([...read].toSorted())
})

test('each of at most 30 glossary words has one meaning and one name', () => {
  const [, glossary = ''] = pageOf('docs/concepts.md').split('## Glossary')
  const names = [...glossary.matchAll(/^\| \*\*.*\| `(\w+)` \|$/gm)].map(([, name = '']) => name)
  const rows = glossary.match(/^\| \*\*/gm) ?? []
  const words = [...glossary.matchAll(/^\| \*\*(.*?)\*\*/gm)].map(([, word = '']) => word)
  expect(names).toHaveLength(rows.length)
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.length).toBeLessThanOrEqual(30)
  expect(new Set(words).size).toBe(rows.length)
  expect(new Set(names).size).toBe(rows.length)
  const code = globSync('shared/**/*.ts', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const isSaid = (name: string) =>
    new RegExp(`^export (const|function|interface|type|class) ${name}\\b|^  (readonly )?${name}\\??[:(]`, 'm').test(
      code,
    )
  expect(names.filter((name) => !isSaid(name))).toEqual([])
})

test('every file and folder that a page names in code is there', () => {
  const named = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/`((?:shared|functions|infra|test|docs)\/[\w./-]+)`/g)].map(([, path = '']) => ({ file, path })),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
})

test('every script that a page runs is one of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const run = pages.flatMap(({ text }) => [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name = '']) => name))
  expect([...new Set(run)].filter((name) => !(name in scripts))).toEqual([])
})

test('every picture is on a page and has at most 150 KB', () => {
  const pages = ['README.md', ...globSync('docs/*.md', { cwd: root })].map((page) =>
    readFileSync(join(root, page), 'utf8'),
  )
  const pictures = globSync('docs/console/*.png', { cwd: root })
  expect(pictures.length).toBeGreaterThan(10)
  for (const picture of pictures) {
    expect([picture, statSync(join(root, picture)).size <= 150_000]).toEqual([picture, true])
    expect([picture, pages.some((page) => page.includes(picture.replace('docs/', '')))]).toEqual([picture, true])
  }
})
