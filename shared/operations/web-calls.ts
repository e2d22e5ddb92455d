import * as z from 'zod'
import { VisitDraft, WebCallDraft } from '../domain/calls/web-call.ts'
import { eventCursorLengthMax } from '../domain/conversations/call-events.ts'
import { flag, optional, text } from '../words/fields.ts'
import { form } from '../words/form.ts'
import { callback, http, visit } from './define.ts'

const area = 'web-calls'

const JoinableCall = z.object({
  message: z.string(),
  data: z.object({
    id: z.int(),
    token: z.string(),
    expires_at: z.string(),
    /** Lets the page read the call's captions. */
    follow_token: z.string(),
    /** `local` when the local stack answers. */
    engine: z.string(),
  }),
})

const opening = [
  'accounts.hold',
  'accounts.means',
  'advanceCallQueue.nudge',
  'assistants.find',
  'calls.applyIncoming',
  'calls.open',
  'calls.patch',
  'calls.register',
  'clock',
  'numbers.list',
  'random',
  'rollouts.admit',
  'webTokens.open',
] as const

export const createWebCall = http({
  id: 'create-web-call',
  area,
  method: 'POST',
  path: '/user/assistants/{id}/web-call',
  summary: 'Open a call that a web page joins',
  description:
    'The page joins with the SDK of the carrier and this token, once, within 60 seconds. `draft` uses the draft of the assistant. A page without a microphone sends `typed`: it opens no call where the carrier takes sound alone. Its minutes cost as on the phone. If the page does not join, the call is `failed` and free.',
  body: WebCallDraft,
  status: 201,
  missing: 'assistant_not_found',
  returns: JoinableCall,
  problems: ['draft_not_found', 'insufficient_balance', 'account_suspended', 'web_calls_not_set_up'],
  // Not for agents: the token in the answer opens a call.
  agents: false,
  uses: opening,
})

export const beginWebCall = visit({
  id: 'begin-web-call',
  area,
  method: 'POST',
  path: '/web/calls',
  summary: 'Call an assistant from a web page',
  description:
    'For visitors of web pages that the assistant’s `widget_settings` allow; the browser’s `Origin` decides. The owner may send a token instead. The answer is that of `create-web-call`.',
  body: VisitDraft,
  status: 201,
  returns: JoinableCall,
  problems: [
    'widget_not_found',
    'origin_not_allowed',
    'too_many_visits',
    'conversation_unpaid',
    'web_calls_not_set_up',
  ],
  uses: ['assistants.findByUuid', 'visits.call', ...opening],
})

export const followWebCall = visit({
  id: 'follow-web-call',
  area,
  method: 'POST',
  path: '/web/calls/follow',
  summary: 'Follow the captions of a web call',
  description:
    'For the page of the call, with the `follow_token` of the answer that opened it. Pass `after` of one answer to the next request. A page that has asked once asks every 2 seconds: after 15 seconds without a request the page counts as lost, and the call ends. After a request with `hidden` none is expected until the next one without it.',
  body: form({
    follow_token: text({ max: 100 }),
    after: optional(text({ max: eventCursorLengthMax })),
    hidden: optional(flag()),
  }),
  returns: z.object({
    is_over: z.boolean(),
    captions: z.array(z.object({ sender: z.enum(['bot', 'human']), text: z.string() })),
    after: z.string(),
  }),
  problems: ['call_not_found'],
  uses: ['advanceCallQueue.nudge', 'callEvents.after', 'calls.find', 'calls.patch', 'clock'],
})

export const receiveWebCall = callback({
  id: 'receive-web-call',
  area,
  path: '/carrier/web-call',
  report: 'web call',
  summary: 'The carrier asks what to do with a call of a web page',
  uses: [
    'advanceCallQueue.nudge',
    'assistants.find',
    'callbacks.write',
    'calls.applyIncoming',
    'calls.details',
    'calls.find',
    'calls.patch',
    'clock',
    'conversations.begin',
    'conversations.change',
    'conversations.find',
    'random',
    'realtime.address',
    'talkFunctions.wake',
    'voices.find',
    'watchSilenceQueue.nudge',
  ],
})
