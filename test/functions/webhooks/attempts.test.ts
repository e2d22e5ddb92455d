import { GetQueueUrlCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { expect, test } from 'vitest'
import type { Opener } from '../../../infra/local/stack.ts'
import { attemptOffsetsMs } from '../../../shared/domain/webhooks/delivery.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { tableShape } from '../../../shared/table/keys.ts'
import { useWorld } from '../../use-world.ts'
import { idsOf, openSubscriber } from './subscriber.ts'

const minutesBetweenLooks = 10
let looks = 0
let isBroken = false

const open: Opener = (entry, parts) => {
  const invoke = entry.open(parts, registry)
  return async (event, context) => {
    if (entry.operation.kind === 'schedule' && looks++ % minutesBetweenLooks > 0) return undefined
    if (entry.operation.id === 'deliver-webhook' && isBroken) throw new Error('The process died')
    return invoke(event, context)
  }
}

const world = useWorld({ open })

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

test('a failing receiver gets ten attempts in a day', async () => {
  const askedAt: number[] = []
  const subscriber = await openSubscriber(world, () => {
    askedAt.push(world.clock.now())
    return { status: 503, body: 'down' }
  })
  const ref = await subscriber.ended()
  await world.run(26 * 3600)

  const [began = 0] = askedAt
  expect(askedAt).toHaveLength(10)
  for (const [index, offset] of attemptOffsetsMs.entries()) {
    const pause = offset - (attemptOffsetsMs[index - 1] ?? 0)
    const after = (askedAt[index] ?? 0) - began
    expect(after).toBeGreaterThanOrEqual(offset)
    expect(after).toBeLessThanOrEqual(offset + pause / 10 + minutesBetweenLooks * minute)
  }
  expect(attemptOffsetsMs.slice(0, 4)).toEqual([0, 5 * second, 5 * minute, 30 * minute])
  expect(attemptOffsetsMs.slice(4).map((ms) => ms / hour)).toEqual([2, 5, 10, 14, 20, 24])

  const [delivery] = await subscriber.deliveries()
  expect(delivery).toMatchObject({ state: 'failed', note: 'Every attempt failed', next_attempt_at: null })
  expect(delivery.attempts).toHaveLength(10)
  expect(new Set(idsOf(subscriber.receiver))).toEqual(new Set([delivery.webhook_id]))
  expect((await subscriber.call(ref)).webhook_response).toEqual({
    status: 'failed',
    http_status: 503,
    data: { body: 'down' },
  })
  expect((await world.items()).filter((item) => tableShape.dueIndex.sortKey in item)).toEqual([])
})

test('a delivery whose message ended in the dead-letter queue is finished by its deadline', async () => {
  const subscriber = await openSubscriber(world)
  isBroken = true
  await subscriber.ended()
  await world.run(20 * 60)
  const [{ id }] = await subscriber.deliveries()
  expect((await deadLetters()).filter(({ delivery_id }) => delivery_id === id).length).toBeGreaterThan(0)
  expect(subscriber.receiver.received).toEqual([])

  isBroken = false
  await world.run((minutesBetweenLooks + 1) * 60)
  expect((await subscriber.deliveries())[0]).toMatchObject({ state: 'delivered' })
  expect(new Set(idsOf(subscriber.receiver)).size).toBe(1)
})

const deadLetters = async (): Promise<{ delivery_id: number }[]> => {
  const { sqs } = world.parts
  const { QueueUrl = '' } = await sqs.send(new GetQueueUrlCommand({ QueueName: 'deliver-webhook-dead' }))
  const url = `${world.sqsEndpoint}${new URL(QueueUrl).pathname}`
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 }))
  return Messages.map(({ Body = '' }) => JSON.parse(Body))
}
