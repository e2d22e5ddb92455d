import type { ListCallsAnswer } from '../client.ts'
import { type Column, Table } from './list.tsx'
import { Seen, Status } from './parts.tsx'
import { paceOfLive, usePolled } from './poll.ts'
import { hrefOf, hrefWith } from './route.ts'
import { secondsSince, showDuration } from './times.ts'

const columns: readonly Column<ListCallsAnswer['data'][number]>[] = [
  {
    title: 'Number',
    cell: ({ id, client_phone_number }) => <a href={hrefOf('calls', id)}>{client_phone_number || 'Web call'}</a>,
  },
  { title: 'Status', from: 'medium', cell: ({ status }) => <Status of={status} /> },
  { title: 'Assistant', from: 'medium', kind: 'text', cell: ({ assistant_name }) => assistant_name },
  { title: 'Campaign', from: 'wide', kind: 'text', cell: ({ campaign_name }) => campaign_name ?? '–' },
  { title: 'Running for', kind: 'number', cell: ({ created_at }) => showDuration(secondsSince(created_at)) },
]

const rowsMax = 5

export const LiveNow = () => {
  const polled = usePolled('live', paceOfLive, (client, signal) =>
    client.listCalls({ status: 'in-progress', per_page: rowsMax }, { signal }),
  )
  return (
    <section class="card">
      <h2>Live now</h2>
      <Seen polled={polled}>
        {({ data, total }) =>
          total === 0 ? (
            <p class="quiet">No call runs at this moment.</p>
          ) : (
            <>
              <Table caption="Calls that run now" columns={columns} rows={data} />
              {total > rowsMax && <a href={hrefWith('calls', { status: 'in-progress' })}>All {total} running calls</a>}
            </>
          )
        }
      </Seen>
    </section>
  )
}
