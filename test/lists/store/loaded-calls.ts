import { callHistory, kindOfCall } from '../../../shared/data/calls/call-history.ts'
import { callItem } from '../../../shared/data/calls/call-items.ts'
import { type CallFilter, callPages } from '../../../shared/data/calls/call-pages.ts'
import { writeKind } from '../../../shared/lists/plan/columns.ts'
import { callDetailKey, callNumberKey } from '../../../shared/table/keys.ts'
import { firstIdAt } from '../../../shared/words/id.ts'
import { must } from '../../../shared/words/must.ts'
import type { PageAsked } from './asked.ts'
import { loadRows, now, openMetered, perPage, user } from './loaded.ts'
import { sampleCalls } from './sample-calls.ts'

export const loadCalls = async (endpoint: string, size: number) => {
  const metered = await openMetered(endpoint)
  const sample = sampleCalls(size, now, user)
  const rowAt = (place: number) => must(callHistory.rowOf(sample.callAt(place), now), 'row of a call')
  const loaded = await loadRows(metered, callHistory, size, rowAt, (place) => {
    const call = sample.callAt(place)
    const { id, client_phone_number } = call
    return metered.parts.table.putMany([
      callItem(call),
      { ...callDetailKey(user, id), transcript: '"Hello."', expires_at_seconds: 1 },
      { ...callNumberKey(user, client_phone_number, id), kind: writeKind(kindOfCall(call)) },
    ])
  })
  return { ...loaded, sample }
}
type LoadedCalls = Awaited<ReturnType<typeof loadCalls>>

export const pagesOfCalls = ({ sample, places }: LoadedCalls): PageAsked[] => {
  const { assistants, campaigns, callAt } = sample
  const dayMs = 86_400_000
  const week = { from_id: firstIdAt(now - 40 * dayMs), until_id: firstIdAt(now - 33 * dayMs) }
  const all = { status: 'busy', type: 'outbound', assistant_id: assistants[3], campaign_id: campaigns[3] } as const
  const { client_phone_number } = callAt(Math.floor(places.length / 3))
  const pages: [string, CallFilter, number][] = [
    ['at the beginning', {}, 0],
    ['in the middle', {}, Math.floor(places.length / 2)],
    ['at the end', {}, places.length - perPage],
    ['by status', { status: 'no-answer' }, 0],
    ['by status, deep', { status: 'busy' }, Math.floor(places.length / 20)],
    ['by everything', all, 0],
    ['of a week', week, 0],
    ['of a week, by status', { status: 'busy', ...week }, 0],
    ['of nothing', { type: 'inbound', campaign_id: 1 }, 0],
    ['by number', { client_phone_number }, 0],
  ]
  const matches = (place: number, { from_id = 0, until_id = Number.POSITIVE_INFINITY, ...wanted }: CallFilter) => {
    const { id, campaign, ...own } = callAt(place)
    const call = { ...own, campaign_id: campaign?.id }
    const isWanted = Object.entries(wanted).every(([name, value]) => Reflect.get(call, name) === value)
    return isWanted && id >= from_id && id < until_id
  }
  return pages.map(([name, filter, first]) => ({
    name,
    first,
    isUnfiltered: Object.keys(filter).length === 0,
    matches: (place) => matches(place, filter),
    details: true,
    page: async (parts) => {
      const { calls, details, total } = await callPages(parts).page(user, filter, first, perPage)
      if (details.includes(undefined)) throw new Error('A call lacks its detail')
      return { ids: calls.map(({ id }) => id), total }
    },
  }))
}
