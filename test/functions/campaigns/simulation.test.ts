import { expect, test } from 'vitest'
import { seedsOr } from '../../simulation.ts'
import { act, begin, expectRest, finish, meddle, openRun } from './campaign-run.ts'
import { expectPromisesKept } from './promises.ts'

const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds

test('without faults everyone is called, and evidence is linked and signed', async () => {
  const run = await openRun('quiet', false)
  await begin(run, 16)
  const { leads_count } = await finish(run, 60)
  expect(leads_count).toMatchObject({ total: 16, created: 0 })
  await expectRest(run)
  await run.sim.run(hourSeconds)
  expect(await run.sim.headKeys(), 'the head of one chain').toHaveLength(1)
  expect(run.sim.logged.filter(({ level }) => level === 'error')).toEqual([])
  run.sim.close()
})

test.each(seedsOr('meddled'))(
  'a campaign that people meddle with (%s) keeps all promises',
  async (seed) => {
    const run = await openRun(seed, false)
    await meddle(run, await begin(run, 14))
    await finish(run, 60)
    run.sim.close()
  },
  120_000,
)

test.each(seedsOr('one', 'two'))(
  'with failing parts (%s) harms nobody, and recovers',
  async (seed) => {
    const run = await openRun(seed, true)
    await begin(run, 12)
    for (let minute = 0; minute < 6; minute++) {
      await run.sim.run(minuteSeconds)
      await expectPromisesKept(run)
    }
    run.calm()
    await finish(run, 120)
    await expectRest(run)
    run.sim.close()
  },
  120_000,
)

test.each(seedsOr('both'))(
  'with meddling and failing parts (%s) keeps all promises',
  async (seed) => {
    const run = await openRun(seed, true)
    await meddle(run, await begin(run, 12))
    run.calm()
    await act(run, 'start')
    await finish(run, 120)
    run.sim.close()
  },
  120_000,
)

test('the same seed is the same campaign', async () => {
  const dialled = async () => {
    const run = await openRun('again', false)
    await begin(run, 4)
    await run.sim.run(3 * minuteSeconds)
    run.sim.close()
    return run.sim.carrier.stats().creates.map(({ to, receivedAt }) => `${to} ${receivedAt}`)
  }
  const first = await dialled()
  expect(first.length).toBeGreaterThan(3)
  expect(await dialled()).toEqual(first)
})
