import type { GetCampaignAnswer } from '../../../client/client.ts'
import { ActionButton } from './action.tsx'
import { CallsOfCampaign, WaitingLeads, WhyTheyWait } from './campaign-beside.tsx'
import { Facts, Heading, ProgressBar, Seen, Status } from './parts.tsx'
import { paceOfCampaign, useLook } from './poll.ts'
import { go } from './route.ts'
import { showTime } from './times.ts'

export const CampaignView = ({ id }: { id: number }) => {
  const look = useLook(`campaign ${id}`, paceOfCampaign, (client, signal) => client.getCampaign({ id }, { signal }))
  return (
    <Seen look={look}>
      {(campaign) => (
        <>
          <Heading title={campaign.name}>
            <Steering campaign={campaign} onDone={look.again} />
          </Heading>
          <Progress campaign={campaign} />
          <WhyTheyWait campaign={campaign} />
          <CallsOfCampaign id={campaign.id} />
          <WaitingLeads campaign={campaign} />
        </>
      )}
    </Seen>
  )
}

const Steering = ({ campaign, onDone }: { campaign: GetCampaignAnswer; onDone: () => void }) => {
  const { id: campaign_id, status, leads_count } = campaign
  return (
    <>
      {status === 'in-progress' ? (
        <ActionButton
          label="Stop"
          question="Stop this campaign?"
          consequence="No call begins any more. Calls that run go on to their end."
          run={(client, how) => client.updateCampaignStatus({ campaign_id, action: 'stop' }, how)}
          onDone={onDone}
        />
      ) : (
        <ActionButton
          label="Start"
          question="Start this campaign?"
          consequence={`${leads_count.created.toLocaleString('en-US')} people are called, within its hours. Calls cost money.`}
          run={(client, how) => client.updateCampaignStatus({ campaign_id, action: 'start' }, how)}
          onDone={onDone}
        />
      )}
      <ActionButton
        label="Delete"
        isDangerous
        question="Delete this campaign?"
        consequence="Its leads go with it, for good. Calls that run go on to their end."
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
          ['Next call', showTime(campaign.next_call_at, timezone)],
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
