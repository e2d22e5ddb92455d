import * as z from 'zod'
import { callStatuses, callTypes } from '../domain/call.ts'
import { CallRef } from '../domain/call-ref.ts'
import { day, integer, oneOf, optional, text, variables } from '../domain/fields.ts'
import { finding, form } from '../domain/form.ts'
import { pageOf } from '../domain/page.ts'
import { callback, http, schedule, worker } from './define.ts'

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
  problems: ['assistant_not_found', 'invalid_phone_number', 'assistant_cannot_call', 'no_phone_number'],
  uses: ['assistants.find', 'numbers.list', 'calls.open', 'placeCallQueue.nudge', 'clock'],
})

const CallItem = z.object({
  id: z.int(),
  assistant_name: z.string(),
  campaign_name: z.string().nullable(),
  type: z.enum(callTypes),
  duration: z.int(),
  assistant_phone_number: z.string(),
  client_phone_number: z.string(),
  status: z.enum(callStatuses),
  transcript: z.string().nullable(),
  variables: Free,
  evaluation: Free,
  webhook_response: Free,
  carrier_cost: z.number(),
  total_cost: z.number(),
  answered_by: z.enum(['human', 'machine', 'unknown']),
  recording_url: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
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
  uses: ['calls.page', 'calls.details'],
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
  uses: ['calls.find', 'calls.details'],
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
  uses: ['calls.find', 'calls.charge', 'calls.remove', 'clock'],
})

export const placeCall = worker({
  id: 'place-call',
  area,
  queue: 'placeCallQueue',
  message: CallRef,
  uses: ['calls.claimDial', 'calls.apply', 'carrier.placeCall', 'advanceCallQueue.nudge', 'clock', 'random'],
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
    'carrier.lookUpCall',
    'carrier.fetchCall',
    'carrier.endCall',
    'placeCallQueue.nudge',
    'advanceCallQueue.nudge',
    'clock',
  ],
  failureHurts: 'calls are closed and charged late',
})

export const redriveDue = schedule({
  id: 'redrive-due',
  area,
  everyMinutes: 1,
  uses: ['deadlines.past', 'advanceCallQueue.send', 'clock'],
  failureHurts: 'work that a dead process left behind stays undone: calls stall, slots stay taken',
})

export const answerCall = callback({
  id: 'answer-call',
  area,
  path: '/carrier/calls/{ref}/answer',
  summary: 'The carrier asks what to do with an answered call',
  uses: ['calls.apply', 'assistants.find', 'callbacks.url', 'callbacks.socketUrl', 'clock'],
})

export const receiveCallStatus = callback({
  id: 'receive-call-status',
  area,
  path: '/carrier/calls/{ref}/status',
  summary: 'The carrier reports how a call goes',
  uses: ['calls.apply', 'advanceCallQueue.nudge', 'clock'],
})

export const receiveSessionEnd = callback({
  id: 'receive-session-end',
  area,
  path: '/carrier/calls/{ref}/session',
  summary: 'The carrier reports that the conversation is over, and by whom',
  uses: ['calls.apply', 'advanceCallQueue.nudge', 'clock'],
})

export const receiveAnsweredBy = callback({
  id: 'receive-answered-by',
  area,
  path: '/carrier/calls/{ref}/answered-by',
  summary: 'The carrier reports whether a human or a machine answered',
  uses: ['calls.apply', 'advanceCallQueue.nudge', 'clock'],
})
