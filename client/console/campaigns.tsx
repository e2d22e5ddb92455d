import type { ListCampaignsAnswer } from '../client.ts'
import { type Column, Table } from './list.tsx'
import { Heading, Nothing, ProgressBar, Seen, Status, Time } from './parts.tsx'
import { paceOfProgress, paceOfSettings, usePolled } from './poll.ts'
import { hrefOf } from './route.ts'

type Row = ListCampaignsAnswer[number]

/** Number of campaigns whose progress the list shows. */
const progressMax = 3

const columnsWith = (shown: readonly number[]): readonly Column<Row>[] => [
  { title: 'Name', kind: 'text', cell: ({ id, name }) => <a href={hrefOf('campaigns', id)}>{name}</a> },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  {
    title: 'Progress',
    from: 'medium',
    cell: ({ id }) => (shown.includes(id) ? <ProgressOf id={id} /> : '–'),
  },
  { title: 'At a time', kind: 'number', from: 'full', cell: ({ max_calls_in_parallel }) => max_calls_in_parallel },
  { title: 'Retries', kind: 'number', from: 'full', cell: ({ max_retries }) => max_retries },
  {
    title: 'Hours',
    from: 'wide',
    cell: ({ allowed_hours_start_time: from, allowed_hours_end_time: to }) => `${from.slice(0, 5)} – ${to.slice(0, 5)}`,
  },
  { title: 'Changed', from: 'wide', cell: ({ updated_at }) => <Time at={updated_at} /> },
]

const firstRunning = (campaigns: readonly Row[]): number[] =>
  campaigns.flatMap(({ id, status }) => (status === 'in-progress' ? [id] : [])).slice(0, progressMax)

/** Counts the campaign's leads. Counting costs more than the list, so it is polled rarely. */
const ProgressOf = ({ id }: { id: number }) => {
  const { data } = usePolled(`progress of ${id}`, paceOfProgress, (client, signal) =>
    client.getCampaign({ id }, { signal }),
  )
  if (!data) return null
  const { total, created } = data.leads_count
  return (
    <>
      <ProgressBar of={data.leads_count} />
      <span class="quiet">
        {total - created} of {total}
      </span>
    </>
  )
}

export const Campaigns = () => {
  const polled = usePolled('campaigns', paceOfSettings, (client, signal) => client.listCampaigns({}, { signal }))
  return (
    <>
      <Heading title="Campaigns" exported={{ what: 'campaigns' }}>
        <a class="button" href={hrefOf('campaigns', undefined, 'new')}>
          New campaign
        </a>
      </Heading>
      <Seen polled={polled}>
        {(campaigns) =>
          campaigns.length === 0 ? (
            <Nothing title="No campaigns yet">
              A campaign calls a list of leads with one assistant.{' '}
              <a href={hrefOf('campaigns', undefined, 'new')}>Create one</a>, add leads or import a file of them, then
              start it here and watch.
            </Nothing>
          ) : (
            <div class="card">
              <Table caption="Campaigns" columns={columnsWith(firstRunning(campaigns))} rows={campaigns} />
            </div>
          )
        }
      </Seen>
    </>
  )
}
