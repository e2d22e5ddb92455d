import type { Context } from 'aws-lambda'
import type { Operation } from '../operations/define.ts'
import type { Parts, Registry } from './parts.ts'

export interface FunctionEntry<O extends Operation = Operation, Event = never, Result = unknown> {
  operation: O
  open(parts: Parts, registry: Registry): (event: Event, context: Context) => Promise<Result>
}
