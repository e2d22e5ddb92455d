import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { readChoices } from '../../../infra/stack/context.ts'
import { operations } from '../../../shared/operations/index.ts'
import { type Synthesised, synthesise } from '../synthesis.ts'

const restored = 'parlance-dev-restored'
let plain: Synthesised
let pointed: Synthesised

beforeAll(async () => {
  plain = await synthesise('dev', operations, { alarmEmail: 'ops@example.com' })
  pointed = await synthesise('dev', operations, { alarmEmail: 'ops@example.com', table: restored })
})

const speakingOfOwn = ({ Resources }: Synthesised): string[] =>
  Object.entries(Resources).flatMap(([id, resource]) =>
    /\{"Ref":"Table"\}|\["Table","Arn"\]/.test(JSON.stringify(resource)) ? [id] : [],
  )

test('functions, roles, alarm, dashboard and output use the restored table', () => {
  expect(speakingOfOwn(plain).length).toBeGreaterThan(operations.length)
  expect(speakingOfOwn(pointed)).toEqual([])
  const { Resources, Outputs } = pointed
  expect(Outputs.TableName?.Value).toBe(restored)
  expect(Resources.GetCallFunction?.Properties.Environment).toMatchObject({ Variables: { TABLE_NAME: restored } })
  expect(Outputs.Dialling?.Value).toBe('stopped')
  for (const id of ['GetCallRole', 'ThrottledTableAlarm', 'Dashboard'])
    expect(JSON.stringify(Resources[id]?.Properties), id).toContain(restored)
})

test('the own table stays untouched in the template', () => {
  expect(pointed.Resources.Table).toEqual(plain.Resources.Table)
  expect(Object.keys(pointed.Resources)).toEqual(Object.keys(plain.Resources))
})

const Guarded = z.object({
  Parameters: z.object({ TableInUse: z.object({ Default: z.string() }) }),
  Rules: z.object({
    TableStaysInUse: z.object({
      Assertions: z.tuple([
        z.object({
          Assert: z.object({ 'Fn::Equals': z.tuple([z.object({ Ref: z.literal('TableInUse') }), z.string()]) }),
          AssertDescription: z.string(),
        }),
      ]),
    }),
  }),
})
const guardOf = ({ templates }: Synthesised) => Guarded.parse(templates.get(''))

/**
 * Evaluates the template's rule as CloudFormation does: compares the parameter with its value in
 * the previous deployment.
 */
const refusal = (next: Synthesised, before: Synthesised, said?: string): string | undefined => {
  const value = said ?? guardOf(before).Parameters.TableInUse.Default
  const [{ Assert, AssertDescription }] = guardOf(next).Rules.TableStaysInUse.Assertions
  return Assert['Fn::Equals'][1] === value ? undefined : AssertDescription
}

test('a later deployment without the flag is refused', () => {
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
