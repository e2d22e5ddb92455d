import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type * as z from 'zod'
import type { WorkerOperation } from '../operations/define.ts'
import type { Dependencies } from '../services.ts'
import type { Log } from '../words/log.ts'
import { Problem } from '../words/problem.ts'
import type { FunctionEntry } from './entry.ts'
import { dependenciesOf } from './wiring.ts'
import { shareOf } from './worker-share.ts'

type Handle<O extends WorkerOperation> = (
  message: z.output<O['message']>,
  services: Dependencies<O['uses'][number]>,
  log: Log,
) => Promise<void>

/**
 * Makes a worker's Lambda handler. A message that throws a `Problem` is not retried. After another
 * error, only that message is retried, and finally sent to the dead-letter queue.
 */
export const worker = <O extends WorkerOperation>(
  operation: O,
  handle: Handle<O>,
): FunctionEntry<O, SQSEvent, SQSBatchResponse> => ({
  operation,
  open: (parts, registry) => {
    const services = dependenciesOf(operation.uses, registry, parts) as Dependencies<O['uses'][number]>
    const withinShare = shareOf(operation, registry, parts)

    const succeeds = async ([body, [first]]: [string, SQSRecord[]]): Promise<boolean> => {
      const log = parts.log.with({ operation: operation.id, kind: operation.kind, message_id: first?.messageId })
      try {
        const { put_off, ...fields } = JSON.parse(body)
        const message = operation.message.parse(fields) as z.output<O['message']>
        await withinShare({ ...fields, put_off }, () => handle(message, services, log))
        return true
      } catch (cause) {
        if (cause instanceof Problem) {
          log.warn('message could not be acted on', { code: cause.code })
          return true
        }
        log.error('accident', { cause })
        return false
      }
    }

    return async (event) => {
      const groups = [...Map.groupBy(event.Records, ({ body }) => body)]
      const failed = await Promise.all(groups.map(async (group) => ((await succeeds(group)) ? [] : group[1])))
      return { batchItemFailures: failed.flat().map(({ messageId }) => ({ itemIdentifier: messageId })) }
    }
  },
})
