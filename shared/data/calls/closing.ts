import type { ClosedCall } from '../../domain/calls/call.ts'
import { refusedCall } from '../../domain/evidence/decision.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { historyOverrides } from '../../lists/store/overrides.ts'
import type { Write } from '../../table/table.ts'
import { callEndWrites } from '../dialling/call-ends.ts'
import { numberEndWrites } from '../dialling/number-days.ts'
import { decisionWrites } from '../evidence/evidence.ts'
import { leadClosingWrites } from '../leads/lead-closing.ts'
import { deliveryWrites } from '../webhooks/deliveries.ts'
import { callHistory } from './call-history.ts'
import { visitEnded } from './web-calls.ts'

export const closingWrites = async (parts: HistoryParts, call: ClosedCall, relisted: Write[]): Promise<Write[]> => {
  const { table } = parts
  const writes = await Promise.all([
    deliveryWrites(table, call),
    leadClosingWrites(parts, call),
    relisted.length ? relisted : historyOverrides(parts, callHistory).late(call.user_id, call.id),
  ])
  return [
    ...writes.flat(),
    ...callEndWrites(call),
    ...numberEndWrites(call),
    ...refusalWrites(parts, call),
    ...visitEnded(call),
  ]
}

const refusalWrites = ({ random }: HistoryParts, call: ClosedCall): Write[] =>
  call.placement.phase === 'declined' && call.type !== 'web'
    ? decisionWrites(random, call.user_id, refusedCall(call), call.closed_at)
    : []
