import type { GetCampaignAnswer, ListCallsAnswer, ListLeadsAnswer } from '../../../client/client.ts'
import { type Column, Table } from './list.tsx'
import { Facts, Nothing, Seen, Status } from './parts.tsx'
import { paceOfBeside, paceOfPreview, useLook } from './poll.ts'
import { hrefOf } from './route.ts'
import { showDuration, showTime } from './times.ts'

/** What stands beside a campaign: why its leads wait, its newest calls, and who is next. */

const rowsBeside = 5

export const WhyTheyWait = ({ campaign: { id, status, timezone } }: { campaign: GetCampaignAnswer }) => {
  const look = useLook(`preview ${id} ${status}`, paceOfPreview, (client, signal) =>
    client.previewCampaign({ id }, { signal }),
  )
  return (
    <section class="card">
      <h2>{status === 'in-progress' ? 'Why leads wait' : 'If it was started now'}</h2>
      <Seen look={look}>
        {(preview) => (
          <Facts
            facts={[
              ['Would be called now', `${preview.exact ? '' : 'at most '}${preview.would_be_called_now}`],
              ...preview.reasons.map(
                ({ reason, leads }) => [reason, `${preview.exact ? '' : 'at least '}${leads}`] as const,
              ),
              ['Next call', showTime(preview.next_call_at, timezone)],
            ]}
          />
        )}
      </Seen>
    </section>
  )
}

const callColumns: readonly Column<ListCallsAnswer['data'][number]>[] = [
  { title: 'Number', cell: ({ id, client_phone_number }) => <a href={hrefOf('calls', id)}>{client_phone_number}</a> },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Made', cell: ({ created_at }) => showTime(created_at) },
  { title: 'Length', isWide: true, isNumber: true, cell: ({ duration }) => showDuration(duration) },
]

export const CallsOfCampaign = ({ id }: { id: number }) => {
  const look = useLook(`calls of ${id}`, paceOfBeside, (client, signal) =>
    client.listCalls({ campaign_id: id, per_page: rowsBeside }, { signal }),
  )
  return (
    <section class="card">
      <h2>Newest calls</h2>
      <Seen look={look}>
        {({ data }) =>
          data.length === 0 ? (
            <Nothing title="No calls yet">Start the campaign: calls appear here as they happen.</Nothing>
          ) : (
            <Table caption="Newest calls of the campaign" columns={callColumns} rows={data} />
          )
        }
      </Seen>
    </section>
  )
}

const leadColumns: readonly Column<ListLeadsAnswer['data'][number]>[] = [
  { title: 'Number', cell: ({ id, phone_number }) => <a href={hrefOf('leads', id)}>{phone_number}</a> },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Added', cell: ({ created_at }) => showTime(created_at) },
]

/** Those who wait longest stand on the last page: a list begins with the newest. Its size is one by which that page is fullest. */
const lastPage = (leads: number): { per_page: number; page: number } => {
  const sizes = [5, 6, 7, 8].map((per_page) => ({ per_page, rows: leads % per_page || per_page }))
  const { per_page } = sizes.reduce((best, each) => (each.rows > best.rows ? each : best))
  return { per_page, page: Math.max(1, Math.ceil(leads / per_page)) }
}

export const WaitingLeads = ({ campaign: { id, leads_count } }: { campaign: GetCampaignAnswer }) => {
  const last = lastPage(leads_count.created)
  const look = useLook(`waiting of ${id}`, paceOfBeside, (client, signal) =>
    client.listLeads({ campaign_id: id, status: 'created', ...last }, { signal }),
  )
  return (
    <section class="card">
      <h2>Who is next</h2>
      <Seen look={look}>
        {({ data }) =>
          data.length === 0 ? (
            <Nothing title="No lead waits">Every lead has come to an end, or there are none yet.</Nothing>
          ) : (
            <>
              <p class="quiet">They wait longest. Open one to see when its next attempt is, and why it waits.</p>
              <Table caption="Leads that wait longest" columns={leadColumns} rows={data.toReversed()} />
            </>
          )
        }
      </Seen>
    </section>
  )
}
