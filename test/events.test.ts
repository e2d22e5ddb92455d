import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { operations } from '../shared/operations/index.ts'
import { eventOf, forgetChance, sampleOf } from './samples.ts'
import { useWorld } from './use-world.ts'

/** With a new seed in each run, a sample without a placeholder for a random value fails. */
const world = useWorld({ seed: randomUUID() })
const addresses = {
  origin: 'https://api.example.com',
  socketUrl: 'wss://conversations.example.com/conversations',
  authToken: 'test-auth-token',
}

test.each(operations.map((operation) => ({ id: operation.id, operation })))(
  'test/events/$id.json is an event of the operation; npm run events rewrites it',
  async ({ id, operation }) => {
    const sample = await sampleOf(operation, { world, user: await world.user() })
    const event = eventOf(operation, forgetChance()(sample), addresses)
    await expect(`${JSON.stringify(event, null, 2)}\n`).toMatchFileSnapshot(`events/${id}.json`)
  },
)

test('test/events holds no other event', async () => {
  const known = new Set(operations.map(({ id }) => `${id}.json`))
  const files = await readdir(new URL('events', import.meta.url))
  expect(files.filter((file) => !known.has(file))).toEqual([])
})
