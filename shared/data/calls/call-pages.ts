import type { Call, CallDetail, CallStatus, CallType, EndedReason } from '../../domain/calls/call.ts'
import type { Kind } from '../../lists/plan/columns.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { type HistoryAsk, historyPages } from '../../lists/store/pages.ts'
import { findDetails } from './call-detail.ts'
import { callHistory } from './call-history.ts'

export interface CallFilter {
  status?: CallStatus
  type?: CallType
  client_phone_number?: string
  assistant_id?: number
  campaign_id?: number
  ended_reason?: EndedReason
  /** Ids carry the time of creation: from inclusive, until exclusive. */
  from_id?: number
  until_id?: number
}

export interface CallPages {
  /** Calls that match, newest first, with their details, and how many there are in all. */
  page(user_id: number, filter: CallFilter, first: number, count: number): Promise<CallPage>
}

export interface CallPage {
  calls: Call[]
  details: (CallDetail | undefined)[]
  total: number
}

export const callPages = (parts: HistoryParts): CallPages => {
  const pages = historyPages(parts, callHistory)
  return {
    page: async (user_id, filter, first, count) => {
      const ask = { ...askFor(filter), number: filter.client_phone_number }
      const detailsOf = (ids: number[]) =>
        findDetails(
          parts.table,
          ids.map((call_id) => ({ user_id, call_id })),
        )
      const { records, beside, total } = await pages.page(user_id, ask, { first, count }, detailsOf)
      return { calls: records, details: beside, total }
    },
  }
}

/** What a filter asks of kinds and ids; no question at all about kinds is answered without them. */
const askFor = ({ from_id, until_id, ...filter }: CallFilter): HistoryAsk => {
  const wanted: Kind = [filter.status, filter.type, filter.assistant_id, filter.campaign_id, filter.ended_reason]
  const matches = (kind: Kind) => wanted.every((member, place) => member === undefined || member === kind[place])
  return {
    matches: wanted.some((member) => member !== undefined) ? matches : undefined,
    ...(from_id !== undefined && { from: from_id }),
    ...(until_id !== undefined && { until: until_id }),
  }
}
