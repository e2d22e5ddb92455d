import type { CallRef } from '../../domain/calls/call-ref.ts'
import type { ToolCall } from '../../domain/tools/tool-call.ts'
import type { StoreParts } from '../../table/compare-and-set.ts'
import { type StoredKey, toolCallKey } from '../../table/keys.ts'
import { isNew, when } from '../../table/table.ts'

export interface ToolCalls {
  /** Oldest first. */
  list(ref: CallRef): Promise<ToolCall[]>
  /** Undefined when `call` was stored. On a conflict, returns the tool call that is stored. */
  start(ref: CallRef, call: ToolCall, before: ToolCall | undefined): Promise<ToolCall | undefined>
  find(ref: CallRef, hash: string): Promise<ToolCall | undefined>
  /** False when another worker claimed or restarted the tool call. */
  claim(ref: CallRef, call: ToolCall): Promise<boolean>
  /** No effect on a restarted tool call. */
  end(ref: CallRef, call: ToolCall): Promise<void>
}

const keptMs = 30 * 24 * 60 * 60 * 1000

export const toolCalls = ({ table, clock }: StoreParts): ToolCalls => {
  const keyOf = ({ user_id, call_id }: CallRef, { hash }: ToolCall) => toolCallKey(user_id, call_id, hash)
  return {
    list: async (ref) => {
      const items = await table.query<ToolCall & StoredKey>(toolCallRange(ref))
      return items.map(read).toSorted((one, other) => one.at - other.at)
    },

    start: async (ref, call, before) => {
      const written = await table.write<ToolCall & StoredKey>([
        {
          put: { ...keyOf(ref, call), ...call, expires_at_seconds: Math.ceil((clock.now() + keptMs) / 1000) },
          when: before ? when('#at = :at AND #until = :until', { at: before.at, until: before.until }) : isNew,
        },
      ])
      const [there] = written.done ? [] : written.before
      return there && read(there)
    },

    find: async ({ user_id, call_id }, hash) => {
      const item = await table.get<ToolCall & StoredKey>(toolCallKey(user_id, call_id, hash))
      return item && read(item)
    },

    claim: async (ref, call) => {
      const written = await table.write([
        {
          update: keyOf(ref, call),
          set: { claimed_at: clock.now() },
          when: when('#at = :at AND #until = :until AND attribute_not_exists(#claimed_at)', {
            at: call.at,
            until: call.until,
          }),
        },
      ])
      return written.done
    },

    end: async (ref, call) => {
      const { state, never_left, effect, http_status, result, duration_ms, at, until } = call
      await table.write([
        {
          update: keyOf(ref, call),
          set: { state, never_left, effect, http_status, result, duration_ms },
          remove: effect ? [] : ['effect'],
          when: when('#at = :at AND #until = :until', { at, until }),
        },
      ])
    },
  }
}

export const toolCallRange = ({ user_id, call_id }: CallRef) => {
  const { pk, sk } = toolCallKey(user_id, call_id, '')
  return { pk, from: sk, to: `${sk}~` }
}

const read = (item: ToolCall & StoredKey & { expires_at_seconds?: number }): ToolCall => {
  const { pk: _pk, sk: _sk, expires_at_seconds: _expiry, ...call } = item
  return call
}
