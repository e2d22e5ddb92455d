import * as z from 'zod'
import { groupings, metrics } from '../domain/calls/analytics.ts'
import { callStatuses, callTypes } from '../domain/calls/call.ts'
import { callFilters } from '../domain/calls/call-filters.ts'
import { CallRef, DialJob, DialRound, RecordingRef } from '../domain/calls/call-ref.ts'
import { CallItem } from '../domain/calls/call-view.ts'
import { TransferItem } from '../domain/calls/leg-view.ts'
import { CallEventItem, eventCursorLengthMax, eventsMax } from '../domain/conversations/call-events.ts'
import { ToolCallItem } from '../domain/tools/tool-call.ts'
import { dayOrder } from '../words/day-range.ts'
import { integer, oneOf, optional, text, variables, zone } from '../words/fields.ts'
import { finding, form } from '../words/form.ts'
import { pageFields, pageOf } from '../words/page.ts'
import type { FieldErrors } from '../words/problem.ts'
import { callback, http, worker } from './define.ts'

const area = 'calls'
const Free = z.record(z.string(), z.unknown())

export const makeCall = http({
  id: 'make-call',
  area,
  method: 'POST',
  path: '/user/make_call',
  reachesPeople: true,
  summary: 'Place one call with an outbound assistant',
  description:
    'Answers as soon as the call is recorded; it is dialled in its turn. `GET /user/calls/{id}` shows its state. In a stage that enforces calling rules, a recipient who may not be called now is refused.',
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
    'calling_rules_refuse',
    'assistant_cannot_call',
    'no_phone_number',
    'too_many_waiting_calls',
  ],
  uses: [
    'accounts.means',
    'assistants.find',
    'blacklist.has',
    'callingRules.ruleSet',
    'callingRules.stageMode',
    'calls.open',
    'calls.register',
    'clock',
    'dialCounts.of',
    'evidence.record',
    'numbers.list',
    'placeCallQueue.nudge',
    'rollouts.admit',
  ],
})

const analyticsFindings = ({
  assistant_id,
  assistant_version,
  group_by,
  phone_number,
}: AnalyticsQuery): FieldErrors => ({
  ...(assistant_id === undefined && (assistant_version !== undefined || group_by === 'version')
    ? finding('assistant_id', 'The :attribute field is required with a version.')
    : {}),
  ...(phone_number === undefined ? {} : finding('phone_number', 'Analytics cannot be filtered by :attribute.')),
})

interface AnalyticsQuery {
  assistant_id?: number
  assistant_version?: number
  group_by?: string
  phone_number?: string
}

export const listCalls = http({
  id: 'list-calls',
  area,
  method: 'GET',
  path: '/user/calls',
  summary: 'List calls, newest first, with filters',
  description:
    '`total` is exact. `date_from` and `date_to` are whole UTC days, both included. `assistant_version` needs `assistant_id`.',
  query: form({ ...callFilters.fields, ...pageFields }, ...callFilters.rules),
  returns: pageOf(CallItem),
  problems: ['list_not_ready'],
  uses: ['callPages.page', 'recordings.link'],
})

export const getAnalytics = http({
  id: 'get-analytics',
  area,
  method: 'GET',
  path: '/user/analytics',
  summary: 'Get a metric of calls by group',
  description:
    'Exact at the moment of the request, for calls that are over. Days and hours are those of `timezone`, by the time when a call was made or arrived; without `date_from`, 30 days. Without `metric`, calls are counted. One filter at a time, and `assistant_version` with its assistant, answers for any number of calls. Several filters together answer 422 while more than 12,000 calls could match. Latencies are upper bounds of buckets that are 15 % wide. `value` is null where a rate has nothing to divide by.',
  query: form(
    {
      metric: optional(oneOf(metrics)),
      group_by: optional(oneOf(groupings)),
      timezone: optional(zone()),
      ...callFilters.fields,
    },
    dayOrder,
    analyticsFindings,
  ),
  returns: z.object({
    metric: z.enum(metrics),
    group_by: z.enum(groupings).nullable(),
    timezone: z.string(),
    date_from: z.string(),
    date_to: z.string(),
    total: z.number().nullable(),
    data: z.array(z.object({ key: z.string().nullable(), value: z.number().nullable() })),
  }),
  problems: ['list_not_ready'],
  uses: ['callTallies.read', 'clock'],
})

