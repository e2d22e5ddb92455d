import type { Call, CallDetail } from '../domain/call.ts'
import { dueAt } from '../domain/call-life.ts'
import { writeDetail } from './call-detail.ts'
import { callDetailKey, callKey, dueKey } from './keys.ts'
import { isNew, type Write, when } from './table.ts'

/** The two items of a new call. */
export const openingWrites = (call: Call, detail: CallDetail): Write[] => [
  { put: { ...callKey(call.user_id, call.id), ...call, ...dueKey(call.id, dueAt(call)) }, when: isNew },
  { put: { ...callDetailKey(call.user_id, call.id), ...writeDetail(detail) }, when: isNew },
]

/** The whole header, put on the condition that nobody wrote since `revision`. */
export const callWrite = (call: Call, revision: number): Write => {
  const { due_shard: _shard, due_at: _due, ...header } = { due_shard: undefined, due_at: undefined, ...call }
  return {
    put: { ...callKey(call.user_id, call.id), ...header, ...dueKey(call.id, dueAt(call)) },
    when: when('#revision = :revision', { revision }),
  }
}
