import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReceiveMessageCommand, SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type LocalClock, scaledClock, virtualClock } from '../../../infra/local/clock.ts'
import { type EventSource, idleTogether, pollQueue } from '../../../infra/local/event-source.ts'
import { ensureQueues, localSqsClient, startSqs } from '../../../infra/local/sqs.ts'
import { openQueues } from '../../engine/queues.ts'

const visibilityTimeoutSeconds = 30
const attemptsMax = 3

interface Settings {
  clock?: LocalClock
  speed?: number
  dataDir?: string
}

const openOn = async (start: typeof startSqs, { clock: given, speed, dataDir }: Settings = {}) => {
  const sources: EventSource[] = []
  const errors: unknown[] = []
  let settle = async () => {}
  const virtual = virtualClock(1_000_000, { settle: () => settle() })
  const clock = given ?? virtual
  const server = await start({ dataDir })
  const client = localSqsClient({ ...server, clock, speed })
  settle = idleTogether(client, sources)
  const names = ['jobs', 'mail']
  const urls = await ensureQueues(
    client,
    names.map((name) => ({ name, visibilityTimeoutSeconds, attemptsMax })),
  )
  onTestFinished(async () => {
    await Promise.all(sources.map((source) => source.stop()))
    await server.close()
  })

  const send = (body: string, delaySeconds?: number, queue = 'jobs', MessageGroupId?: string) =>
    client.send(
      new SendMessageCommand({ QueueUrl: urls[queue], MessageBody: body, DelaySeconds: delaySeconds, MessageGroupId }),
    )

  const sendAll = (bodies: string[]) =>
    client.send(
      new SendMessageBatchCommand({
        QueueUrl: urls.jobs,
        Entries: bodies.map((body, index) => ({ Id: String(index), MessageBody: body })),
      }),
    )

  const poll = (
    invoke: (event: SQSEvent) => Promise<SQSBatchResponse | undefined>,
    more: { queue?: string; batchSize?: number; concurrencyMax?: number; recursiveLoop?: 'Allow' } = {},
  ) => {
    const { queue = 'jobs', batchSize = 10, concurrencyMax = 2, recursiveLoop } = more
    const source = pollQueue({
      client,
      queueUrl: urls[queue] ?? '',
      queueName: queue,
      depth: server.depth,
      batchSize,
      concurrencyMax,
      visibilityTimeoutSeconds,
      recursiveLoop,
      clock,
      invoke,
      onError: (cause) => errors.push(cause),
    })
    sources.push(source)
    return source
  }

  const deadLetters = async () => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl: `${urls.jobs}-dead`, MaxNumberOfMessages: 10 }),
    )
    return Messages.map(({ Body }) => Body)
  }
  return { client, urls, clock: virtual, errors, send, sendAll, poll, deadLetters }
}

const bodiesOf = (event: SQSEvent) => event.Records.map(({ body }) => body)
const attemptsOf = (event: SQSEvent) => event.Records.map(({ attributes }) => attributes.ApproximateReceiveCount)
const failing = (event: SQSEvent, ...bodies: string[]): SQSBatchResponse => ({
  batchItemFailures: event.Records.filter(({ body }) => bodies.includes(body)).map(({ messageId }) => ({
    itemIdentifier: messageId,
  })),
})

test('redelivery works on queues that are kept in a file', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parlance-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const { clock, send, poll, deadLetters } = await openOn(startSqs, { dataDir })
  await send('bad')
  const source = poll(async (event) => failing(event, 'bad'))
  await clock.advance(attemptsMax * visibilityTimeoutSeconds * 1000)
  expect(source.invocations()).toBe(3)
  expect(await deadLetters()).toEqual(['bad'])
})

test.each([1, 20])('a delayed message does not come too early at speed %d', async (speed) => {
  const clock = scaledClock(speed)
  const { send, poll } = await openOn(startSqs, { clock, speed })
  const delivered = new Promise<number>((resolve) => {
    poll(async () => {
      resolve(clock.now())
      return undefined
    })
  })
  const dueAt = clock.now() + speed * 1000
  await send('later', speed)
  expect(await delivered).toBeGreaterThanOrEqual(dueAt)
})

