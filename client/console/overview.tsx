import type { Client, GetAnalyticsAnswer } from '../client.ts'
import { Chart } from './chart.tsx'
import { Filters, useFilter } from './filters.tsx'
import { Groups } from './groups.tsx'
import { type OverviewFilter, overviewFilters } from './list-filters.ts'
import { LiveNow } from './live-now.tsx'
import { type MetricShown, measures, metrics, showShare } from './measures.ts'
import { Heading, Nothing, Seen } from './parts.tsx'
import { paceOfAnalytics, usePolled } from './poll.ts'
import { hrefOf, hrefWith, type Query, useRoute } from './route.ts'
import { viewerZone } from './times.ts'

export const Overview = () => {
  const { query } = useRoute()
  const filtering = useFilter('overview', overviewFilters)
  const { filter, about } = filtering
  const metric = metrics.find((each) => each === query.metric) ?? 'calls'
  const totals = usePolled(`totals ${about}`, paceOfAnalytics, (client, signal) => readTotals(client, filter, signal))
  const isEmpty = totals.data?.calls === 0
  // A refused filter fails in totals, charts and groups alike. Only the totals show the error.
  const isRefused = totals.data === undefined && totals.cause !== undefined
  return (
    <>
      <Heading title="Overview">
        <Spans query={query} />
      </Heading>
      <Filters filtering={filtering} />
      <LiveNow />
      <Seen polled={totals}>
        {(found) =>
          isEmpty ? <NoCalls isFiltered={about !== ''} /> : <Tiles totals={found} metric={metric} query={query} />
        }
      </Seen>
      {!isEmpty && !isRefused && (
        <>
          <ChooseMetric metric={metric} query={query} />
          <Charts metric={metric} filter={filter} about={about} />
          <Groups metric={metric} filter={filter} about={about} query={query} />
        </>
      )}
    </>
  )
}

const NoCalls = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Nothing title="No call is like that">Choose other days, or clear the filters.</Nothing>
  ) : (
    <Nothing title="No calls yet">
      Open <a href={hrefOf('assistants')}>an assistant</a> and make a test call, or start{' '}
      <a href={hrefOf('campaigns')}>a campaign</a>. Calls of the last 30 days are counted here once they are over.
    </Nothing>
  )

const dayMs = 86_400_000
const daysUsual = 30

const Spans = ({ query }: { query: Query }) => {
  const today = new Date().toLocaleDateString('en-CA')
  const spans = [7, 30, 90].map((days) => {
    const first = new Date(Date.parse(today) - (days - 1) * dayMs).toISOString().slice(0, 10)
    return { days, first }
  })
  const isCurrent = (days: number, first: string) =>
    query.date_from === undefined && query.date_to === undefined
      ? days === daysUsual
      : query.date_from === first && query.date_to === today
  return (
    <nav class="row" aria-label="Days">
      {spans.map(({ days, first }) => (
        <a
          key={days}
          class="button"
          href={hrefWith('overview', { ...query, date_from: first, date_to: today })}
          aria-current={isCurrent(days, first) ? 'true' : undefined}
        >
          {days} days
        </a>
      ))}
    </nav>
  )
}

const shown = ['calls', 'reached', 'goals', 'minutes', 'cost', 'latency_p50'] as const
type Totals = Readonly<Record<(typeof shown)[number], number | null>>

const readTotals = async (client: Client, filter: OverviewFilter, signal: AbortSignal): Promise<Totals> => {
  const [calls, reached, goals, minutes, cost, latency_p50] = await Promise.all(
    shown.map(async (metric) => {
      const { total } = await client.getAnalytics({ metric, ...filter, timezone: viewerZone }, { signal })
      return total
    }),
  )
  return {
    calls: calls ?? 0,
    reached: reached ?? 0,
    goals: goals ?? 0,
    minutes: minutes ?? 0,
    cost: cost ?? 0,
    latency_p50: latency_p50 ?? null,
  }
}

/** Each tile is a link that shows its metric in the charts. */
const Tiles = ({ totals, metric, query }: { totals: Totals; metric: MetricShown; query: Query }) => {
  const share = (part: number | null, whole: number | null) => (whole ? showShare((part ?? 0) / whole) : undefined)
  const notes: Partial<Record<MetricShown, string | undefined>> = {
    reached: share(totals.reached, totals.calls),
    goals: share(totals.goals, totals.reached),
  }
  return (
    <nav class="tiles" aria-label="Totals">
      {shown.map((each) => {
        const { label, show } = measures[each]
        const total = totals[each]
        return (
          <a
            key={each}
            class="card"
            href={hrefWith('overview', { ...query, metric: each })}
            aria-current={each === metric ? 'true' : undefined}
          >
            <span class="quiet">{label}</span>
            <strong class="whole">{total === null ? '–' : show(total)}</strong>
            <span class="quiet">{notes[each] ?? ' '}</span>
          </a>
        )
      })}
    </nav>
  )
}

const ChooseMetric = ({ metric, query }: { metric: MetricShown; query: Query }) => (
  <label class="row">
    Charts show
    <select
      value={metric}
      onChange={({ currentTarget }) => {
        location.hash = hrefWith('overview', { ...query, metric: currentTarget.value })
      }}
    >
      {metrics.map((each) => (
        <option key={each} value={each}>
          {measures[each].label}
        </option>
      ))}
    </select>
  </label>
)

interface ChartsProps {
  metric: MetricShown
  filter: OverviewFilter
  about: string
}

const dayOf = (key: string, how: Intl.DateTimeFormatOptions) =>
  new Date(`${key}T00:00:00Z`).toLocaleDateString('en-GB', { timeZone: 'UTC', ...how })

const Charts = ({ metric, filter, about }: ChartsProps) => {
  const asked = { metric, ...filter, timezone: viewerZone }
  const byTime = usePolled(`by time ${metric} ${about}`, paceOfAnalytics, (client, signal) =>
    Promise.all([
      client.getAnalytics({ ...asked, group_by: 'day' }, { signal }),
      client.getAnalytics({ ...asked, group_by: 'hour_of_day' }, { signal }),
    ]),
  )
  const { label: measure, show } = measures[metric]
  return (
    <Seen polled={byTime}>
      {([days, hours]) => (
        <div class="charts">
          <Chart title={`${measure} by day`} measure={measure} axis="Day" points={pointsOfDays(days)} show={show} />
          <Chart
            title={`${measure} by hour of the day`}
            measure={measure}
            axis={`Hour in ${hours.timezone}`}
            points={pointsOfHours(hours)}
            show={show}
          />
        </div>
      )}
    </Seen>
  )
}

const pointsOfDays = ({ data }: GetAnalyticsAnswer) =>
  data.map(({ key, value }) => ({
    key: String(key),
    short: dayOf(String(key), { day: 'numeric', month: 'short' }),
    label: dayOf(String(key), { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }),
    value,
  }))

const pointsOfHours = ({ data }: GetAnalyticsAnswer) =>
  data.map(({ key, value }) => ({
    key: String(key),
    short: `${key}:00`,
    label: `${key}:00 to ${key}:59`,
    value,
  }))