export const getCall = http({
  id: 'get-call',
  area,
  method: 'GET',
  path: '/user/calls/{id}',
  summary: 'Get one call with its transcript',
  description:
    'The transcript is text in `transcript`, and a list of utterances in `messages`. `disclosure_spoken_at`: the time at which the notice before the conversation had been heard to its end. `disclosure_cut`: the call was answered and ended before that.',
  missing: 'call_not_found',
  returns: CallItem.extend({
    messages: z.array(Free),
    tool_calls: z.array(ToolCallItem),
    transfers: z.array(TransferItem),
    cost_breakdown: z.object({ call: z.number(), transfers: z.number() }),
    disclosure_spoken_at: z.string().nullable(),
    disclosure_cut: z.boolean(),
  }),
  uses: ['calls.details', 'calls.find', 'clock', 'conversations.find', 'recordings.link', 'toolCalls.list'],
})

export const deleteCall = http({
  id: 'delete-call',
  area,
  method: 'DELETE',
  path: '/user/calls/{id}',
  summary: 'Delete a call that is over',
  description: 'Its transcript and recording are deleted too. A call that is not over is refused.',
  missing: 'call_not_found',
  returns: z.object({ message: z.string() }),
  problems: ['call_in_progress'],
  uses: [
    'calls.charge',
    'calls.details',
    'calls.find',
    'calls.remove',
    'clock',
    'conversations.find',
    'conversations.remove',
    'random',
    'recordings.remove',
  ],
})

const Steered = z.object({ message: z.string() })

export const endCall = http({
  id: 'end-call',
  area,
  method: 'POST',
  path: '/user/calls/{id}/end',
  reachesPeople: true,
  summary: 'End a call that is in progress',
  description:
    'Answers as soon as the end is recorded. The carrier hangs up within seconds, and the call is `ended`. A second request gets the same answer.',
  missing: 'call_not_found',
  returns: Steered,
  problems: ['call_not_in_progress'],
  uses: ['advanceCallQueue.nudge', 'calls.end', 'clock'],
})

export const sayInCall = http({
  id: 'say-in-call',
  area,
  method: 'POST',
  path: '/user/calls/{id}/say',
  reachesPeople: true,
  // Full scope, because the request decides what the assistant says.
  scope: 'all',
  summary: 'Say a sentence in a running call',
  description:
    'The sentence is said unchanged after the current words, and the assistant then continues. A multimodal assistant is told to say it word for word.',
  body: form({ text: text({ max: 500 }) }),
  missing: 'call_not_found',
  returns: Steered,
  problems: ['call_not_in_progress'],
  uses: [
    'calls.find',
    'clock',
    'conversations.change',
    'conversations.find',
    'steerSessionQueue.send',
    'watchSilenceQueue.nudge',
  ],
})

export const transferCall = http({
  id: 'transfer-call',
  area,
  method: 'POST',
  path: '/user/calls/{id}/transfer',
  reachesPeople: true,
  // Full scope, because the request decides where a call is sent.
  scope: 'all',
  summary: 'Transfer a running call to another phone',
  description:
    'Answers as soon as the transfer is recorded and its price held. The assistant says `message` first; if the other phone is not reached, it continues with the customer. At most three times in a call. `transfers` and the events of the call show the result; a refusal gives its reason in `error`.',
  body: form({ phone_number: text({ max: 64 }), message: optional(text({ max: 500 })) }),
  missing: 'call_not_found',
  returns: Steered,
  problems: ['call_not_in_progress', 'invalid_phone_number', 'phone_number_blacklisted', 'transfer_refused'],
  uses: [
    'accounts.hold',
    'accounts.means',
    'advanceCallQueue.nudge',
    'blacklist.has',
    'calls.addLeg',
    'calls.find',
    'calls.reportLeg',
    'clock',
    'conversations.change',
    'conversations.find',
    'dialSlots.takeAhead',
    'dialling.read',
    'watchSilenceQueue.nudge',
  ],
})

