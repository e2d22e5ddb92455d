import type { Call } from '../../../domain/calls/call.ts'
import type { BuiltIn } from '../../../domain/tools/built-in-tools.ts'
import type { Arguments } from '../../../domain/tools/tool-request.ts'
import type { Log } from '../../../words/log.ts'

/** A call of a built-in tool by the model, while the phone call is in progress. */
export interface BuiltInCall<T extends BuiltIn = BuiltIn> {
  /** The settings of the tool at the assistant. */
  set: T
  /** Arguments, already checked against the offer. */
  args: Arguments
  call: Call
  /** Identifies the tool call: the same in a repeated delivery. */
  hash: string
  log: Log
}
