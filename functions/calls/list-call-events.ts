import {
  callEventView,
  eventPage,
  eventsMax,
  fromTheStart,
  readEventCursor,
  writeEventCursor,
} from '../../shared/domain/conversations/call-events.ts'
import { listCallEvents } from '../../shared/operations/calls.ts'
import { http } from '../../shared/runtime/http.ts'
import { sentences } from '../../shared/words/fields.ts'
import { finding } from '../../shared/words/form.ts'
import { found } from '../../shared/words/problem.ts'

/** Lists events. Costs one read unit if no event is new, so clients may poll every second. */
export const handler = http(listCallEvents, async ({ user_id, id, query }, { callEvents }) => {
  const { after, limit = eventsMax } = await query(({ after }) =>
    after && !readEventCursor(after) ? finding('after', sentences.selected) : {},
  )
  const cursor = (after && readEventCursor(after)) || fromTheStart
  const reported = found(await callEvents.after({ user_id, call_id: id }, cursor, limit), 'call_not_found')
  const page = eventPage(reported, cursor, limit)
  return { data: page.events.map(callEventView), after: writeEventCursor(page.after), has_more: page.has_more }
})