export const listCallEvents = http({
  id: 'list-call-events',
  area,
  method: 'GET',
  path: '/user/calls/{id}/events',
  summary: 'List the events of a call',
  description:
    'States, turns with the customer’s waiting time, and tool calls with their results. Pass `after` of one answer to the next request: each event comes once, however late. A turn that was interrupted after its event is shown whole; `transcript` has the part that was heard.',
  query: form({
    after: optional(text({ max: eventCursorLengthMax })),
    limit: optional(integer({ min: 1, max: eventsMax })),
  }),
  missing: 'call_not_found',
  returns: z.object({ data: z.array(CallEventItem), after: z.string(), has_more: z.boolean() }),
  uses: ['callEvents.after'],
})

export const placeCall = worker({
  id: 'place-call',
  area,
  queue: 'placeCallQueue',
  broughtBy: 'a call that is to be placed, and each wait for its dial slot',
  userLimit: {
    by: 'another limit',
    limit: '`waiting_calls` of single calls, the live calls of campaigns, and dial slots that users take in turns',
  },
  message: DialJob,
  uses: [
    'accounts.hold',
    'accounts.means',
    'accounts.release',
    'advanceCallQueue.nudge',
    'blacklist.listedOf',
    'callingRules.ruleSet',
    'callingRules.stageMode',
    'calls.apply',
    'calls.claimDial',
    'calls.find',
    'calls.patch',
    'campaigns.change',
    'campaigns.find',
    'campaigns.stop',
    'carrier.placeCall',
    'clock',
    'consents.standings',
    'dialCounts.of',
    'dialSlots.join',
    'dialSlots.take',
    'dialling.read',
    'dials.cancel',
    'dials.claim',
    'dispatchCampaignQueue.nudge',
    'leads.find',
    'numberPauses.refuse',
    'numbers.find',
    'numbers.list',
    'paceDialsQueue.nudge',
    'placeCallQueue.nudge',
    'random',
  ],
  // Three thousand conversations need 37 functions. With only 20, calls started a minute late.
  concurrencyMax: 40,
  failureHurts: 'outgoing calls wait for the next minute before they are placed',
})

export const advanceCall = worker({
  id: 'advance-call',
  reservedShare: 4,
  area,
  queue: 'advanceCallQueue',
  broughtBy: 'each step of a call that nothing else reports, and each request to end or transfer one',
  userLimit: { by: 'another limit', limit: 'the live calls of the user, each of which takes one step at a time' },
  message: CallRef,
  uses: [
    'accounts.hold',
    'accounts.means',
    'advanceCallQueue.nudge',
    'blacklist.has',
    'calls.adopt',
    'calls.apply',
    'calls.awaitEvaluation',
    'calls.charge',
    'calls.chargeLeg',
    'calls.correct',
    'calls.find',
    'calls.keep',
    'calls.patch',
    'calls.patchLeg',
    'calls.reportLeg',
    'carrier.endCall',
    'carrier.fetchCall',
    'carrier.fetchLegs',
    'carrier.lookUpCalls',
    'carrier.redirectCall',
    'clock',
    'compactionStarter.start',
    'conversations.change',
    'conversations.find',
    'conversations.utterances',
    'deliverWebhookQueue.nudge',
    'deliveries.release',
    'dialCounts.of',
    'dialSlots.takeAhead',
    'dialling.read',
    'dispatchCampaignQueue.nudge',
    'evaluateCallQueue.nudge',
    'judgeOptOutQueue.nudge',
    'optOutQuestions.ask',
    'placeCallQueue.nudge',
    'random',
    'toolCalls.list',
    'watchSilenceQueue.nudge',
  ],
  failureHurts: 'calls are closed and charged late, and show no transcript until then',
})

