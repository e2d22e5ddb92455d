import { expect, test } from 'vitest'
import { workerShares } from '../../../shared/data/account/worker-shares.ts'
import { turnsAtOnceMax } from '../../../shared/domain/account/job-limits.ts'
import { watchSilence } from '../../../shared/operations/conversations.ts'
import { assistantFor } from '../../fixtures.ts'
import { memoryTable } from '../../memory-table.ts'
import { useWorld } from '../../use-world.ts'
import { seededRandom, type TestUser } from '../../world.ts'
import { connectLine } from './line.ts'

const world = useWorld()

test('asks a silent caller within seconds although another user stalls', async () => {
  const [noisy, quiet] = [await world.user(), await world.user()]
  const patience = { re_engagement_interval: 10, max_silence_duration: 60 }
  const lineOf = async (user: TestUser, more: object) => {
    const line = await connectLine(world, user, await assistantFor(world, user, { ...patience, ...more }))
    await expect.poll(line.said).not.toEqual([])
    return line
  }
  const stalled = []
  for (let count = 0; count < 24; count++)
    stalled.push(await lineOf(noisy, { system_prompt: '[double talk: stall] x' }))
  await world.run(1)
  const { socket } = await lineOf(quiet, {})
  let seconds = 0
  for (; seconds < 40 && socket.heard.length === 0; seconds++) await world.run(1)
  expect(seconds).toBeLessThanOrEqual(15)
  for (const line of [...stalled.map((one) => one.socket), socket]) line.close()
})

test('leaves functions of the worker to other users', () => {
  expect(turnsAtOnceMax).toBeLessThan(watchSilence.concurrencyMax / 2)
})

test('gives out each slot once until it is freed or its worker is dead', async () => {
  const share = (user_id: number) => ({ user_id, worker: watchSilence.id, max: turnsAtOnceMax })
  const slots = workerShares({ table: memoryTable(), random: seededRandom('slots') })
  const take = async (now: number) => {
    const taken = []
    for (let tries = 0; tries < 100; tries++) taken.push(await slots.take(share(1), now, 120_000))
    return taken.filter((held) => held !== undefined)
  }
  const taken = await take(1_000)
  expect(taken.map(({ slot }) => slot).toSorted()).toEqual(Array.from({ length: turnsAtOnceMax }, (_, n) => n))
  expect(await slots.take(share(2), 1_000, 120_000)).toBeDefined()
  const [first] = taken
  if (!first) throw new Error('No slot was given out')
  await slots.release(first)
  await slots.release(first)
  expect((await take(1_000)).map(({ slot }) => slot)).toEqual([first.slot])
  await slots.release(first)
  expect(await take(121_001)).toHaveLength(turnsAtOnceMax)
})
