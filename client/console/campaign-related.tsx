import type { GetCampaignAnswer, ListCallsAnswer, ListLeadsAnswer } from '../client.ts'
import { type Column, Table } from './list.tsx'
import { Facts, Nothing, Seen, Status, Time } from './parts.tsx'
import { paceOfPreview, usePolled } from './poll.ts'
import { hrefOf, hrefWith } from './route.ts'
import { lengthOf, showDuration } from './times.ts'

export const relatedRowsMax = 5

type Call = ListCallsAnswer['data'][number]
type Lead = ListLeadsAnswer['data'][number]

/** Shows how many leads wait for each reason. Leaves out the reasons of finished leads. */
export const WhyLeadsWait = ({ campaign: { id, status, timezone } }: { campaign: GetCampaignAnswer }) => {
  const polled = usePolled(`preview ${id} ${status}`, paceOfPreview, (client, signal) =>
    client.previewCampaign({ id }, { signal }),
  )
  return (
    <section class="card">
      <h2>{status === 'in-progress' ? 'Why leads wait' : 'If it started now'}</h2>
      <Seen polled={polled}>
        {(preview) => (
          <Facts
            facts={[
              ['Would be called now', `${preview.exact ? '' : 'at most '}${preview.would_be_called_now}`],
              ...preview.reasons.flatMap(({ reason, leads, is_final }) =>
                is_final ? [] : [[reason, `${preview.exact ? '' : 'at least '}${leads}`] as const],
              ),
              ['Next call', <Time key="next" at={preview.next_call_at} zone={timezone} />],
            ]}
          />
        )}
      </Seen>
    </section>
  )
}

const callColumns: readonly Column<Call>[] = [
  { title: 'Number', cell: ({ id, client_phone_number }) => <a href={hrefOf('calls', id)}>{client_phone_number}</a> },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Started', from: 'medium', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Length', from: 'medium', kind: 'number', cell: (call) => showDuration(lengthOf(call)) },
]

export const NewestCalls = ({ id, calls }: { id: number; calls: readonly Call[] }) => (
  <section class="card">
    <h2>Newest calls</h2>
    {calls.length === 0 ? (
      <Nothing title="No calls yet">Start the campaign: calls appear here as they happen.</Nothing>
    ) : (
      <>
        <Table caption="Newest calls of the campaign" columns={callColumns} rows={calls} />
        <a href={hrefWith('calls', { campaign_id: id })}>All calls of the campaign</a>
      </>
    )}
  </section>
)

const leadColumns: readonly Column<Lead>[] = [
  { title: 'Number', cell: ({ id, phone_number }) => <a href={hrefOf('leads', id)}>{phone_number}</a> },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Added', from: 'medium', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** Leads on the last page wait longest. Picks the page size with the most leads on that page. */
export const lastPage = (leads: number): { per_page: number; page: number } => {
  const sizes = [5, 6, 7, 8].map((per_page) => ({ per_page, rows: leads % per_page || per_page }))
  const { per_page } = sizes.reduce((best, each) => (each.rows > best.rows ? each : best))
  return { per_page, page: Math.max(1, Math.ceil(leads / per_page)) }
}

export const WaitingLeads = ({ id, leads }: { id: number; leads: readonly Lead[] }) => (
  <section class="card">
    <h2>Next leads</h2>
    {leads.length === 0 ? (
      <Nothing title="No lead waits">Every lead is finished, or none was added yet.</Nothing>
    ) : (
      <>
        <p class="quiet">These leads wait longest. Open one to see its next attempt and why it waits.</p>
        <Table caption="Leads that wait longest" columns={leadColumns} rows={leads} />
        <a href={hrefWith('leads', { campaign_id: id, status: 'created' })}>All waiting leads</a>
      </>
    )}
  </section>
)
