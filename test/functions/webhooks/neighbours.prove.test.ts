import { beforeAll, expect, test } from 'vitest'
import { slotsMax } from '../../../shared/domain/webhooks/webhook-endpoint.ts'
import { rush } from './rush.ts'

const answersWell = { afterMs: 100, http_status: 200 }
const live = { url: 'https://live.example/hook', answerAt: () => answersWell }
const silent = { url: 'https://dead.example/hook', answerAt: () => null }
const broken = { url: 'https://dead.example/hook', answerAt: () => ({ afterMs: 1, http_status: 500 }) }

const p99 = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.99) - 1] ?? 0

let alone: Awaited<ReturnType<typeof rush>>
beforeAll(async () => {
  alone = await rush([live], 1_000, 60_000)
})

test('a receiver alone is the only limit of a thousand deliveries to it', () => {
  expect(alone.observations).toMatchObject([{ asked: 1_000, delivered: 1_000, atOnceMax: slotsMax }])
  expect(p99(alone.observations[0]?.firstAskedMs ?? [])).toBeLessThan(20_000)
  expect(alone.messages).toBeLessThanOrEqual(2 * 1_000)
})

test.each([
  ['never answers', silent],
  ['fails at once', broken],
])('deliveries to a receiver that %s do not delay another’s', async (_what, dead) => {
  const beside = await rush([live, dead], 1_000, 60_000)
  const [before] = alone.observations
  const [after, idle] = beside.observations
  if (!before || !after || !idle) throw new Error('Nobody was there')
  expect(after).toMatchObject({ asked: 1_000, delivered: 1_000, atOnceMax: slotsMax })
  expect(p99(after.firstAskedMs)).toBeLessThanOrEqual(1.1 * p99(before.firstAskedMs))
  expect(idle.delivered).toBe(0)
  expect(idle.asked).toBeLessThan(20)
})

test('a slow receiver gets everything, as fast as it can take it', async () => {
  const slow = { url: 'https://slow.example/hook', answerAt: () => ({ afterMs: 5_000, http_status: 200 }) }
  const { observations } = await rush([slow], 200, 180_000)
  expect(observations).toMatchObject([{ asked: 200, delivered: 200, atOnceMax: slotsMax }])
})

test('a receiver that comes back gets everything, within minutes', async () => {
  const backAtMs = 10 * 60_000
  const flaky = { url: 'https://flaky.example/hook', answerAt: (ms: number) => (ms < backAtMs ? null : answersWell) }
  const { observations } = await rush([flaky], 100, backAtMs + 20 * 60_000)
  expect(observations).toMatchObject([{ delivered: 100 }])
  expect(observations[0]?.asked).toBeLessThan(130)
})

test('ten thousand deliveries to a dead receiver cost little', async () => {
  const minutes = 20
  const options = { standing: 10_000, perSecond: 1 }
  const { minutes: counted, observations } = await rush([broken], 0, minutes * 60_000, options)
  expect(observations[0]?.asked).toBeLessThan(10)
  const busiest = (what: 'messages' | 'writes') => Math.max(...counted.map((minute) => minute[what])) / 60
  expect(busiest('messages')).toBeLessThanOrEqual(5)
  expect(busiest('writes')).toBeLessThanOrEqual(10)
})

test('a thousand waiting deliveries arrive once it is back', async () => {
  const backAtMs = 30 * 60_000
  const back = { url: 'https://back.example/hook', answerAt: (ms: number) => (ms < backAtMs ? null : answersWell) }
  const { observations } = await rush([back], 0, backAtMs + 20 * 60_000, { standing: 1_000, perSecond: 0.1 })
  expect(observations).toMatchObject([{ delivered: 1_000 + 300 }])
  expect(observations[0]?.atOnceMax).toBeLessThanOrEqual(slotsMax)
})