describe.each([
  ['fauxqs', startSqs],
  ['queues in this process', async () => openQueues()],
])('on %s', (_, start) => {
  const open = (settings?: Settings) => openOn(start, settings)

  test('delivers a quiet tenant before the backlog of a noisy one', async () => {
    const { send, poll } = await open()
    const order: string[] = []
    const ends: (() => void)[] = []
    const hold = (event: SQSEvent) => {
      order.push(...bodiesOf(event))
      return new Promise<undefined>((resolve) => ends.push(() => resolve(undefined)))
    }
    const source = poll(hold, { batchSize: 1, concurrencyMax: 31 })
    for (let n = 0; n < 40; n++) await send('a', 0, 'jobs', 'noisy')
    await vi.waitFor(() => expect(source.invocations()).toBe(31))
    await send('b', 0, 'jobs', 'quiet')
    await new Promise((resolve) => setTimeout(resolve, 50))
    ends.shift()?.()
    await vi.waitFor(() => expect(source.invocations()).toBe(32))
    expect(order.at(-1)).toBe('b')
    for (let end = ends.shift(); order.length < 41 || end; end = ends.shift()) {
      end?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
  })

  test('an invocation gets the event that Lambda would', async () => {
    const { client, urls, poll } = await open()
    const { MessageId } = await client.send(
      new SendMessageCommand({
        QueueUrl: urls.jobs,
        MessageBody: '{"call":7}',
        DelaySeconds: 0,
        MessageAttributes: {
          colour: { DataType: 'String', StringValue: 'red' },
          picture: { DataType: 'Binary', BinaryValue: Buffer.from('ok') },
        },
      }),
    )
    const events: SQSEvent[] = []
    await poll(async (event) => void events.push(event)).idle()
    expect(events).toEqual([
      {
        Records: [
          {
            messageId: MessageId,
            receiptHandle: expect.any(String),
            body: '{"call":7}',
            attributes: {
              ApproximateReceiveCount: '1',
              SentTimestamp: expect.stringMatching(/^\d{13}$/),
              SenderId: '000000000000',
              ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
            },
            messageAttributes: {
              colour: { stringValue: 'red', stringListValues: [], binaryListValues: [], dataType: 'String' },
              picture: { binaryValue: 'b2s=', stringListValues: [], binaryListValues: [], dataType: 'Binary' },
            },
            md5OfBody: '87dcbfcf966fbc3a79627c4946207e6e',
            eventSource: 'aws:sqs',
            eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:jobs',
            awsRegion: 'us-east-1',
          },
        ],
      },
    ])
  })

  test('what succeeded never comes again', async () => {
    const { clock, send, poll } = await open()
    await send('once')
    const source = poll(async () => undefined)
    await clock.advance(10 * visibilityTimeoutSeconds * 1000)
    expect(source.invocations()).toBe(1)
  })

  test('returns only failed messages of a batch, then dead-letters them', async () => {
    const { clock, errors, sendAll, poll, deadLetters } = await open()
    const seen: [number, string[], string[]][] = []
    await sendAll(['good', 'bad'])
    poll(async (event) => {
      seen.push([clock.now(), bodiesOf(event), attemptsOf(event)])
      return failing(event, 'bad')
    })
    await clock.advance(5 * visibilityTimeoutSeconds * 1000)
    expect(seen).toEqual([
      [1_000_000, ['good', 'bad'], ['1', '1']],
      [1_030_000, ['bad'], ['2']],
      [1_060_000, ['bad'], ['3']],
    ])
    expect(await deadLetters()).toEqual(['bad'])
    expect(errors).toEqual([])
  })

  test.each([
    ['throws', async () => Promise.reject(new Error('accident'))],
    ['names a message that is not in the batch', async () => ({ batchItemFailures: [{ itemIdentifier: 'unknown' }] })],
  ])('the whole batch comes again when the invocation %s', async (_, invoke) => {
    const { clock, sendAll, poll, deadLetters } = await open()
    await sendAll(['one', 'two'])
    poll(invoke)
    await clock.advance(attemptsMax * visibilityTimeoutSeconds * 1000)
    expect((await deadLetters()).toSorted()).toEqual(['one', 'two'])
  })

  test('an accident is told to onError', async () => {
    const { errors, send, poll } = await open()
    await send('x')
    await poll(() => Promise.reject(new Error('accident'))).idle()
    expect(errors).toEqual([new Error('accident')])
  })

  test('delivers a delayed message on the virtual clock’s time', async () => {
    const { clock, send, poll } = await open()
    const seen: unknown[] = []
    poll(async (event) => {
      for (const { body, messageAttributes, attributes } of event.Records) {
        seen.push([clock.now(), body, messageAttributes, attributes.ApproximateReceiveCount])
      }
      return undefined
    })
    await send('in a quarter', 900)
    await send('in a minute', 60)
    await send('now')
    await clock.advance(899_999)
    expect(seen).toEqual([
      [1_000_000, 'now', {}, '1'],
      [1_060_000, 'in a minute', {}, '1'],
    ])
    await clock.advance(1)
    expect(seen.at(-1)).toEqual([1_900_000, 'in a quarter', {}, '1'])
  })

  test('a message that a message makes is delivered before time moves on', async () => {
    const { clock, send, poll } = await open()
    const seen: [number, string][] = []
    poll(async (event) => {
      seen.push([clock.now(), 'jobs'])
      for (const body of bodiesOf(event)) await send(body, 0, 'mail')
      return undefined
    })
    poll(
      async (event) => {
        seen.push([clock.now(), 'mail'])
        for (const body of bodiesOf(event)) await send(body, 10)
        return undefined
      },
      { queue: 'mail' },
    )
    await send('ping')
    await clock.advance(10_000)
    expect(seen).toEqual([
      [1_000_000, 'jobs'],
      [1_000_000, 'mail'],
      [1_010_000, 'jobs'],
      [1_010_000, 'mail'],
    ])
  })

  describe('a function that sends messages to itself, directly or not', () => {
    const passOn = async (recursiveLoop?: 'Allow') => {
      const { clock, errors, send, poll, deadLetters } = await open()
      const headers: (string | undefined)[] = []
      poll(
        async ({ Records }) => {
          headers.push(Records[0]?.attributes.AWSTraceHeader)
          if (headers.length < 30) await send('again', 5, 'mail')
        },
        { recursiveLoop },
      )
      poll(async () => void (await send('again', 5)), { queue: 'mail', recursiveLoop: 'Allow' })
      await send('first')
      await clock.advance(30 * 60_000)
      return { headers, errors, dead: await deadLetters() }
    }

    test('is dropped after 16 invocations, and dead-letters the message', async () => {
      const { headers, errors, dead } = await passOn()
      expect(headers).toHaveLength(16)
      expect(headers.at(-1)).toBe('Lineage=jobs:15|mail:15')
      expect(errors).toHaveLength(attemptsMax)
      expect(errors[0]).toMatchObject({ message: 'Lambda dropped a recursive invocation of jobs' })
      expect(dead).toEqual(['again'])
    })

    test('goes on when its configuration allows it', async () => {
      const { headers, errors } = await passOn('Allow')
      expect(headers).toHaveLength(30)
      expect(errors).toEqual([])
    })
  })

  test('a long invocation sees its message return', async () => {
    const clock = virtualClock(0)
    const { send, poll } = await open({ clock })
    const attempts: string[] = []
    let finishFirst = () => {}
    poll(async (event) => {
      attempts.push(...attemptsOf(event))
      if (attempts.length === 1) {
        await new Promise<void>((resolve) => {
          finishFirst = resolve
        })
      }
      return undefined
    })
    await send('slow')
    await expect.poll(() => attempts, { timeout: 20_000 }).toEqual(['1'])
    await clock.advance(visibilityTimeoutSeconds * 1000)
    await expect.poll(() => attempts, { timeout: 20_000 }).toEqual(['1', '2'])
    finishFirst()
  })

  test('invocations run side by side, at most concurrencyMax, each with at most batchSize messages', async () => {
    const { sendAll, poll } = await open()
    const bodies = Array.from({ length: 10 }, (_, index) => String(index))
    const sizes: number[] = []
    const waiting: (() => void)[] = []
    await sendAll(bodies)
    const source = poll(
      async (event) => {
        sizes.push(event.Records.length)
        await new Promise<void>((resolve) => waiting.push(resolve))
        return undefined
      },
      { batchSize: 2, concurrencyMax: 3 },
    )
    await expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(3)
    expect(source.invocations()).toBe(3)

    while (source.invocations() < 5 || waiting.length > 0) {
      waiting.shift()?.()
      await new Promise((resolve) => setTimeout(resolve, 1))
      expect(waiting.length).toBeLessThanOrEqual(3)
    }
    await source.idle()
    expect(sizes).toEqual([2, 2, 2, 2, 2])
  })

  test('stop waits for the running invocation and hands back what waits', async () => {
    const { clock, send, poll } = await open()
    const seen: string[] = []
    const first = poll(
      async (event) => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        seen.push(...bodiesOf(event))
        return failing(event, 'bad')
      },
      { concurrencyMax: 1 },
    )
    await send('delayed', 900)
    await first.idle()
    await send('bad')
    await expect.poll(() => first.invocations(), { timeout: 20_000 }).toBe(1)
    await first.stop()
    expect(seen).toEqual(['bad'])

    poll(async (event) => void seen.push(...bodiesOf(event)))
    await clock.advance(0)
    expect(seen).toEqual(['bad', 'bad'])
    await clock.advance(900_000)
    expect(seen).toEqual(['bad', 'bad', 'delayed'])
  })

  test('tells onError that there is no such queue', async () => {
    const { client, clock } = await open()
    const onError = vi.fn()
    const source = pollQueue({
      client,
      queueUrl: 'http://127.0.0.1/000000000000/nowhere',
      queueName: 'nowhere',
      depth: () => ({ visible: 0, inFlight: 0 }),
      batchSize: 1,
      concurrencyMax: 1,
      visibilityTimeoutSeconds,
      clock,
      invoke: async () => undefined,
      onError,
    })
    await expect
      .poll(() => onError.mock.calls[0]?.[0], { timeout: 20_000 })
      .toMatchObject({ name: 'QueueDoesNotExist' })
    await source.stop()
  })
})
