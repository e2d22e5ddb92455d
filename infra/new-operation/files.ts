import type { NewOperation } from './arguments.ts'

/** Reads a file of the repository. Returns undefined if the file does not exist. */
export type ReadFile = (file: string) => string | undefined

export const filesFor = (operation: NewOperation, read: ReadFile): Map<string, string> => {
  const declarations = `shared/operations/${operation.area}.ts`
  const known = read(declarations)
  const files = new Map([
    [declarations, withDeclaration(operation, known ?? '')],
    [`functions/${operation.area}/${operation.id}.ts`, functionOf(operation)],
    [`test/functions/${operation.area}/${operation.id}.test.ts`, testOf(operation)],
  ])
  const sample = sampleOf(operation)
  if (sample) files.set(requestsFile, withSample(read(requestsFile) ?? '', `  '${operation.id}': { ${sample} },\n`))
  if (known === undefined) files.set(catalogueFile, withArea(read(catalogueFile) ?? '', operation.area))
  return files
}

const requestsFile = 'test/requests.ts'
const catalogueFile = 'shared/operations/index.ts'

const isList = ({ id }: NewOperation) => id.startsWith('list-')
const hasBody = ({ method }: NewOperation) => method === 'POST' || method === 'PUT'
const constantOf = ({ id }: NewOperation) => id.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase())
const sentenceOf = ({ id }: NewOperation) => `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`
const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')

const withDeclaration = (operation: NewOperation, text: string): string => {
  const { id, method, path, subject } = operation
  const declaration = [
    `export const ${constantOf(operation)} = http({`,
    `  id: '${id}',`,
    /^const area = /m.test(text) ? '  area,' : `  area: '${operation.area}',`,
    `  method: '${method}',`,
    `  path: '${path}',`,
    `  summary: '${sentenceOf(operation)}',`,
    `  description: 'What a client should know beside that.',`,
    isList(operation) && '  query: form(pageFields),',
    hasBody(operation) && '  body: form({ name: optional(text({ max: 255 })) }),',
    subject && `  missing: '${subject.missing}',`,
    isList(operation)
      ? '  returns: pageOf(z.object({ id: z.int() })),'
      : '  returns: z.object({ message: z.string() }),',
    `  uses: [${quoted(subject?.uses ?? [])}],`,
    '})',
  ]
  const imports: [names: string[], from: string][] = [
    [['http'], './define.ts'],
    [isList(operation) || hasBody(operation) ? ['form'] : [], '../words/form.ts'],
    [hasBody(operation) ? ['optional', 'text'] : [], '../words/fields.ts'],
    [isList(operation) ? ['pageFields', 'pageOf'] : [], '../words/page.ts'],
  ]
  const importing = imports.reduce((done, [names, from]) => withImport(done, names, from), withZod(text))
  return `${importing.trimEnd()}\n\n${declaration.filter(Boolean).join('\n')}\n`
}

const withZod = (text: string) => (/^import \* as z from/m.test(text) ? text : `import * as z from 'zod'\n${text}`)

/** Adds names to the import statement of the file `from`; the formatter sorts them. */
const withImport = (text: string, names: readonly string[], from: string): string => {
  if (names.length === 0) return text
  const [statement, inside = ''] =
    new RegExp(`import \\{([^}]*)\\} from '${from.replaceAll('.', '\\.')}'`).exec(text) ?? []
  if (!statement) return `import { ${names.join(', ')} } from '${from}'\n${text}`
  const known = inside.split(',').flatMap((name) => name.trim() || [])
  const all = [...new Set([...known, ...names])]
  return text.replace(statement, `import { ${all.join(', ')} } from '${from}'`)
}

const functionOf = (operation: NewOperation): string => {
  const { area, subject } = operation
  const request = [
    subject && ['user_id', 'id'],
    isList(operation) && ['query', 'location'],
    hasBody(operation) && ['body'],
  ].flatMap((names) => names || [])
  const services = [...new Set(subject?.uses.map((use) => use.split('.')[0]))]
  const taken = [request, services].map((names) => (names.length ? `{ ${names.join(', ')} }` : ''))
  const lines = [
    isList(operation) && `import { paginate, readPageRequest } from '../../shared/words/page.ts'`,
    subject && `import { found } from '../../shared/words/problem.ts'`,
    `import { ${constantOf(operation)} } from '../../shared/operations/${area}.ts'`,
    `import { http } from '../../shared/runtime/http.ts'`,
    '',
    '/** The promise of it, or its trap, in one sentence. */',
    `export const handler = http(${constantOf(operation)}, async (${taken.filter(Boolean).join(', ')}) => {`,
    isList(operation) && '  const page = readPageRequest(await query())',
    hasBody(operation) && '  await body()',
    subject && `  found(await ${subject.lookUp}, '${subject.missing}')`,
    isList(operation) ? '  return paginate([], 0, page, location)' : `  return { message: '${sentenceOf(operation)}' }`,
    '})',
    '',
  ]
  return lines.filter((line) => typeof line === 'string').join('\n')
}

const testOf = (operation: NewOperation): string => {
  const { area, method, subject } = operation
  const lines = [
    `import { expect, test } from 'vitest'`,
    ...(subject ? [`import { problems } from '../../../shared/words/problem.ts'`] : []),
    `import { ${constantOf(operation)} } from '../../../shared/operations/${area}.ts'`,
    `import { typicalRequest } from '../../requests.ts'`,
    `import { useUser, useWorld } from '../../use-world.ts'`,
    '',
    'const world = useWorld()',
    'const user = useUser(world)',
    '',
    `test('200 to an ordinary request', async () => {`,
    `  const { path, body } = await typicalRequest(${constantOf(operation)}, { world, user })`,
    `  const reply = await world.api(user.token, '${method}', path, body)`,
    isList(operation)
      ? '  expect(reply).toMatchObject({ status: 200, body: { data: [], total: 0 } })'
      : `  expect(reply).toMatchObject({ status: 200, body: { message: '${sentenceOf(operation)}' } })`,
    '})',
    ...(subject ? strangersTest(operation, subject.missing) : []),
    '',
  ]
  return lines.join('\n')
}

const strangersTest = (operation: NewOperation, missing: string) => [
  '',
  `test('404 for an id of another user', async () => {`,
  `  const { path, body } = await typicalRequest(${constantOf(operation)}, { world, user: await world.user() })`,
  `  const reply = await world.api(user.token, '${operation.method}', path, body)`,
  `  expect(reply).toMatchObject({ status: 404, body: { message: problems.${missing}[1] } })`,
  '})',
]

const sampleOf = (operation: NewOperation): string =>
  [operation.subject && `id: ${operation.subject.sample}`, hasBody(operation) && `body: async () => ({ name: 'Ada' })`]
    .filter(Boolean)
    .join(', ')

const withSample = (text: string, entry: string): string =>
  inserted(text, '}\n\nexport interface TypicalRequest', entry)

const withArea = (text: string, area: string): string =>
  inserted(`import * as ${area} from './${area}.ts'\n${text}`, '  docs,\n', `  ${area},\n`)

const inserted = (text: string, before: string, passage: string): string => {
  if (!text.includes(before)) throw new Error(`Where is “${before.trim()}”?`)
  return text.replace(before, `${passage}${before}`)
}
