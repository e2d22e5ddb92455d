import type { Call, CallDetail, CallStatus, CallType, EndedReason } from '../../domain/calls/call.ts'
import type { Kind } from '../../lists/plan/columns.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { type HistoryAsk, historyPages, idsIn } from '../../lists/store/pages.ts'
import { findDetails } from './call-detail.ts'
import { callHistory } from './call-history.ts'
import { readCall } from './call-items.ts'

export interface CallFilter {
  status?: CallStatus
  type?: CallType
  client_phone_number?: string
  assistant_id?: number
  assistant_version?: number
  campaign_id?: number
  ended_reason?: EndedReason
  /** Ids contain the creation time. `from_id` is inclusive, `until_id` exclusive. */
  from_id?: number
  until_id?: number
}

export interface CallPages {
  page(user_id: number, filter: CallFilter, first: number, count: number): Promise<CallPage>
  /** Calls without a version are counted under the key `undefined`. */
  countByVersion(user_id: number, assistant_id: number): Promise<Map<number | undefined, number>>
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
      return { calls: records.map(readCall), details: beside, total }
    },

    countByVersion: async (user_id, assistant_id) => {
      const counts = new Map<number | undefined, number>()
      for (const [[, , assistant, , , version], count] of await pages.tally(user_id)) {
        if (assistant !== assistant_id || typeof version === 'string') continue
        counts.set(version, (counts.get(version) ?? 0) + count)
      }
      return counts
    },
  }
}

const askFor = ({ from_id, until_id, ...filter }: CallFilter): HistoryAsk => {
  const { status, type, assistant_id, campaign_id, ended_reason, assistant_version } = filter
  const wanted: Kind = [status, type, assistant_id, campaign_id, ended_reason, assistant_version]
  const matches = (kind: Kind) => wanted.every((member, index) => member === undefined || member === kind[index])
  return {
    matches: wanted.some((member) => member !== undefined) ? matches : undefined,
    ...idsIn({ from_id, until_id }),
  }
}
