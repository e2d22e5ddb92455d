import { SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { openQueue, type QueueSettings, type QueuesWorld } from './queue.ts'
import { latencies } from './quotas.ts'

/** Delays above 300 s become 30 s, because the simulated load would end before them. */
const longSeconds = 300
const insteadSeconds = 30

/** Simulates SQS queues and their Lambda triggers. */
export const openLoadQueues = (world: QueuesWorld, settings: QueueSettings[]) => {
  const { time, dice, figures } = world
  const queues = new Map(settings.map((one) => [one.id, openQueue(world, one)]))
  let sent = 0
  const put = (queue: string, body = '', group = '', delaySeconds = 0, traceHeader?: string) => {
    const found = queues.get(queue)
    if (!found) throw new Error(`There is no queue ${queue}`)
    const message = { id: `message-${sent++}`, body, group, traceHeader, attempts: 0 }
    const seconds = delaySeconds > longSeconds ? insteadSeconds : delaySeconds
    time.after(seconds * 1000, () => {
      figures.rate(`messages ${queue}`)
      found.show({ ...message, visibleAt: time.now() })
    })
  }

  return {
    send: async (command: object, traceHeader: string | undefined): Promise<object> => {
      await time.sleep(dice.within(latencies.queue))
      figures.rate('queue requests')
      if (command instanceof SendMessageCommand) {
        const { QueueUrl = '', MessageBody, MessageGroupId, DelaySeconds } = command.input
        put(QueueUrl, MessageBody, MessageGroupId, DelaySeconds, traceHeader)
      }
      if (command instanceof SendMessageBatchCommand)
        for (const { MessageBody, MessageGroupId, DelaySeconds } of command.input.Entries ?? [])
          put(command.input.QueueUrl ?? '', MessageBody, MessageGroupId, DelaySeconds, traceHeader)
      return {}
    },
    oldestMs: (queue: string) => queues.get(queue)?.oldestMs() ?? 0,
  }
}

export type LoadQueues = ReturnType<typeof openLoadQueues>
