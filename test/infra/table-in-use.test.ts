import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readChoices } from '../../infra/context.ts'
import { addParlance } from '../../infra/stack.ts'
import { operations } from '../../shared/operations/index.ts'

interface Template {
  Parameters: Record<string, { Default?: string }>
  Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>
  Outputs: Record<string, { Value: unknown }>
  Rules: Record<string, { Assertions: { Assert: unknown; AssertDescription: string }[] }>
}

const restored = 'parlance-dev-restored'
let bundles: string
let plain: Template
let pointed: Template

const templateOf = async (table?: string): Promise<Template> => {
  const { context } = JSON.parse(await readFile('cdk.json', 'utf8'))
  const app = new App({ context, outdir: join(bundles, `cdk.out-${table}`) })
  const { stackName } = addParlance(app, { stage: 'dev', bundles, table })
  return app.synth({ skipValidation: true }).getStackByName(stackName).template
}

beforeAll(async () => {
  bundles = await mkdtemp(join(tmpdir(), 'parlance-table-'))
  for (const { id } of operations) {
    await mkdir(join(bundles, id))
    await writeFile(join(bundles, id, 'index.mjs'), `// ${id}`)
  }
  plain = await templateOf()
  pointed = await templateOf(restored)
}, 120_000)
afterAll(() => rm(bundles, { recursive: true, force: true }))

/** Every place of a template that speaks of its own table, by the resource that does. */
const speakingOfOwn = ({ Resources }: Template): string[] =>
  Object.entries(Resources).flatMap(([id, resource]) =>
    /\{"Ref":"Table"\}|\["Table","Arn"\]/.test(JSON.stringify(resource)) ? [id] : [],
  )

test('functions, roles, alarm, dashboard and output work on the restored table, and on nothing of the own one', () => {
  expect(speakingOfOwn(plain).length).toBeGreaterThan(operations.length)
  expect(speakingOfOwn(pointed)).toEqual([])
  const { Resources, Outputs } = pointed
  expect(Outputs.TableName?.Value).toBe(restored)
  expect(Resources.GetCallFunction?.Properties.Environment).toMatchObject({ Variables: { TABLE_NAME: restored } })
  for (const id of ['GetCallRole', 'ThrottledTableAlarm', 'Dashboard'])
    expect(JSON.stringify(Resources[id]?.Properties), id).toContain(restored)
})

test('the stack’s own table stays in the template, untouched, and nothing else comes or goes', () => {
  expect(pointed.Resources.Table).toEqual(plain.Resources.Table)
  expect(Object.keys(pointed.Resources)).toEqual(Object.keys(plain.Resources))
})

/** What CloudFormation does with a rule: it compares the parameter's value of now, which a deployment keeps from the one before. */
const refusal = ({ Rules, Parameters }: Template, before: Template, said?: string): string | undefined => {
  expect(Object.keys(Parameters)).toContain('TableInUse')
  const value = said ?? before.Parameters.TableInUse?.Default
  const [assertion] = Rules.TableStaysInUse?.Assertions ?? []
  const [reference, chosen] =
    (assertion?.Assert as { 'Fn::Equals': [unknown, string] } | undefined)?.['Fn::Equals'] ?? []
  expect(reference).toEqual({ Ref: 'TableInUse' })
  return value === chosen ? undefined : assertion?.AssertDescription
}

test('a later deployment without the flag is refused in words, and with it is not', () => {
  expect(refusal(plain, pointed)).toContain('This stage works on a restored table: deploy with -c table=')
  expect(refusal(pointed, pointed)).toBeUndefined()
  expect(refusal(plain, plain)).toBeUndefined()
})

test('the way to the restored table and back is said, and open', () => {
  const way = refusal(pointed, plain)
  expect(way).toContain(`deploy with -c table=${restored} --parameters TableInUse=${restored}`)
  expect(refusal(pointed, plain, restored)).toBeUndefined()
  expect(refusal(plain, pointed)).toContain('--parameters TableInUse=own')
  expect(refusal(plain, pointed, 'own')).toBeUndefined()
})

test('what is no name of a table is refused in one sentence', () => {
  const read = (table: string) => readChoices((name) => ({ table })[name])
  expect(read(restored).table).toBe(restored)
  expect(() => read('a b')).toThrow('table cannot be a b: write the name of a table such as -c table=parlance-prod-')
})
