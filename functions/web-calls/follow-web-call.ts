import { isLive, isOver } from '../../shared/domain/calls/placement.ts'
import { mayFollow, pageUntil, readFollowToken } from '../../shared/domain/calls/web-call.ts'
import {
  eventPage,
  eventsMax,
  fromTheStart,
  readEventCursor,
  writeEventCursor,
} from '../../shared/domain/conversations/call-events.ts'
import { followWebCall } from '../../shared/operations/web-calls.ts'
import { visit } from '../../shared/runtime/visit.ts'
import { sentences } from '../../shared/words/fields.ts'
import { finding } from '../../shared/words/form.ts'
import { found } from '../../shared/words/problem.ts'

/**
 * Returns new captions to the page. Each request shows that the page is open; the first request
 * starts the checks by `advance-call`.
 */
export const handler = visit(followWebCall, async (request, services) => {
  const { advanceCallQueue, callEvents, calls, clock } = services
  const {
    follow_token,
    after,
    hidden = false,
  } = request.body(({ after }) => (after && !readEventCursor(after) ? finding('after', sentences.selected) : {}))
  const { ref, hash } = found(readFollowToken(follow_token), 'call_not_found')
  const known = await calls.find(ref)
  const now = clock.now()
  const call = found(known && mayFollow(known, hash, now) ? known : undefined, 'call_not_found')
  const until = isLive(call) && !call.hang_up ? pageUntil(call, hidden, now) : 'same'
  if (until !== 'same') {
    await calls.patch(ref, { page: { hash, ...(until !== undefined && { until }) } }, now)
    if (call.page?.until === undefined && until !== undefined) await advanceCallQueue.nudge(ref, (until - now) / 1000)
  }
  const cursor = (after && readEventCursor(after)) || fromTheStart
  const reported = found(await callEvents.after(ref, cursor, eventsMax), 'call_not_found')
  const page = eventPage(reported, cursor, eventsMax)
  return {
    is_over: isOver(call) && !page.has_more,
    captions: page.events.flatMap((event) =>
      event.type === 'turn' ? [{ sender: event.sender, text: event.text }] : [],
    ),
    after: writeEventCursor(page.after),
  }
})