export const evaluateCall = worker({
  id: 'evaluate-call',
  area,
  queue: 'evaluateCallQueue',
  broughtBy: 'a call that has ended, and spends money on models',
  userLimit: { by: 'messages at work', max: 60 },
  message: CallRef,
  // Each function waits for ten models. 50 calls a second need 20 functions if a model takes 4 s.
  batchMax: 10,
  concurrencyMax: 80,
  timeoutSeconds: 150,
  uses: [
    'assistants.find',
    'blacklist.add',
    'calls.details',
    'calls.evaluate',
    'calls.find',
    'calls.finish',
    'calls.noteOptOut',
    'campaigns.find',
    'clock',
    'compactionStarter.start',
    'conversations.find',
    'conversations.utterances',
    'deliverWebhookQueue.nudge',
    'deliveries.release',
    'dispatchCampaignQueue.nudge',
    'evaluateCallQueue.nudge',
    'leads.change',
    'leads.find',
    'rollouts.count',
    'rollouts.countOptOut',
    'rollouts.end',
    'rollouts.find',
    'rollouts.prove',
    'talkModel.evaluate',
    'toolCalls.list',
    'users.find',
  ],
  failureHurts: 'calls stay without evaluation, and webhooks tell of them late',
})

/** Services that shared/actions/legs/connect-assistant.ts uses. */
const answeringUses = [
  'assistants.find',
  'callbacks.write',
  'clock',
  'conversations.begin',
  'conversations.change',
  'random',
  'realtime.address',
  'voices.find',
  'watchSilenceQueue.nudge',
] as const

export const answerCall = callback({
  id: 'answer-call',
  reservedShare: 4,
  area,
  path: '/carrier/calls/{ref}/answer',
  report: 'answered',
  summary: 'The carrier asks what to do with an answered call',
  uses: [
    ...answeringUses,
    'advanceCallQueue.nudge',
    'calls.apply',
    'calls.details',
    'calls.patch',
    'calls.reportLeg',
    'conversations.find',
    'dialling.read',
    'dispatchCampaignQueue.nudge',
  ],
})

export const receiveCallStatus = callback({
  id: 'receive-call-status',
  reservedShare: 4,
  area,
  path: '/carrier/calls/{ref}/status',
  report: 'call status',
  summary: 'The carrier reports how a call goes',
  uses: [
    'advanceCallQueue.nudge',
    'assistants.find',
    'calls.apply',
    'calls.details',
    'calls.find',
    'campaigns.change',
    'campaigns.find',
    'campaigns.stop',
    'clock',
    'conversations.begin',
    'dispatchCampaignQueue.nudge',
    'numberPauses.refuse',
    'numbers.list',
    'random',
    'talkFunctions.wake',
  ],
})

export const receiveSessionEnd = callback({
  id: 'receive-session-end',
  area,
  path: '/carrier/calls/{ref}/session',
  report: 'session end',
  summary: 'The carrier reports that the conversation is over, and by whom',
  uses: [
    'advanceCallQueue.nudge',
    'assistants.find',
    'callbacks.write',
    'calls.apply',
    'calls.find',
    'calls.reportLeg',
    'clock',
    'conversations.change',
    'conversations.find',
    'dialling.read',
    'dispatchCampaignQueue.nudge',
    'judgeOptOutQueue.nudge',
    'random',
    'realtime.address',
    'voices.find',
    'watchSilenceQueue.nudge',
  ],
})

export const receiveLegEnd = callback({
  id: 'receive-leg-end',
  area,
  path: '/carrier/legs/{ref}/end',
  report: 'leg end',
  summary: 'The carrier reports that a call is back from another phone, or was never joined with it',
  uses: [
    ...answeringUses,
    'advanceCallQueue.nudge',
    'calls.apply',
    'calls.find',
    'calls.reportLeg',
    'conversations.find',
    'dispatchCampaignQueue.nudge',
  ],
})

export const receiveLegStatus = callback({
  id: 'receive-leg-status',
  area,
  path: '/carrier/legs/{ref}/status',
  report: 'leg status',
  summary: 'The carrier reports how the call of another phone goes',
  uses: ['advanceCallQueue.nudge', 'calls.reportLeg', 'clock'],
})

