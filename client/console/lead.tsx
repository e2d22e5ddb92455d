import type { GetLeadAnswer } from '../client.ts'
import { ActionButton } from './action.tsx'
import { type Column, Table } from './list.tsx'
import { Facts, Heading, Nothing, Seen, Status, Time, Values } from './parts.tsx'
import { paceOfOne, usePolled } from './poll.ts'
import { go, hrefOf } from './route.ts'

export const LeadView = ({ id }: { id: number }) => {
  const polled = usePolled(`lead ${id}`, paceOfOne, (client, signal) => client.getLead({ id }, { signal }))
  return <Seen polled={polled}>{(lead) => <LeadFound lead={lead} />}</Seen>
}

/** Reads the campaign's time zone. The view shows times in this zone and the viewer's zone. */
const useZone = (id: number): string | undefined =>
  usePolled(`zone of ${id}`, undefined, (client, signal) => client.getCampaign({ id }, { signal })).data?.timezone

const LeadFound = ({ lead }: { lead: GetLeadAnswer }) => {
  const zone = useZone(lead.campaign_id)
  const columns: readonly Column<GetLeadAnswer['attempts'][number]>[] = [
    {
      title: 'Started',
      kind: 'text',
      cell: ({ attempted_at, call_id }) => (
        <a href={hrefOf('calls', call_id)}>
          <Time at={attempted_at} zone={zone} />
        </a>
      ),
    },
    { title: 'Outcome', cell: ({ outcome }) => <Status of={outcome ?? 'in-progress'} /> },
  ]
  return (
    <>
      <Heading title={lead.phone_number}>
        <a class="button" href={hrefOf('leads', lead.id, 'edit')}>
          Edit
        </a>
        <a class="button" href={hrefOf('leads', lead.id, 'person')}>
          All of this person
        </a>
        <ActionButton
          label="Delete"
          isDangerous
          question="Delete this lead?"
          consequence="Its other numbers are deleted with it, for good. A call that runs goes on to its end."
          run={(client, how) => client.deleteLead({ id: lead.id }, how)}
          onDone={() => go('leads')}
        />
      </Heading>
      <section class="card">
        <h2 class="unseen">The lead</h2>
        <Facts
          facts={[
            ['Status', <Status key="status" of={lead.status} />],
            [
              'Campaign',
              <a key="campaign" href={hrefOf('campaigns', lead.campaign.id)}>
                {lead.campaign.name}
              </a>,
            ],
            ['Next attempt', <Time key="next" at={lead.next_attempt_at} zone={zone} />],
            ['Why it is not called now', lead.reasons.join(' ') || 'It is next.'],
            ['Other numbers', lead.secondary_contacts.map(({ phone_number }) => phone_number).join(', ') || '–'],
            ['Added', <Time key="added" at={lead.created_at} zone={zone} />],
          ]}
        />
      </section>
      <section class="card">
        <h2>Attempts</h2>
        {lead.attempts.length === 0 ? (
          <Nothing title="Not called yet">Each call to this lead appears here with its outcome.</Nothing>
        ) : (
          <Table caption="Attempts" columns={columns} rows={lead.attempts} />
        )}
      </section>
      <Values title="Variables" values={lead.variables} />
    </>
  )
}
