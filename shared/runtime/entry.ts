import type { Context } from 'aws-lambda'
import type { Operation } from '../operations/define.ts'
import type { Parts, Registry } from './parts.ts'

/**
 * Export of a function file: the operation, and how to make its Lambda handler from parts. The
 * deployed bundle, the local stack and the tests open the same entry with parts of their own.
 */
export interface FunctionEntry<O extends Operation = Operation, Event = never, Result = unknown> {
  operation: O
  open(parts: Parts, registry: Registry): (event: Event, context: Context) => Promise<Result>
}
