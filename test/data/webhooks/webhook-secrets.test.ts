import { randomUUID } from 'node:crypto'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { beforeAll, expect, inject, test } from 'vitest'
import { createTable } from '../../../infra/local/create-table.ts'
import { type WebhookSecrets, webhookSecrets } from '../../../shared/data/webhooks/webhook-secrets.ts'
import { openParts } from '../../../shared/runtime/wiring.ts'
import { documentClient, openTable } from '../../../shared/table/table.ts'
import { freshTable } from '../fresh-table.ts'

const now = Date.UTC(2026, 0, 1)
const dayMs = 24 * 60 * 60 * 1000
let secrets: WebhookSecrets

beforeAll(async () => {
  const client = documentClient({
    endpoint: inject('dynamodb'),
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  const name = `test-${randomUUID()}`
  await createTable(client, name)
  const { clock, random } = openParts({})
  secrets = webhookSecrets({ table: openTable({ name, client, clock, random }), clock, random })
})

test('a user has none until one is ensured, and then keeps the first', async () => {
  expect(await secrets.current(1, now)).toEqual([])
  expect(await secrets.ensure(1, 'a', now)).toEqual(['a'])
  expect(await secrets.ensure(1, 'b', now)).toEqual(['a'])
  expect(await secrets.give(1, 'b', now)).toEqual(['a'])
  expect(await secrets.current(1, now)).toEqual(['a'])
})

test('a user has a secret although the first one is removed meanwhile', async () => {
  const { table, clock, random, interfere } = await freshTable()
  let isFirst = true
  interfere(async (command, go) => {
    if (command !== 'PutItem' || !isFirst) return go()
    isFirst = false
    throw new ConditionalCheckFailedException({ message: 'Refused', $metadata: {} })
  })
  expect(await webhookSecrets({ table, clock, random }).ensure(9, 'a', now)).toEqual(['a'])
})

test('a rotated secret stays valid for 24 hours, newest first', async () => {
  await secrets.rotate(2, 'a', now)
  await secrets.rotate(2, 'b', now)
  await secrets.rotate(2, 'c', now + 1000)
  expect(await secrets.current(2, now + 1000)).toEqual(['c', 'b', 'a'])
  expect(await secrets.current(2, now + dayMs - 1)).toEqual(['c', 'b', 'a'])
  expect(await secrets.current(2, now + dayMs)).toEqual(['c', 'b'])
  expect(await secrets.ensure(2, 'd', now + dayMs + 1000)).toEqual(['c'])
})

test('a rotation that is sent twice counts once', async () => {
  await secrets.rotate(3, 'a', now)
  await secrets.rotate(3, 'b', now)
  await secrets.rotate(3, 'b', now)
  expect(await secrets.current(3, now)).toEqual(['b', 'a'])
})

test('many rotations at once all end well, and at most five secrets are valid', async () => {
  const rotated = Array.from({ length: 8 }, (_, index) => `secret-${index}`)
  await Promise.all(rotated.map((secret) => secrets.rotate(4, secret, now)))
  const valid = await secrets.current(4, now)
  expect(new Set(valid).size).toBe(5)
  expect(rotated).toEqual(expect.arrayContaining(valid))
})

test('an immediately replaced secret is no longer valid', async () => {
  await secrets.rotate(9, 'a', now)
  await secrets.rotate(9, 'b', now)
  await secrets.rotate(9, 'c', now, { atOnce: true })
  expect(await secrets.current(9, now)).toEqual(['c'])
})
