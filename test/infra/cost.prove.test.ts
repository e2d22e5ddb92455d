import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  beyondFree,
  costsOf,
  costsOfOthers,
  quantitiesOf,
  quantitiesOfHour,
  type Resources,
  withoutLimits,
} from '../../infra/cost/month.ts'
import { costPage } from '../../infra/cost/page.ts'
import { prices } from '../../infra/cost/prices.ts'
import { resourcesOf } from '../../infra/cost/template.ts'
import { CostUnits, LoadUnits, loadUnitsFile, type UnitUse, unitsFile } from '../../infra/cost/units.ts'

let units: CostUnits
let loads: LoadUnits
beforeAll(async () => {
  loads = LoadUnits.parse(JSON.parse(await readFile(loadUnitsFile, 'utf8')))
  units = CostUnits.parse(JSON.parse(await readFile(unitsFile, 'utf8')))
})

test('the page is current: `npm run cost` would write the same', async () => {
  const page = costPage(await resourcesOf('prod'), await resourcesOf('dev'), units, loads)
  await expect(page).toMatchFileSnapshot('../../docs/cost.md')
})

test('a dev stage costs at most $6 a month while idle', async () => {
  const idle = costsOf(quantitiesOf(await resourcesOf('dev'), units, 0))
  expect(idle.reduce((sum, { usd }) => sum + usd, 0)).toBeLessThanOrEqual(6)
})

test('the measured units know every member that the computation asks for, and no other', () => {
  expect(CostUnits.safeParse({ ...units, more: 1 }).success).toBe(false)
  expect(CostUnits.safeParse({ ...units, turn: { ...units.turn, read_units: undefined } }).success).toBe(false)
  for (const { invocations, gigabyte_seconds } of [
    units.call,
    units.turn,
    units.sms,
    units.request,
    units.schedule_run,
  ])
    expect(Math.min(invocations, gigabyte_seconds)).toBeGreaterThan(0)
})

describe('a month', () => {
  const nothing: UnitUse = {
    read_units: 0,
    write_units: 0,
    invocations: 0,
    gigabyte_seconds: 0,
    queue_requests: 0,
    http_requests: 0,
    socket_messages: 0,
    log_bytes: 0,
    stored_bytes: 0,
  }
  const plain: CostUnits = {
    call: { ...nothing, write_units: 10, stored_bytes: 1e9 },
    turn: { ...nothing, socket_messages: 3 },
    sms: nothing,
    request: { ...nothing, http_requests: 1 },
    schedule_run: { ...nothing, invocations: 1 },
    metrics: 4,
  }
  const metric = { Id: 'm', MetricStat: {} }
  const stack: Resources = {
    One: { Type: 'AWS::CloudWatch::Alarm', Properties: { MetricName: 'Errors' } },
    Ratio: { Type: 'AWS::CloudWatch::Alarm', Properties: { Metrics: [{ Expression: 'a/b' }, metric, metric] } },
    Every: { Type: 'AWS::Events::Rule', Properties: { ScheduleExpression: 'rate(5 minutes)' } },
    Feed: { Type: 'AWS::Lambda::EventSourceMapping', Properties: { ScalingConfig: { MaximumConcurrency: 5 } } },
    Key: { Type: 'AWS::KMS::Key' },
    Secret: { Type: 'AWS::SecretsManager::Secret' },
    Function: { Type: 'AWS::Lambda::Function', Properties: { TracingConfig: { Mode: 'Active' } } },
  }

  test('without a call costs what stands in the template, its schedules and its queues', () => {
    const idle = quantitiesOf(stack, plain, 0)
    const runs = (730 * 60) / 5
    expect(idle).toMatchObject({ alarms: 3, keys: 1, secrets: 1, dashboards: 0, metrics: 0, socketMinutes: 0 })
    expect(idle).toMatchObject({ lambdaRequests: runs, traces: runs, queueRequests: 15 * 730 * 60, tableWrites: 0 })
    expect(quantitiesOf({}, plain, 0)).toEqual(Object.fromEntries(Object.keys(prices).map((name) => [name, 0])))
  })

  test('polls unlimited queues with two connections, less the free tier', () => {
    const unlimited = quantitiesOf(withoutLimits(stack), plain, 0)
    expect(unlimited).toEqual({ ...quantitiesOf(stack, plain, 0), queueRequests: 6 * 730 * 60 })
    const much = { ...unlimited, queueRequests: 1_500_000, lambdaTime: 399_999 }
    expect(beyondFree(much)).toEqual({ ...much, queueRequests: 500_000, lambdaRequests: 0, lambdaTime: 0 })
  })

  test('with calls costs their turns, requests and two years’ storage', () => {
    const busy = quantitiesOf({}, plain, 100)
    expect(busy).toMatchObject({ tableWrites: 500, socketMessages: 1800, httpRequests: 100, socketMinutes: 100 })
    expect(busy).toMatchObject({ tableStorage: 50 * 24, tableBackup: 50 * 24, metrics: 4 })
  })

  test('traces the first of each second, and one in twenty of the others', () => {
    const seconds = 730 * 3600
    const often = { ...plain, request: { ...nothing, invocations: 1 } }
    const { traces, lambdaRequests } = quantitiesOf({ Function: stack.Function ?? { Type: '' } }, often, 2 * seconds)
    expect(lambdaRequests).toBe(2 * seconds)
    expect(traces).toBeCloseTo(1.05 * seconds)
  })

  test('an hour of calls costs 3,600 seconds, without monthly prices', () => {
    const used = { ...nothing, write_units: 10, invocations: 20, log_bytes: 1e6 }
    const hour = quantitiesOfHour(100, used)
    expect(hour).toMatchObject({ tableWrites: 36_000, lambdaRequests: 72_000, socketMinutes: 6_000, logIngestion: 3.6 })
    expect(hour).toMatchObject({ alarms: 0, metrics: 0, keys: 0, tableStorage: 0, traces: 3_600 + 68_400 * 0.05 })
  })

  test('sums quantities times prices, without carrier and model', () => {
    const costs = costsOf(quantitiesOf(stack, plain, 100))
    expect(costs.find(({ priced }) => priced === 'alarms')?.usd).toBeCloseTo(0.3)
    expect(costs.find(({ priced }) => priced === 'tableWrites')?.usd).toBeCloseTo((500 * 0.625) / 1e6)
    expect(costs.map(({ priced }) => priced)).toEqual(Object.keys(prices))
    expect(costsOfOthers(100).map(({ usd }) => usd)).toEqual([100 * 0.084, expect.closeTo(0.58)])
  })
})
