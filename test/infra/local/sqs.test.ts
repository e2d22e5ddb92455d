import { mkdtemp, rm } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { scaledClock, virtualClock } from '../../../infra/local/clock.ts'
import { ensureQueues, localSqsClient, startSqs } from '../../../infra/local/sqs.ts'

const jobs = { name: 'jobs', visibilityTimeoutSeconds: 30, attemptsMax: 3 }

const start = async (dataDir?: string) => {
  const server = await startSqs({ dataDir })
  onTestFinished(() => server.close())
  return server
}

const startWithJobs = async () => {
  const { endpoint } = await start()
  const { jobs: url } = await ensureQueues(localSqsClient({ endpoint }), [jobs])
  return { endpoint, url }
}

const receive = async (client: SQSClient, QueueUrl: string | undefined) => {
  const { Messages } = await client.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, MessageAttributeNames: ['All'] }),
  )
  return Messages ?? []
}

const countsOf = async (client: SQSClient, QueueUrl: string | undefined) => {
  const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }))
  return {
    visible: Attributes?.ApproximateNumberOfMessages,
    delayed: Attributes?.ApproximateNumberOfMessagesDelayed,
    inFlight: Attributes?.ApproximateNumberOfMessagesNotVisible,
  }
}

describe('the server', () => {
  test('listens on 127.0.0.1 alone', async () => {
    const { endpoint } = await start()
    expect((await fetch(`${endpoint}/health`)).status).toBe(200)
    const outside = Object.values(networkInterfaces())
      .flat()
      .filter((address) => address && !address.internal && address.family === 'IPv4')
    for (const address of outside) {
      await expect(fetch(`http://${address?.address}:${new URL(endpoint).port}/health`)).rejects.toThrow()
    }
  })

  test('rejects with EADDRINUSE when the port is taken', async () => {
    const { endpoint } = await start()
    await expect(startSqs({ port: Number(new URL(endpoint).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  test('keeps messages over a restart, and shows hidden ones again', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'parlance-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const first = await startSqs({ dataDir })
    const client = localSqsClient(first)
    const { jobs: url } = await ensureQueues(client, [jobs])
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'in flight' }))
    await client.send(new ReceiveMessageCommand({ QueueUrl: url, VisibilityTimeout: 43_200 }))
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'waiting' }))
    await first.close()

    const again = localSqsClient(await start(dataDir))
    const { jobs: newUrl } = await ensureQueues(again, [jobs])
    const bodies = (await receive(again, newUrl)).map(({ Body }) => Body)
    expect(bodies.toSorted()).toEqual(['in flight', 'waiting'])
  })
})

describe('ensureQueues', () => {
  test('makes each queue with its dead-letter queue and gives path-style addresses', async () => {
    const { endpoint } = await start()
    const client = localSqsClient({ endpoint })
    const urls = await ensureQueues(client, [jobs, { name: 'mail', visibilityTimeoutSeconds: 60, attemptsMax: 5 }])
    expect(urls).toEqual({
      jobs: `${endpoint}/000000000000/jobs`,
      mail: `${endpoint}/000000000000/mail`,
    })
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: urls.mail, AttributeNames: ['All'] }),
    )
    expect(Attributes?.VisibilityTimeout).toBe('60')
    expect(JSON.parse(Attributes?.RedrivePolicy ?? '')).toEqual({
      deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:mail-dead',
      maxReceiveCount: 5,
    })
  })

  test('brings an existing queue up to date and keeps its messages', async () => {
    const { endpoint, url } = await startWithJobs()
    const client = localSqsClient({ endpoint })
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'kept' }))
    await ensureQueues(client, [{ ...jobs, visibilityTimeoutSeconds: 90 }])
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['VisibilityTimeout'] }),
    )
    expect(Attributes?.VisibilityTimeout).toBe('90')
    expect((await receive(client, url)).map(({ Body }) => Body)).toEqual(['kept'])
  })
})

describe('the client', () => {
  test.each([
    ['has no clock', {}],
    ['has a clock that shows the time of day', { clock: scaledClock(1), speed: 1 }],
  ])('leaves delays to SQS when it %s', async (_, time) => {
    const { endpoint, url } = await startWithJobs()
    const client = localSqsClient({ endpoint, ...time })
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'later', DelaySeconds: 900 }))
    expect(await countsOf(client, url)).toEqual({ visible: '0', delayed: '1', inFlight: '0' })
  })

  test('writes delays of another time into the message and sends it at once', async () => {
    const { endpoint, url } = await startWithJobs()
    const client = localSqsClient({ endpoint, clock: virtualClock(1_000_000) })
    const colour = { DataType: 'String', StringValue: 'red' }
    await client.send(
      new SendMessageCommand({ QueueUrl: url, MessageBody: 'one', DelaySeconds: 900, MessageAttributes: { colour } }),
    )
    await client.send(
      new SendMessageBatchCommand({
        QueueUrl: url,
        Entries: [
          { Id: '0', MessageBody: 'two', DelaySeconds: 1 },
          { Id: '1', MessageBody: 'three' },
        ],
      }),
    )
    const received = await receive(client, url)
    expect(received.map(({ Body, MessageAttributes }) => [Body, MessageAttributes])).toEqual([
      ['one', { colour, deliver_at: { DataType: 'Number', StringValue: '1900000' } }],
      ['two', { deliver_at: { DataType: 'Number', StringValue: '1001000' } }],
      ['three', undefined],
    ])
  })
})
