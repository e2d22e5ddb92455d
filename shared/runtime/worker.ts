import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type * as z from 'zod'
import type { Log } from '../domain/log.ts'
import { Problem } from '../domain/problem.ts'
import type { WorkerOperation } from '../operations/define.ts'
import type { Supplied } from '../services.ts'
import type { Entry } from './entry.ts'
import { supply } from './wiring.ts'

type Handle<O extends WorkerOperation> = (
  message: z.output<O['message']>,
  services: Supplied<O['uses'][number]>,
  log: Log,
) => Promise<void>

export type WorkerEntry = Entry<WorkerOperation, SQSEvent, SQSBatchResponse>

/**
 * The envelope of a queue's worker. A problem is acknowledged, because asking again cannot help; an accident brings
 * back its own message alone, and after a few attempts the dead-letter queue gets it.
 */
export const worker = <O extends WorkerOperation>(
  operation: O,
  handle: Handle<O>,
): Entry<O, SQSEvent, SQSBatchResponse> => ({
  operation,
  open: (parts, registry) => {
    const services = supply(operation.uses, registry, parts) as Supplied<O['uses'][number]>

    const work = async (record: SQSRecord): Promise<string | undefined> => {
      const log = parts.log.with({ operation: operation.id, kind: operation.kind, message_id: record.messageId })
      try {
        const message = operation.message.parse(JSON.parse(record.body)) as z.output<O['message']>
        await handle(message, services, log)
        return undefined
      } catch (cause) {
        if (cause instanceof Problem) {
          log.warn('message could not be acted on', { code: cause.code })
          return undefined
        }
        log.error('accident', { cause })
        return record.messageId
      }
    }

    return async (event) => {
      const failed = await Promise.all(event.Records.map(work))
      return { batchItemFailures: failed.flatMap((id) => (id ? [{ itemIdentifier: id }] : [])) }
    }
  },
})
