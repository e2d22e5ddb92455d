import type { Client, GetCampaignAnswer } from '../client.ts'
import { ActionButton } from './action.tsx'
import { lastPage, NewestCalls, relatedRowsMax, WaitingLeads, WhyLeadsWait } from './campaign-related.tsx'
import { Facts, Heading, ProgressBar, Seen, Status, Time } from './parts.tsx'
import { paceOfCampaign, usePolled } from './poll.ts'
import { go, hrefOf } from './route.ts'

export const CampaignView = ({ id }: { id: number }) => {
  const polled = usePolled(`campaign ${id}`, paceOfCampaign, (client, signal) => readCampaign(client, id, signal))
  return (
    <Seen polled={polled}>
      {({ campaign, calls, waiting }) => (
        <>
          <Heading title={campaign.name}>
            <a class="button" href={hrefOf('campaigns', id, 'edit')}>
              Edit
            </a>
            <a class="button" href={hrefOf('campaigns', id, 'lead')}>
              Add lead
            </a>
            <a class="button" href={hrefOf('campaigns', id, 'import')}>
              Import leads
            </a>
            <Steering campaign={campaign} onDone={polled.again} />
          </Heading>
          <Progress campaign={campaign} />
          <WhyLeadsWait campaign={campaign} />
          <NewestCalls id={id} calls={calls} />
          <WaitingLeads id={id} leads={waiting} />
        </>
      )}
    </Seen>
  )
}

/** Reads the data of all panels together, so that the panels agree. */
const readCampaign = async (client: Client, id: number, signal: AbortSignal) => {
  const campaign = await client.getCampaign({ id }, { signal })
  const [calls, waiting] = await Promise.all([
    client.listCalls({ campaign_id: id, per_page: relatedRowsMax }, { signal }),
    client.listLeads({ campaign_id: id, status: 'created', ...lastPage(campaign.leads_count.created) }, { signal }),
  ])
  return { campaign, calls: calls.data, waiting: waiting.data.toReversed() }
}

const Steering = ({ campaign, onDone }: { campaign: GetCampaignAnswer; onDone: () => void }) => {
  const { id: campaign_id, status, leads_count } = campaign
  return (
    <>
      {status === 'in-progress' ? (
        <ActionButton
          label="Stop"
          question="Stop this campaign?"
          consequence="No new call starts. Live calls continue to their end."
          run={(client, how) => client.updateCampaignStatus({ campaign_id, action: 'stop' }, how)}
          onDone={onDone}
        />
      ) : leads_count.created === 0 ? (
        <p class="quiet">No lead waits. Add leads, then start it.</p>
      ) : (
        <ActionButton
          label="Start"
          question="Start this campaign?"
          consequence={`${leads_count.created.toLocaleString('en-US')} people are called within its hours. Calls cost money.`}
          run={(client, how) => client.updateCampaignStatus({ campaign_id, action: 'start' }, how)}
          onDone={onDone}
        />
      )}
      <ActionButton
        label="Delete"
        isDangerous
        question="Delete this campaign?"
        consequence="Its leads are deleted with it, for good. Live calls continue to their end."
        run={(client, how) => client.deleteCampaign({ id: campaign_id }, how)}
        onDone={() => go('campaigns')}
      />
    </>
  )
}

const Progress = ({ campaign }: { campaign: GetCampaignAnswer }) => {
  const { leads_count, slots, timezone } = campaign
  const { total, created, completed, 'reached-max-retries': spent } = leads_count
  return (
    <section class="card">
      <h2>Progress</h2>
      <ProgressBar of={leads_count} />
      <Facts
        facts={[
          ['Status', <Status key="status" of={campaign.status} />],
          ['Reached', `${completed} of ${total}`],
          ['Waiting', String(created)],
          ['Not reached', String(spent)],
          ['Calls now', `${slots.taken} of ${slots.total} at a time`],
          ['Next call', <Time key="next" at={campaign.next_call_at} zone={timezone} />],
          ['Hours', hoursOf(campaign)],
          ...(campaign.stop_reason ? [['Why it stopped', campaign.stop_reason] as const] : []),
          ...(campaign.parallel_calls_note ? [['Note', campaign.parallel_calls_note] as const] : []),
        ]}
      />
    </section>
  )
}

const hoursOf = ({
  allowed_hours_start_time: from,
  allowed_hours_end_time: to,
  allowed_days,
  timezone,
}: GetCampaignAnswer): string =>
  `${from.slice(0, 5)} – ${to.slice(0, 5)} in ${timezone}, ${allowed_days.length === 7 ? 'every day' : allowed_days.join(', ')}`
