import { useEffect, useState } from 'preact/hooks'
import type { GetCallAnswer } from '../client.ts'
import { ActionButton } from './action.tsx'
import { type Column, Table } from './list.tsx'
import { LiveTalk } from './live-talk.tsx'
import { Facts, Heading, Seen, Status, Time, Values } from './parts.tsx'
import { paceOfOne, usePolled } from './poll.ts'
import { go, hrefOf } from './route.ts'
import { isLive, readTime, secondsSince, showDuration, showMoney } from './times.ts'
import { Transcript } from './transcript.tsx'

/** Seconds after a call's end in which its evaluation or recording may arrive. */
const settlingSeconds = 180

/** True while the call or its results can still change. */
const isMoving = ({ status, updated_at }: GetCallAnswer): boolean => {
  if (isLive({ status })) return true
  const wasAnswered = !['busy', 'no-answer', 'failed'].includes(status)
  return wasAnswered && Date.now() - readTime(updated_at).getTime() < settlingSeconds * 1000
}

export const CallView = ({ id }: { id: number }) => {
  const polled = usePolled(`call ${id}`, paceOfOne, (client, signal) => client.getCall({ id }, { signal }))
  return <Seen polled={polled}>{(call) => <CallFound call={call} onDone={polled.again} />}</Seen>
}

const costOf = ({ total_cost, carrier_cost }: GetCallAnswer): string =>
  carrier_cost > 0 ? `${showMoney(total_cost)}, of which carrier ${showMoney(carrier_cost)}` : showMoney(total_cost)

const transferColumns: readonly Column<GetCallAnswer['transfers'][number]>[] = [
  { title: 'To', cell: ({ phone_number }) => phone_number },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Asked by', from: 'medium', cell: ({ requested_by }) => requested_by },
  {
    title: 'Why not',
    from: 'wide',
    kind: 'text',
    cell: ({ failure_reason, reason }) => failure_reason ?? reason ?? '–',
  },
  { title: 'Length', from: 'medium', kind: 'number', cell: ({ duration }) => showDuration(duration) },
]

const Transfers = ({ transfers }: Pick<GetCallAnswer, 'transfers'>) =>
  transfers.length > 0 && (
    <section class="card">
      <h2>Transfers</h2>
      <Table caption="Transfers" columns={transferColumns} rows={transfers} />
    </section>
  )

const Link = ({ view, id, name }: { view: string; id: number | null; name: string | null }) =>
  id === null || name === null ? <>–</> : <a href={hrefOf(view, id)}>{name}</a>

const Running = ({ since }: { since: string }) => {
  const [, setTick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return <>{showDuration(secondsSince(since))}</>
}

const CallFound = ({ call, onDone }: { call: GetCallAnswer; onDone: () => void }) => (
  <>
    <Heading title={call.client_phone_number || 'Unknown number'}>
      {call.client_phone_number !== '' && (
        <a class="button" href={hrefOf('calls', call.id, 'person')}>
          All of this person
        </a>
      )}
      {!isLive(call) && (
        <ActionButton
          label="Delete"
          isDangerous
          question="Delete this call?"
          consequence="Its transcript and its recording are deleted with it, for good."
          run={(client, how) => client.deleteCall({ id: call.id }, how)}
          onDone={() => go('calls')}
        />
      )}
    </Heading>
    <section class="card">
      <h2 class="unseen">The call</h2>
      <Facts
        facts={[
          ['Status', <Status key="status" of={call.status} />],
          ['Assistant', <Link key="assistant" view="assistants" id={call.assistant_id} name={call.assistant_name} />],
          ['Campaign', <Link key="campaign" view="campaigns" id={call.campaign_id} name={call.campaign_name} />],
          ['Lead', <Link key="lead" view="leads" id={call.lead_id} name="Open the lead" />],
          ['Direction', call.type],
          ['Started', <Time key="started" at={call.created_at} />],
          isLive(call)
            ? ['Running for', <Running key="running" since={call.created_at} />]
            : ['Length', showDuration(call.duration)],
          ['Answered by', call.answered_by],
          ['Cost', isLive(call) ? 'Known after the call' : costOf(call)],
          ...(call.ended_reason ? [['Why it ended', call.ended_reason.replaceAll('_', ' ')] as const] : []),
          ...(call.failure_reason ? [['Why it failed', call.failure_reason] as const] : []),
          ...(call.carrier_code === null ? [] : [['Carrier code', String(call.carrier_code)] as const]),
        ]}
      />
    </section>
    {call.messages.length === 0 && isMoving(call) ? (
      <LiveTalk call={call} onDone={onDone} />
    ) : (
      <Transcript call={call} />
    )}
    <Transfers transfers={call.transfers} />
    <Values title="Evaluation" values={call.evaluation} />
    <Values title="Variables" values={call.variables} />
    <Values title="Webhook response" values={call.webhook_response} />
  </>
)
