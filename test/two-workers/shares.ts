import { expect, test } from 'vitest'
import { rateLimit, waitingMax } from '../../shared/data/account/rate-limit.ts'
import { workerShares } from '../../shared/data/account/worker-shares.ts'
import { overtake, slowerOf, type Worker, worker, world } from './meet.ts'

const share = async () => ({ user_id: (await world.user()).id, worker: 'import-list', max: 1 })

test('gives a user’s last slot to one of two messages', async () => {
  const own = await share()
  expect(await slowerOf((parts) => workerShares(parts).take(own, 1000, 500))).toBeUndefined()
})

test('a slot stays with the message that took it over', async () => {
  const own = await share()
  const take = (now: number) => (parts: Worker) => workerShares(parts).take(own, now, 500)
  const held = await take(1000)(worker())
  if (!held) throw new Error('No slot was free')
  await overtake((parts) => workerShares(parts).release(held), take(5000))
  expect(await take(5000)(worker())).toBeUndefined()
})

const sameFirst = (parts: Worker) => workerShares({ ...parts, random: { ...parts.random, number: () => 0 } })
const turns = async () => ({ user_id: (await world.user()).id, worker: 'watch-silence', max: 8 })

test('two turns of silent callers have slots of their own', async () => {
  const own = await turns()
  const take = (parts: Worker) => sameFirst(parts).take(own, 1000, 500)
  expect(await slowerOf(take)).toMatchObject({ slot: 1 })
})

test('a caller’s slot stays with the turn that took it over', async () => {
  const own = await turns()
  const held = await sameFirst(worker()).take(own, 1000, 500)
  if (!held) throw new Error('No slot was free')
  await overtake(
    (parts) => sameFirst(parts).release(held),
    (parts) => sameFirst(parts).take(own, held.until + 1, 500),
  )
  expect(await sameFirst(worker()).take(own, held.until + 2, 500)).toMatchObject({ slot: 1 })
})

test('lets one of two requests wait as the last', async () => {
  const token = { user_id: (await world.user()).id, hash: 'hash' }
  const enter = (parts: Worker) => rateLimit(parts).enter(token, 1000)
  for (let waiting = 1; waiting < waitingMax; waiting++) expect(await enter(worker())).toBe(true)
  expect(await slowerOf(enter)).toBe(false)
})