export const answerLeg = callback({
  id: 'answer-leg',
  area,
  path: '/carrier/legs/{ref}/answer',
  report: 'leg answer',
  summary: 'The carrier asks what another phone hears before it is joined with a call',
  uses: ['assistants.find', 'callbacks.writeToLeg', 'calls.reportLeg', 'clock', 'conversations.find'],
})

export const receiveIncomingCall = callback({
  id: 'receive-incoming-call',
  // High, because these functions may wait seconds for the user's webhook.
  reservedShare: 4,
  area,
  path: '/carrier/incoming-call',
  report: 'incoming call',
  summary: 'The carrier asks what to do with a call to one of our numbers',
  uses: [
    ...answeringUses,
    'accounts.hold',
    'accounts.means',
    'advanceCallQueue.nudge',
    'calls.applyIncoming',
    'calls.keep',
    'calls.receive',
    'calls.register',
    'conversations.find',
    'numbers.find',
    'numbers.ownerOf',
    'rollouts.admit',
    'talkFunctions.wake',
    'webhookClient.ask',
    'webhookSecrets.ensure',
  ],
})

export const receiveIncomingStatus = callback({
  id: 'receive-incoming-status',
  area,
  path: '/carrier/incoming-status',
  report: 'incoming status',
  summary: 'The carrier reports that a call to one of our numbers is over',
  uses: ['advanceCallQueue.nudge', 'calls.applyIncoming', 'calls.ofCarrier', 'clock'],
})

export const receiveRecording = callback({
  id: 'receive-recording',
  area,
  path: '/carrier/calls/{ref}/recording',
  report: 'recording',
  summary: 'The carrier reports that a recording can be fetched, or that there is none',
  uses: ['copyRecordingQueue.send'],
})

export const receiveWords = callback({
  id: 'receive-words',
  area,
  path: '/carrier/calls/{ref}/words',
  report: 'words',
  summary: 'The carrier reports what was said in a call that a realtime model holds',
  uses: [
    'blacklist.add',
    'calls.find',
    'calls.keep',
    'calls.noteOptOut',
    'calls.patch',
    'clock',
    'compactionStarter.start',
    'conversations.change',
    'conversations.find',
    'conversations.utterances',
    'judgeOptOutQueue.nudge',
    'optOutQuestions.ask',
  ],
})

export const copyRecording = worker({
  id: 'copy-recording',
  area,
  queue: 'copyRecordingQueue',
  broughtBy: 'a recorded call that has ended',
  userLimit: { by: 'messages at work', max: 10 },
  message: RecordingRef,
  batchMax: 1,
  timeoutSeconds: 60,
  uses: [
    'calls.details',
    'calls.find',
    'calls.keep',
    'carrier.fetchRecording',
    'clock',
    'deliverWebhookQueue.nudge',
    'deliveries.release',
    'recordings.keep',
    'recordings.remove',
    'users.find',
  ],
  failureHurts:
    'recordings stay at the carrier, calls have no link to them, and webhooks tell of them two minutes late',
})

export const receiveAnsweredBy = callback({
  id: 'receive-answered-by',
  area,
  path: '/carrier/calls/{ref}/answered-by',
  report: 'answered by',
  summary: 'The carrier reports whether a human or a machine answered',
  uses: ['advanceCallQueue.nudge', 'calls.apply', 'clock', 'dispatchCampaignQueue.nudge'],
})

export const paceDials = worker({
  id: 'pace-dials',
  area,
  queue: 'paceDialsQueue',
  broughtBy: 'each half second in which calls or campaigns wait for a dial slot',
  isRare: true,
  concurrencyMax: 2,
  userLimit: { by: 'another limit', limit: 'one round at a time, whoever waits' },
  message: DialRound,
  uses: ['clock', 'dialSlots.give', 'dispatchCampaignQueue.nudge', 'paceDialsQueue.nudge', 'placeCallQueue.nudge'],
  failureHurts: 'calls and campaigns that wait for a dial slot wait for up to a minute longer',
})
