import type { Call } from '../../../domain/calls/call.ts'
import type { BuiltIn } from '../../../domain/tools/built-in-tools.ts'
import type { Arguments } from '../../../domain/tools/tool-request.ts'
import type { Log } from '../../../words/log.ts'

export interface BuiltInCall<T extends BuiltIn = BuiltIn> {
  set: T
  args: Arguments
  call: Call
  hash: string
  log: Log
}
