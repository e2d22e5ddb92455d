import type { Call } from '../../domain/calls/call.ts'
import { endedReasonOf } from '../../domain/calls/ended-reason.ts'
import { askedAt } from '../../domain/calls/placement.ts'
import type { Kind } from '../../lists/plan/columns.ts'
import type { HistoryList, HistoryParts } from '../../lists/store/history-list.ts'
import { historyOverrides } from '../../lists/store/overrides.ts'
import { callKey, callNumberKey } from '../../table/keys.ts'
import { type Write, when } from '../../table/table.ts'
import { type ClaimedCall, readCall, type StoredCall } from './call-items.ts'

export const callHistory: HistoryList<StoredCall> = {
  noun: 'call',
  recordKey: callKey,
  rowOf: (call) => ({
    id: call.id,
    kind: kindOfCall(readCall(call)),
    number: call.client_phone_number,
    isSettled: call.closed_at !== undefined || call.is_listed === true,
  }),
  numberKey: callNumberKey,
  listOpen: (call) =>
    askedAt(call) === undefined || call.placement.phase === 'asked'
      ? undefined
      : {
          update: callKey(call.user_id, call.id),
          set: { is_listed: true },
          add: { revision: 1 },
          when: when('#revision = :revision', { revision: call.revision }),
        },
}

export const kindOfCall = (call: Call): Kind => [
  call.status,
  call.type,
  call.assistant_id,
  call.campaign?.id,
  endedReasonOf(call),
  call.assistant_version,
]

export const changedKind = (parts: HistoryParts, before: ClaimedCall, after: Call): Write[] => {
  const kind = kindOfCall({ ...before, ...after })
  const isCompactable = before.closed_at !== undefined || before.is_listed
  if (!isCompactable || isSameKind(kind, kindOfCall(before))) return []
  const { user_id, id, client_phone_number } = after
  return [historyOverrides(parts, callHistory).kind(user_id, id, kind, client_phone_number)]
}

const isSameKind = (one: Kind, other: Kind): boolean => one.every((member, index) => member === other[index])
