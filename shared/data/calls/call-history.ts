import type { Call } from '../../domain/calls/call.ts'
import { endedReasonOf } from '../../domain/calls/ended-reason.ts'
import type { Kind } from '../../lists/plan/columns.ts'
import type { HistoryList } from '../../lists/store/history-list.ts'
import { callKey, callNumberKey } from '../../table/keys.ts'
import { readCall, type StoredCall } from './call-items.ts'

export const callHistory: HistoryList<StoredCall> = {
  noun: 'call',
  recordKey: callKey,
  rowOf: (call) => ({
    id: call.id,
    kind: kindOfCall(readCall(call)),
    number: call.client_phone_number,
    isSettled: call.closed_at !== undefined,
  }),
  numberKey: callNumberKey,
}

export const kindOfCall = (call: Call): Kind => [
  call.status,
  call.type,
  call.assistant_id,
  call.campaign?.id,
  endedReasonOf(call),
  call.assistant_version,
]
