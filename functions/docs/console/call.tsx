import type { GetCallAnswer } from '../../../client/client.ts'
import { ActionButton } from './action.tsx'
import { LiveTalk } from './live-talk.tsx'
import { Facts, Heading, Seen, Status, Values } from './parts.tsx'
import { paceOfOne, useLook } from './poll.ts'
import { go } from './route.ts'
import { readTime, showDuration, showMoney, showTime } from './times.ts'
import { Transcript } from './transcript.tsx'

/** Seconds after its last change in which more may come of a call that is over: its evaluation, its recording. */
const settlingSeconds = 180

/** May more be said, or be known of what was said? */
const isMoving = ({ status, updated_at }: GetCallAnswer): boolean => {
  if (['initiated', 'ringing', 'in-progress'].includes(status)) return true
  const wasAnswered = !['busy', 'no-answer', 'failed'].includes(status)
  return wasAnswered && Date.now() - readTime(updated_at).getTime() < settlingSeconds * 1000
}

export const CallView = ({ id }: { id: number }) => {
  const look = useLook(`call ${id}`, paceOfOne, (client, signal) => client.getCall({ id }, { signal }))
  return <Seen look={look}>{(call) => <CallFound call={call} onDone={look.again} />}</Seen>
}

const CallFound = ({ call, onDone }: { call: GetCallAnswer; onDone: () => void }) => (
  <>
    <Heading title={call.client_phone_number || 'Unknown number'}>
      <ActionButton
        label="Delete"
        isDangerous
        question="Delete this call?"
        consequence="Its transcript and its recording go with it, for good."
        run={(client, how) => client.deleteCall({ id: call.id }, how)}
        onDone={() => go('calls')}
      />
    </Heading>
    <section class="card">
      <h2 class="unseen">The call</h2>
      <Facts
        facts={[
          ['Status', <Status key="status" of={call.status} />],
          ['Assistant', call.assistant_name],
          ['Campaign', call.campaign_name ?? '–'],
          ['Direction', call.type],
          ['Made', showTime(call.created_at)],
          ['Length', showDuration(call.duration)],
          ['Answered by', call.answered_by],
          ['Cost', `${showMoney(call.total_cost)}, ${showMoney(call.carrier_cost)} of it the carrier’s`],
          ...(call.failure_reason ? [['Why it failed', call.failure_reason] as const] : []),
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
    <Values title="What the webhook answered" values={call.webhook_response} />
  </>
)
