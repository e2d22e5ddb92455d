import type { ScheduledEvent } from 'aws-lambda'
import type { ScheduleOperation } from '../operations/define.ts'
import type { Dependencies } from '../services.ts'
import type { Log } from '../words/log.ts'
import type { FunctionEntry } from './entry.ts'
import { dependenciesOf } from './wiring.ts'

type Handle<O extends ScheduleOperation> = (services: Dependencies<O['uses'][number]>, log: Log) => Promise<void>

/** Makes a scheduled function that fails when `handle` throws. An alarm counts failed runs. */
export const schedule = <O extends ScheduleOperation>(
  operation: O,
  handle: Handle<O>,
): FunctionEntry<O, Pick<ScheduledEvent, 'time'>, void> => ({
  operation,
  open: (parts, registry) => {
    const services = dependenciesOf(operation.uses, registry, parts) as Dependencies<O['uses'][number]>
    const log = parts.log.with({ operation: operation.id, kind: operation.kind })
    return async () => {
      try {
        await handle(services, log)
      } catch (cause) {
        log.error('accident', { cause })
        throw cause
      }
    }
  },
})
