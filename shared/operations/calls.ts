import * as z from 'zod'
import { callStatuses, callTypes } from '../domain/calls/call.ts'
import { CallRef, RecordingRef } from '../domain/calls/call-ref.ts'
import { CallItem } from '../domain/calls/call-view.ts'
import { day, integer, oneOf, optional, text, variables } from '../domain/fields.ts'
import { finding, form } from '../domain/form.ts'
import { pageOf } from '../domain/page.ts'
import { callback, http, worker } from './define.ts'

const area = 'calls'
const Free = z.record(z.string(), z.unknown())

export const makeCall = http({
  id: 'make-call',
  area,
  method: 'POST',
  path: '/user/make_call',
  summary: 'Place one call with an outbound assistant',
  body: form({
    phone_number: text({ max: 64 }),
    assistant_id: integer(),
    variables: optional(variables()),
  }),
  returns: z.object({
    message: z.string(),
    data: z.object({
      id: z.int(),
      call_id: z.int(),
      status: z.enum(callStatuses),
      type: z.enum(callTypes),
      assistant_id: z.int(),
      assistant_phone_number: z.string(),
      client_phone_number: z.string(),
      variables: Free,
      created_at: z.string(),
    }),
  }),
  problems: [
    'assistant_not_found',
    'invalid_phone_number',
    'phone_number_blacklisted',
    'assistant_cannot_call',
    'no_phone_number',
  ],
  uses: ['assistants.find', 'numbers.list', 'blacklist.has', 'calls.open', 'placeCallQueue.nudge', 'clock'],
})

export const listCalls = http({
  id: 'list-calls',
  area,
  method: 'GET',
  path: '/user/calls',
  summary: 'List calls, newest first, with filters',
  query: form(
    {
      status: optional(oneOf(callStatuses)),
      type: optional(oneOf(callTypes)),
      phone_number: optional(text({ max: 64, exact: true })),
      assistant_id: optional(integer()),
      campaign_id: optional(integer()),
      date_from: optional(day()),
      date_to: optional(day()),
      per_page: optional(integer({ min: 1, max: 100 })),
      page: optional(integer({ min: 1 })),
    },
    ({ date_from, date_to }) =>
      date_from && date_to && date_from > date_to
        ? finding('date_to', 'The :attribute field must be a date after or equal to date from.')
        : {},
  ),
  returns: pageOf(CallItem),
  uses: ['calls.page', 'calls.details', 'recordings.link'],
})

export const getCall = http({
  id: 'get-call',
  area,
  method: 'GET',
  path: '/user/calls/{id}',
  summary: 'Get one call with everything that was said',
  missing: 'call_not_found',
  returns: CallItem.extend({ messages: z.array(Free) }),
  problems: ['call_not_found'],
  uses: ['calls.find', 'calls.details', 'recordings.link'],
})

export const deleteCall = http({
  id: 'delete-call',
  area,
  method: 'DELETE',
  path: '/user/calls/{id}',
  summary: 'Delete a call that is over',
  missing: 'call_not_found',
  returns: z.object({ message: z.string() }),
  problems: ['call_not_found', 'call_in_progress'],
  uses: [
    'calls.find',
    'calls.details',
    'calls.charge',
    'calls.remove',
    'conversations.remove',
    'recordings.remove',
    'clock',
  ],
})

export const placeCall = worker({
  id: 'place-call',
  area,
  queue: 'placeCallQueue',
  message: CallRef,
  uses: [
    'calls.claimDial',
    'calls.apply',
    'blacklist.has',
    'carrier.placeCall',
    'advanceCallQueue.nudge',
    'clock',
    'random',
    'calls.find',
    'calls.note',
    'campaigns.find',
    'leads.find',
    'dials.claim',
    'dials.cancel',
    'pace.takeSingle',
    'blacklist.among',
    'placeCallQueue.nudge',
    'dispatchCampaignQueue.nudge',
  ],
  failureHurts: 'outgoing calls wait for the next minute before they are placed',
})

export const advanceCall = worker({
  id: 'advance-call',
  area,
  queue: 'advanceCallQueue',
  message: CallRef,
  uses: [
    'calls.find',
    'calls.apply',
    'calls.note',
    'calls.charge',
    'calls.correct',
    'carrier.lookUpCall',
    'carrier.fetchCall',
    'carrier.endCall',
    'deliveries.release',
    'placeCallQueue.nudge',
    'advanceCallQueue.nudge',
    'evaluateCallQueue.nudge',
    'deliverWebhookQueue.nudge',
    'clock',
    'dispatchCampaignQueue.nudge',
  ],
  failureHurts: 'calls are closed and charged late',
})

