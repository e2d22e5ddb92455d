import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { redrive } from '../../../infra/admin/dead-letters.ts'
import { localStack } from '../../../infra/admin/stacks.ts'
import { workerOperations } from '../../../shared/operations/index.ts'
import { settleSms } from '../../../shared/operations/sms.ts'
import { useWorld } from '../../use-world.ts'
import { serveAws } from './aws.ts'
import { noticeOf, run, spawned } from './harness.ts'

let sqs: SQSClient
let notice: Awaited<ReturnType<typeof noticeOf>>
const world = useWorld({ dynamodb: inject('dynamodb') })

beforeAll(async () => {
  sqs = world.parts.sqs
  notice = await noticeOf(world)
})
afterAll(async () => {
  await notice.close()
})

const queueUrl = (name: string) => `${world.sqsEndpoint}/000000000000/${name}`
const giveUp = async (worker: string, bodies: string[], more: object = {}) => {
  for (const MessageBody of bodies)
    await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl(`${worker}-dead`), MessageBody, ...more }))
}
const list = async (worker: string) => {
  const { status, answer } = await run(notice.environment, `dead-letters list --queue ${worker}`)
  expect(status).toBe(0)
  return answer[0]
}

test('list shows number, age and ids only', async () => {
  await giveUp('settle-sms', [
    '{"user_id":12,"sms_id":34,"to":"+12025550123","recording_sid":"RE0123456789abcdef0123456789abcdef"}',
    'Call +12025550123 back',
  ])
  const { samples, ...letters } = await list('settle-sms')
  expect(letters).toEqual({
    worker: 'settle-sms',
    messages: 2,
    hurts: settleSms.failureHurts,
    oldest_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
  expect(samples.map(({ about }: { about: object }) => about)).toEqual(
    expect.arrayContaining([
      { user_id: 12, sms_id: 34, to: '•••', recording_sid: 'RE0123456789abcdef0123456789abcdef' },
      { unreadable: true },
    ]),
  )
  expect(JSON.stringify(samples)).not.toContain('+1202')
})

test('list shows every queue, and takes nothing out', async () => {
  await giveUp('advance-call', ['{"user_id":1,"call_id":2}'])
  for (const _time of [1, 2]) {
    const { answer } = await run(notice.environment, 'dead-letters list')
    expect(answer).toHaveLength(workerOperations.length)
    expect(answer.find(({ worker }: { worker: string }) => worker === 'advance-call').messages).toBe(1)
  }
})

test('redrive returns more than one SQS batch to the worker', async () => {
  const user = await world.user()
  const refs = Array.from({ length: 23 }, (_, index) => JSON.stringify({ user_id: user.id, call_id: index + 1 }))
  await giveUp('place-call', refs)
  const before = world.consumed.length
  const { answer } = await run(notice.environment, 'dead-letters redrive --queue placeCallQueue')
  expect(answer).toEqual([{ worker: 'place-call', redriven: 23 }])
  await world.settled()
  expect(world.consumed.slice(before).filter(({ command }) => command === 'GetItem').length).toBeGreaterThanOrEqual(23)
  expect((await list('place-call')).messages).toBe(0)
})

const queueOf = async (id: string) => {
  const queues = await (await localStack(notice.environment)).workQueues()
  const queue = queues.find(({ worker }) => worker.id === id)
  if (!queue) throw new Error(`${id} has no queue`)
  return queue
}

const sqsWith = (instead: (command: Sent, go: () => Promise<unknown>) => Promise<unknown>) =>
  new Proxy(sqs, {
    get: (client, name) =>
      name === 'send'
        ? (command: Sent) => instead(command, async () => client.send(command))
        : Reflect.get(client, name),
  })
type Sent = Parameters<SQSClient['send']>[0]

test('what stood in a group stands in it again', async () => {
  await giveUp('deliver-webhook', ['{"user_id":7,"delivery_id":8}'])
  const sent: unknown[] = []
  const grouping = sqsWith(async (command, go) => {
    if (command instanceof SendMessageCommand) sent.push(command.input)
    const answer = await go()
    if (!(command instanceof ReceiveMessageCommand)) return answer
    // Adds the message group, which SQS returns and the emulator does not.
    const { Messages } = z.object({ Messages: z.array(z.looseObject({ Attributes: z.looseObject({}) })) }).parse(answer)
    return { Messages: Messages.map((each) => ({ ...each, Attributes: { ...each.Attributes, MessageGroupId: '7' } })) }
  })
  expect(await redrive(await queueOf('deliver-webhook'), grouping)).toBe(1)
  expect(sent).toMatchObject([{ MessageBody: '{"user_id":7,"delivery_id":8}', MessageGroupId: '7' }])
})

test('killed between sending and deleting, a message is there still', async () => {
  await giveUp('evaluate-call', ['{"user_id":1,"call_id":2}'])
  const dying = sqsWith((command, go) => {
    if (command instanceof DeleteMessageCommand) throw new Error('The process died')
    return go()
  })
  await expect(redrive(await queueOf('evaluate-call'), dying)).rejects.toThrow('The process died')
  expect((await list('evaluate-call')).messages).toBe(1)
})

test('a deployed stack’s dead letters are given back as well', async () => {
  await giveUp('dispatch-campaign', ['{"user_id":1,"campaign_id":2}'])
  const command = ['dead-letters', 'redrive', '--queue', 'dispatch-campaign', '--stack', 'parlance-dev']
  const { status, answer } = await spawned(await serveAws(world), ...command)
  expect({ status, answer }).toEqual({ status: 0, answer: [{ worker: 'dispatch-campaign', redriven: 1 }] })
  expect((await list('dispatch-campaign')).messages).toBe(0)
})

test('an unknown queue is refused with the known names', async () => {
  expect(await run(notice.environment, 'dead-letters list --queue nobody')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--queue must be one of place-call, advance-call, '),
  })
})
