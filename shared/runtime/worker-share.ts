import type { WorkerShare } from '../data/account/worker-shares.ts'
import type { WorkerOperation } from '../operations/define.ts'
import type { Services, Use } from '../services.ts'
import type { Parts, Registry } from './parts.ts'
import { dependenciesOf } from './wiring.ts'

export const shareUses = ({ userLimit, queue }: WorkerOperation): readonly Use[] =>
  userLimit.by === 'messages at work' ? ['workerShares.take', 'workerShares.release', sendOf(queue)] : []

/** Message with the number of times that it was delayed. */
export interface PutOff {
  put_off?: number
}

interface Message extends PutOff {
  user_id: number
}

type Queues = Record<string, { send(messages: Message[], pace: object): Promise<void> }>

/** Milliseconds by which a lease is longer than the worker can run. */
const leaseMarginMs = 10_000
const putOffSecondsMax = 60

/**
 * Runs the work while the user is below the limit. Otherwise sends the message to the queue again
 * with a longer delay.
 */
export const shareOf = (operation: WorkerOperation, registry: Registry, parts: Parts) => {
  const { userLimit, id: worker, queue, timeoutSeconds } = operation
  if (userLimit.by !== 'messages at work') return (_message: Message, work: () => Promise<void>) => work()
  const services = dependenciesOf(shareUses(operation), registry, parts) as unknown as Pick<Services, 'workerShares'> &
    Queues
  const { workerShares } = services
  const leaseMs = timeoutSeconds * 1000 + leaseMarginMs

  return async (message: Message, work: () => Promise<void>): Promise<void> => {
    const { user_id, put_off = 0 } = message
    const share: WorkerShare = { user_id, worker, max: userLimit.max }
    const held = await workerShares.take(share, parts.clock.now(), leaseMs).catch((cause) => {
      parts.log.warn('a waiting request was not counted', { worker, cause })
      return 'uncounted' as const
    })
    if (!held) return putOff(message, put_off + 1)
    try {
      await work()
    } finally {
      if (held !== 'uncounted')
        await workerShares
          .release(held)
          .catch((cause) => parts.log.warn('a waiting request was not released', { worker, cause }))
    }
  }

  /**
   * Sends the message again after a delay. Half of the delay is random, so that messages spread.
   */
  async function putOff(message: Message, put_off: number): Promise<void> {
    const seconds = Math.min(putOffSecondsMax, 2 ** put_off)
    const afterSeconds = Math.ceil(seconds * (0.5 + parts.random.number() / 2))
    await services[queue]?.send([{ ...message, put_off }], { perSecond: Infinity, withinSeconds: 0, afterSeconds })
  }
}

const sendOf = (queue: WorkerOperation['queue']): Use => `${queue}.send` as Use