export const evaluateCall = worker({
  id: 'evaluate-call',
  area,
  queue: 'evaluateCallQueue',
  message: CallRef,
  // A slow model holds up nobody else, and two models may each answer twice.
  batchMax: 1,
  timeoutSeconds: 150,
  uses: [
    'assistants.find',
    'calls.find',
    'calls.details',
    'calls.evaluate',
    'calls.finish',
    'conversations.utterances',
    'deliveries.release',
    'deliverWebhookQueue.nudge',
    'talkModel.evaluate',
    'users.find',
    'clock',
  ],
  failureHurts: 'calls stay without transcript and evaluation, and webhooks tell of them late',
})

/** Bringing an answered call and its assistant together: what shared/actions/connect-assistant.ts is handed. */
const answeringUses = [
  'assistants.find',
  'voices.find',
  'conversations.begin',
  'watchSilenceQueue.nudge',
  'callbacks.write',
  'realtime.address',
  'clock',
  'random',
] as const

export const answerCall = callback({
  id: 'answer-call',
  area,
  path: '/carrier/calls/{ref}/answer',
  report: 'answered',
  summary: 'The carrier asks what to do with an answered call',
  uses: [...answeringUses, 'calls.apply', 'calls.details', 'advanceCallQueue.nudge', 'dispatchCampaignQueue.nudge'],
})

export const receiveCallStatus = callback({
  id: 'receive-call-status',
  area,
  path: '/carrier/calls/{ref}/status',
  report: 'call status',
  summary: 'The carrier reports how a call goes',
  uses: ['calls.apply', 'advanceCallQueue.nudge', 'clock', 'dispatchCampaignQueue.nudge'],
})

export const receiveSessionEnd = callback({
  id: 'receive-session-end',
  area,
  path: '/carrier/calls/{ref}/session',
  report: 'session end',
  summary: 'The carrier reports that the conversation is over, and by whom',
  uses: [
    'calls.apply',
    'calls.find',
    'conversations.change',
    'assistants.find',
    'voices.find',
    'advanceCallQueue.nudge',
    'watchSilenceQueue.nudge',
    'callbacks.write',
    'clock',
    'random',
    'dispatchCampaignQueue.nudge',
  ],
})

export const receiveIncomingCall = callback({
  id: 'receive-incoming-call',
  area,
  path: '/carrier/incoming-call',
  report: 'incoming call',
  summary: 'The carrier asks what to do with a call to one of our numbers',
  uses: [
    ...answeringUses,
    'numbers.ownerOf',
    'numbers.find',
    'calls.receive',
    'calls.applyIncoming',
    'calls.keepVariables',
    'conversations.find',
    'webhookSecrets.ensure',
    'webhookClient.ask',
  ],
})

export const receiveIncomingStatus = callback({
  id: 'receive-incoming-status',
  area,
  path: '/carrier/incoming-status',
  report: 'incoming status',
  summary: 'The carrier reports that a call to one of our numbers is over',
  uses: ['calls.ofCarrier', 'calls.applyIncoming', 'advanceCallQueue.nudge', 'clock'],
})

export const receiveRecording = callback({
  id: 'receive-recording',
  area,
  path: '/carrier/calls/{ref}/recording',
  report: 'recording',
  summary: 'The carrier reports that a recording can be fetched',
  uses: ['copyRecordingQueue.send'],
})

export const copyRecording = worker({
  id: 'copy-recording',
  area,
  queue: 'copyRecordingQueue',
  message: RecordingRef,
  batchMax: 1,
  timeoutSeconds: 60,
  uses: ['carrier.fetchRecording', 'recordings.keep', 'recordings.remove', 'calls.keepRecording', 'users.find'],
  failureHurts: 'recordings stay at the carrier, and calls have no link to them',
})

export const receiveAnsweredBy = callback({
  id: 'receive-answered-by',
  area,
  path: '/carrier/calls/{ref}/answered-by',
  report: 'answered by',
  summary: 'The carrier reports whether a human or a machine answered',
  uses: ['calls.apply', 'advanceCallQueue.nudge', 'clock', 'dispatchCampaignQueue.nudge'],
})
