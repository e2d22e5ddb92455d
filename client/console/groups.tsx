import type { Client, GetAnalyticsAnswer, GetAnalyticsInput } from '../client.ts'
import { niceMax } from './chart.tsx'
import { type OverviewFilter, reasons } from './list-filters.ts'
import { type MetricShown, measures } from './measures.ts'
import { Nothing, Seen } from './parts.tsx'
import { paceOfAnalytics, usePolled } from './poll.ts'
import { hrefWith, type Query } from './route.ts'
import { viewerZone } from './times.ts'

interface Grouping {
  group_by: NonNullable<GetAnalyticsInput['group_by']>
  label: string
  /** Label of calls without a group. */
  none: string
  names?: (client: Client, signal: AbortSignal) => Promise<ReadonlyMap<string, string>>
  filter?: 'campaign_id' | 'assistant_id' | 'ended_reason'
}

const namesOf = (rows: readonly { id: number; name: string }[]) =>
  new Map(rows.map(({ id, name }) => [String(id), name]))

const countries = new Intl.DisplayNames(['en'], { type: 'region' })

const groupings = [
  {
    group_by: 'campaign',
    label: 'Campaign',
    none: 'Without a campaign',
    names: async (client, signal) => namesOf(await client.listCampaigns({}, { signal })),
    filter: 'campaign_id',
  },
  {
    group_by: 'assistant',
    label: 'Assistant',
    none: 'Without an assistant',
    names: async (client, signal) => namesOf(await client.listAssistantNames({}, { signal })),
    filter: 'assistant_id',
  },
  { group_by: 'number', label: 'Your number', none: 'Without a number' },
  { group_by: 'country', label: 'Country', none: 'Unknown' },
  { group_by: 'ended_reason', label: 'Why it ended', none: 'Unknown', filter: 'ended_reason' },
] as const satisfies readonly Grouping[]

const nameOf = ({ group_by, label, none }: Grouping, key: string | null): string => {
  if (key === null || key === '') return none
  if (group_by === 'country') return countries.of(key) ?? key
  if (group_by === 'ended_reason') return Object.entries(reasons).find(([reason]) => reason === key)?.[1] ?? key
  return group_by === 'number' ? key : `${label} ${key}, deleted`
}

interface Props {
  metric: MetricShown
  filter: OverviewFilter
  about: string
  query: Query
}

const rowsMax = 20

export const Groups = ({ metric, filter, about, query }: Props) => {
  const grouping: Grouping = groupings.find(({ group_by }) => group_by === query.by) ?? groupings[0]
  const polled = usePolled(`by ${grouping.group_by} ${metric} ${about}`, paceOfAnalytics, async (client, signal) => {
    const asked = { metric, ...filter, timezone: viewerZone, group_by: grouping.group_by }
    const [answer, names] = await Promise.all([
      client.getAnalytics(asked, { signal }),
      grouping.names?.(client, signal) ?? new Map<string, string>(),
    ])
    return { answer, names }
  })
  return (
    <section class="card">
      <h2>{measures[metric].label} by group</h2>
      <nav class="row" aria-label="Groups">
        {groupings.map(({ group_by, label }) => (
          <a
            key={group_by}
            class="button"
            href={hrefWith('overview', { ...query, by: group_by })}
            aria-current={group_by === grouping.group_by ? 'true' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <Seen polled={polled}>
        {({ answer, names }) =>
          answer.data.length === 0 ? (
            <Nothing title="No calls here">
              Calls appear here by {grouping.label.toLowerCase()} once they are over.
            </Nothing>
          ) : (
            <Rows answer={answer} names={names} grouping={grouping} metric={metric} filter={filter} />
          )
        }
      </Seen>
    </section>
  )
}

interface RowsProps extends Pick<Props, 'metric' | 'filter'> {
  answer: GetAnalyticsAnswer
  names: ReadonlyMap<string, string>
  grouping: Grouping
}

const Rows = ({ answer, names, grouping, metric, filter }: RowsProps) => {
  const { label: measure, show } = measures[metric]
  const rows = answer.data.slice(0, rowsMax)
  const top = niceMax(Math.max(0, ...rows.map(({ value }) => value ?? 0)))
  return (
    <>
      <table class="groups">
        <caption class="unseen">
          {measure} by {grouping.label.toLowerCase()}
        </caption>
        <thead>
          <tr>
            <th scope="col">{grouping.label}</th>
            <th scope="col" class="number">
              {measure}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, value }) => {
            const name = (key !== null && names.get(key)) || nameOf(grouping, key)
            const { date_from, date_to } = answer
            const calls = { ...filter, date_from, date_to, ...(grouping.filter && { [grouping.filter]: key }) }
            return (
              <tr key={key}>
                <td class="text">
                  {grouping.filter && key !== null ? <a href={hrefWith('calls', calls)}>{name}</a> : name}
                  <div class="length" style={{ width: `${(100 * (value ?? 0)) / top}%` }} />
                </td>
                <td class="number">{value === null ? '–' : show(value)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {answer.data.length > rowsMax && (
        <p class="quiet">
          These are the {rowsMax} groups with most calls of {answer.data.length}.
        </p>
      )}
    </>
  )
}
