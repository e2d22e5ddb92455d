import type { SQSBatchResponse, SQSRecord } from 'aws-lambda'
import { isLoop, lineageAfter, traceHeaderOf } from '../../infra/local/lineage.ts'
import type { Dice } from './dice.ts'
import type { Figures } from './figures.ts'
import type { Functions } from './functions.ts'
import type { Quotas } from './quotas.ts'
import type { LoadTime } from './time.ts'

export interface QueueSettings {
  id: string
  batchMax: number
  concurrencyMax: number
  attemptsMax: number
  visibilitySeconds: number
  recursiveLoop: 'Allow' | 'Terminate'
}

export interface QueuedMessage {
  id: string
  body: string
  group: string
  traceHeader: string | undefined
  attempts: number
  /** Earliest time at which the message can be received. */
  visibleAt: number
}

export interface QueuesWorld {
  time: LoadTime
  dice: Dice
  figures: Figures
  quotas: Quotas
  functions: Functions
}

/** Milliseconds until Lambda retries a throttled batch; doubled with each retry. */
const throttledMs = 1_000
const throttledMsMax = 20_000

export const openQueue = ({ time, dice, figures, quotas, functions }: QueuesWorld, settings: QueueSettings) => {
  const { id, batchMax, concurrencyMax, attemptsMax, visibilitySeconds, recursiveLoop } = settings
  const groups = new Map<string, QueuedMessage[]>()
  const taken = new Map<string, number>()
  let visible = 0
  let inFlight = 0
  let busy = 0
  let pollers = quotas.pollers
  let grewAt = Number.NEGATIVE_INFINITY
  let isToLook = false

  const show = (message: QueuedMessage) => {
    const group = groups.get(message.group) ?? []
    groups.set(message.group, group)
    group.push(message)
    visible += 1
    dispatch()
  }

  /** Takes a message from the group with the fewest messages in flight. */
  const next = (): QueuedMessage | undefined => {
    let fewest: string | undefined
    for (const group of groups.keys())
      if (fewest === undefined || (taken.get(group) ?? 0) < (taken.get(fewest) ?? 0)) fewest = group
    const group = fewest === undefined ? undefined : groups.get(fewest)
    const message = group?.shift()
    if (group?.length === 0) groups.delete(fewest ?? '')
    if (message) visible -= 1
    return message
  }

  const take = (): QueuedMessage[] => {
    const batch: QueuedMessage[] = []
    while (batch.length < batchMax && inFlight < quotas.messagesInFlight) {
      const message = next()
      if (!message) break
      message.attempts += 1
      if (message.attempts > attemptsMax) {
        figures.count(`dead letters ${id}`)
        continue
      }
      figures.span(`wait ${id}`, time.now() - message.visibleAt)
      taken.set(message.group, (taken.get(message.group) ?? 0) + 1)
      inFlight += 1
      batch.push(message)
    }
    return batch
  }

  const dispatch = () => {
    // Adds one concurrent batch each second while messages wait.
    const everyMs = 60_000 / quotas.pollersPerMinute
    if (visible === 0 && time.now() - grewAt > 60_000) pollers = quotas.pollers
    if (visible > 0 && busy >= pollers && time.now() - grewAt >= everyMs) {
      pollers += grewAt === Number.NEGATIVE_INFINITY ? 1 : Math.min(60, Math.floor((time.now() - grewAt) / everyMs))
      grewAt = time.now()
    }
    while (visible > 0 && busy < Math.min(pollers, concurrencyMax)) {
      const batch = take()
      if (batch.length === 0) return
      busy += 1
      const ended = () => {
        busy -= 1
        dispatch()
      }
      deliver(batch).then(ended, ended)
    }
    if (visible === 0 || isToLook) return
    isToLook = true
    time.after(everyMs, () => {
      isToLook = false
      dispatch()
    })
  }

  const deliver = async (batch: QueuedMessage[]) => {
    const hiddenUntil = time.now() + visibilitySeconds * 1000
    figures.rate('queue requests', 2)
    const records = batch.map(recordOf)
    const lineage = lineageAfter(id, records)
    const failed = isDropped(lineage) ? batch : await offer(batch, records, traceHeaderOf(lineage), hiddenUntil)
    for (const message of batch) {
      const isDone = !failed.includes(message)
      const leave = () => {
        inFlight -= 1
        taken.set(message.group, (taken.get(message.group) ?? 0) - 1)
        if (taken.get(message.group) === 0) taken.delete(message.group)
      }
      if (isDone) leave()
      else
        time.after(hiddenUntil - time.now(), () => {
          leave()
          show({ ...message, visibleAt: time.now() })
        })
    }
  }
  const isDropped = (lineage: ReturnType<typeof lineageAfter>) => {
    const isDropped = recursiveLoop === 'Terminate' && isLoop(id, lineage)
    if (isDropped) figures.count(`dropped as a loop ${id}`)
    return isDropped
  }

  const offer = async (batch: QueuedMessage[], records: SQSRecord[], traceHeader: string, hiddenUntil: number) => {
    for (let pauseMs = throttledMs; ; pauseMs = Math.min(throttledMsMax, 2 * pauseMs)) {
      const invoked = await functions.invoke(id, { Records: records }, traceHeader)
      if (invoked.outcome === 'failed') return batch
      if (invoked.outcome === 'answered') {
        const { batchItemFailures = [] } = (invoked.answer ?? {}) as SQSBatchResponse
        return batch.filter((message) => batchItemFailures.some(({ itemIdentifier }) => itemIdentifier === message.id))
      }
      const waitMs = pauseMs * (0.5 + dice.number())
      if (time.now() + waitMs > hiddenUntil) return batch
      await time.sleep(waitMs)
    }
  }

  const recordOf = ({ id: messageId, body, attempts, traceHeader }: QueuedMessage): SQSRecord => ({
    messageId,
    receiptHandle: messageId,
    body,
    attributes: {
      ApproximateReceiveCount: String(attempts),
      SentTimestamp: '0',
      SenderId: '',
      ApproximateFirstReceiveTimestamp: '0',
      ...(traceHeader && { AWSTraceHeader: traceHeader }),
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${id}`,
    awsRegion: 'us-east-1',
  })

  return {
    show,
    oldestMs: () => {
      const waiting = [...groups.values()].flatMap(([first]) => (first ? [time.now() - first.visibleAt] : []))
      return Math.max(0, ...waiting)
    },
  }
}
