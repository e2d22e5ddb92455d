import { expect, test } from 'vitest'
import type { Operation, WorkerOperation } from '../../shared/operations/define.ts'
import { httpOperations, operations, workerOperations } from '../../shared/operations/index.ts'
import type { Use } from '../../shared/services.ts'
import { must } from '../../shared/words/must.ts'
import { type Synthesised, synthesise } from './synthesis.ts'

const environment = 'bytes of a function’s environment'

/**
 * AWS limits, each with the highest use by the stack.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const limits: Record<string, { max: number; used: (stack: Synthesised) => number[] }> = {
  'resources of a stack': { max: 500, used: ({ templates }) => counts(templates, 'Resources') },
  'parameters of a stack': { max: 200, used: ({ templates }) => counts(templates, 'Parameters') },
  'outputs of a stack': { max: 200, used: ({ templates }) => counts(templates, 'Outputs') },
  'bytes of a template': {
    max: 1_000_000,
    used: ({ templates }) =>
      [...templates.values()].map((template) => Buffer.byteLength(JSON.stringify(template, undefined, 1))),
  },
  'routes of an API': { max: 300, used: (stack) => countsByApi(stack, 'AWS::ApiGatewayV2::Route') },
  'integrations of an API': { max: 300, used: (stack) => countsByApi(stack, 'AWS::ApiGatewayV2::Integration') },
  'characters of a role’s policies': {
    max: 10_240,
    used: (stack) => ofType(stack, 'AWS::IAM::Role').map(({ Policies = [] }) => lengthOf(Policies)),
  },
  [environment]: {
    max: 4_096,
    used: (stack) => ofType(stack, 'AWS::Lambda::Function').map(({ Environment = {} }) => lengthOf(Environment)),
  },
}

const counts = (templates: Synthesised['templates'], section: 'Resources' | 'Parameters' | 'Outputs') =>
  [...templates.values()].map((template) => Object.keys(template[section] ?? {}).length)

const ofType = ({ Resources }: Synthesised, type: string) =>
  Object.values(Resources).flatMap(({ Type, Properties }) => (Type === type ? [Properties] : []))

const countsByApi = (stack: Synthesised, type: string) => {
  const apis = ofType(stack, type).map(({ ApiId }) => JSON.stringify(ApiId))
  return [...new Set(apis)].map((api) => apis.filter((other) => other === api).length)
}

const longestName = 'x'.repeat(120)
const longestRegion = 'ap-northeast-1'

const lengthOf = (value: unknown): number => {
  const spelledOut = JSON.parse(JSON.stringify(value), (_name, member) => {
    if (typeof member !== 'object' || member === null) return member
    if ('Ref' in member) return member.Ref.startsWith('AWS::') ? longestRegion : longestName
    if ('Fn::GetAtt' in member) return longestName
    return 'Fn::Join' in member ? member['Fn::Join'][1].join('') : member
  })
  return JSON.stringify(spelledOut).length
}

/** Adds 25 more requests and 5 more workers to the area with the most operations. */
const grown = (): Operation[] => {
  const more = (index: number) => `more-${index}`
  const requests = Array.from({ length: 25 }, (_, index): Operation => {
    const { alsoAt: _alsoAt, ...one } = must(httpOperations[index % httpOperations.length], 'request')
    return { ...one, id: `${one.id}-${more(index)}`, area: 'calls', path: `/${more(index)}${one.path}`, alsoAt: [] }
  })
  const workers = workerOperations.slice(0, 5).map((one, index): WorkerOperation => {
    const id = `${one.id}-${more(index)}`
    const queue: WorkerOperation['queue'] = `${id.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())}Queue`
    return { ...one, id, area: 'calls', queue }
  })
  const driving = workers.map(({ queue }) => `${queue}.send` as Use)
  const known = operations.map(
    (one): Operation => (one.kind === 'schedule' ? { ...one, uses: [...one.uses, ...driving] } : one),
  )
  return [...known, ...requests, ...workers]
}

test('25 more requests and 5 workers use 70 % of AWS’s limits', async () => {
  const [today, then] = [await synthesise('prod', operations), await synthesise('prod', grown())]
  const rows = Object.entries(limits).map(([limit, { max, used }]) => {
    const [now, later] = [Math.max(...used(today)), Math.max(...used(then))]
    return { limit, max, now, later, share: later / max }
  })
  const table = rows.map(({ limit, max, now, later, share }) =>
    lineOf(limit, [max, now, later, `${Math.round(share * 100)} %`]),
  )
  console.log([lineOf('limit', ['allowed', 'today', 'then', 'share']), ...table].join('\n'))
  for (const { limit, max, now, share } of rows) {
    expect(now / max, `${limit}, today: divide what holds most of them, as areas divide the stack`).toBeLessThan(0.75)
    expect(share, limit).toBeLessThanOrEqual(limit === environment ? 0.85 : 0.7)
  }
  const made = ofType(then, 'AWS::Lambda::Function').map(({ FunctionName }) => FunctionName)
  expect(made).toEqual(expect.arrayContaining(grown().map(({ id }) => `parlance-prod-${id}`)))
})

const lineOf = (limit: string, cells: (string | number)[]): string =>
  limit.padEnd(36) + cells.map((cell) => String(cell).padStart(10)).join('')
