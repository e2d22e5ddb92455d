import { useEffect, useState } from 'preact/hooks'
import type { GetCallAnswer } from '../client.ts'
import { ActionButton } from './action.tsx'
import { LiveTalk } from './live-talk.tsx'
import { Facts, Heading, Seen, Status, Time, Values } from './parts.tsx'
import { paceOfOne, useLook } from './poll.ts'
import { go } from './route.ts'
import { isLive, readTime, secondsSince, showDuration, showMoney } from './times.ts'
import { Transcript } from './transcript.tsx'

/**
 * Seconds after its last change in which more may come of a call that is over: its evaluation, its
 * recording.
 */
const settlingSeconds = 180

/** May more be said, or be known of what was said? */
const isMoving = ({ status, updated_at }: GetCallAnswer): boolean => {
  if (isLive({ status })) return true
  const wasAnswered = !['busy', 'no-answer', 'failed'].includes(status)
  return wasAnswered && Date.now() - readTime(updated_at).getTime() < settlingSeconds * 1000
}

export const CallView = ({ id }: { id: number }) => {
  const look = useLook(`call ${id}`, paceOfOne, (client, signal) => client.getCall({ id }, { signal }))
  return <Seen look={look}>{(call) => <CallFound call={call} onDone={look.again} />}</Seen>
}

const costOf = ({ total_cost, carrier_cost }: GetCallAnswer): string =>
  carrier_cost > 0 ? `${showMoney(total_cost)}, of which carrier ${showMoney(carrier_cost)}` : showMoney(total_cost)

/** Counts the seconds of a live call. */
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
          ['Assistant', call.assistant_name],
          ['Campaign', call.campaign_name ?? '–'],
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
    <Values title="Evaluation" values={call.evaluation} />
    <Values title="Variables" values={call.variables} />
    <Values title="Webhook response" values={call.webhook_response} />
  </>
)
