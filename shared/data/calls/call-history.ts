import type { Call } from '../../domain/calls/call.ts'
import type { Kind } from '../../lists/plan/columns.ts'
import type { HistoryList } from '../../lists/store/history-list.ts'
import { callKey, callNumberKey } from '../../table/keys.ts'

/** How calls are listed: settled once they are closed. */
export const callHistory: HistoryList<Call> = {
  noun: 'call',
  recordKey: callKey,
  rowOf: (call) => ({
    id: call.id,
    kind: kindOfCall(call),
    number: call.client_phone_number,
    isSettled: call.closed_at !== undefined,
  }),
  numberKey: callNumberKey,
}

/** What the filters of calls ask about. */
export const kindOfCall = ({ status, type, assistant_id, campaign }: Call): Kind => [
  status,
  type,
  assistant_id,
  campaign?.id,
]
