import {
  addSums,
  type Grouping,
  type GroupKey,
  type GroupSums,
  isLatency,
  type Metric,
  metricValue,
  noSums,
} from '../../shared/domain/calls/analytics.ts'
import { quarterAt } from '../../shared/domain/calls/call-facts.ts'
import { addDays, daysBetween, type ZoneDays, zoneDays } from '../../shared/domain/calls/zone-days.ts'
import { getAnalytics } from '../../shared/operations/calls.ts'
import { http } from '../../shared/runtime/http.ts'
import { finding } from '../../shared/words/form.ts'
import { Problem } from '../../shared/words/problem.ts'

const daysMax = 366
const daysDefault = 30
const tooLong = `The :attribute field must be at most ${daysMax} days after date from.`
const tooMany = 'These filters match too many calls to be counted together: use one filter, or fewer days.'

export const handler = http(getAnalytics, async (request, { callTallies, clock }) => {
  const { user_id, query } = request
  const { metric = 'calls', group_by, timezone = 'UTC', date_from, date_to, phone_number: _, ...filter } = await query()
  const zone = zoneDays(timezone)
  const last = date_to ?? zone.dayOf(quarterAt(clock.now()))
  const first = date_from ?? addDays(last, 1 - daysDefault)
  if (addDays(first, daysMax) <= last) throw refused('date_to', tooLong)
  const isByTime = group_by === undefined || group_by === 'day' || group_by === 'hour_of_day'
  const cells = await callTallies.read(user_id, {
    filter,
    by: isByTime ? 'quarter' : group_by,
    isLatency: isLatency(metric),
    from: zone.quarterOf(first),
    until: zone.quarterOf(addDays(last, 1)),
  })
  if (cells === 'too_many') throw refused('date_from', tooMany)
  const total = noSums()
  for (const sums of cells.values()) addSums(total, sums)
  const grouped = isByTime ? byTime(cells, { group_by, zone, first, last }) : sorted(cells)
  return {
    metric,
    group_by: group_by ?? null,
    timezone,
    date_from: first,
    date_to: last,
    total: metricValue(metric, total),
    data: dataOf(metric, grouped),
  }
})

const refused = (field: string, sentence: string) =>
  new Problem('validation_failed', { errors: finding(field, sentence) })

interface Times {
  group_by: Grouping | undefined
  zone: ZoneDays
  first: string
  last: string
}

const byTime = (
  cells: ReadonlyMap<GroupKey, GroupSums>,
  { group_by, zone, first, last }: Times,
): [GroupKey, GroupSums][] => {
  if (group_by === undefined) return []
  const keys = group_by === 'day' ? daysBetween(first, last) : Array.from({ length: 24 }, (_, hour) => hourText(hour))
  const grouped = new Map<GroupKey, GroupSums>(keys.map((key) => [key, noSums()]))
  for (const [quarter, sums] of cells) {
    const key = group_by === 'day' ? zone.dayOf(Number(quarter)) : hourText(zone.hourOf(Number(quarter)))
    const group = grouped.get(key)
    if (group) addSums(group, sums)
  }
  return [...grouped]
}

const hourText = (hour: number) => String(hour).padStart(2, '0')

const sorted = (cells: ReadonlyMap<GroupKey, GroupSums>): [GroupKey, GroupSums][] =>
  [...cells].toSorted(([one, a], [other, b]) => b.calls - a.calls || String(one).localeCompare(String(other)))

const dataOf = (metric: Metric, grouped: readonly [GroupKey, GroupSums][]) =>
  grouped.map(([key, sums]) => ({ key: key === null ? null : String(key), value: metricValue(metric, sums) }))
