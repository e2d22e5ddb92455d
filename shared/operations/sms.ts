import * as z from 'zod'
import { CallRef } from '../domain/calls/call-ref.ts'
import { OptOutQuestionRef } from '../domain/opt-outs/opt-out-question.ts'
import { SmsRef } from '../domain/sms/sms-ref.ts'
import { SmsRecord } from '../domain/sms/sms-view.ts'
import { dayFields, dayOrder } from '../words/day-range.ts'
import { integer, text } from '../words/fields.ts'
import { form } from '../words/form.ts'
import { pageFields, pageOf } from '../words/page.ts'
import { callback, http, worker } from './define.ts'

const area = 'sms'

export const sendSms = http({
  id: 'send-sms',
  area,
  method: 'POST',
  path: '/user/sms',
  reachesPeople: true,
  summary: 'Send a text message from an owned number',
  description:
    'The price is held first and taken when the carrier has accepted the message; a refusal gives it back. Send an `Idempotency-Key` if you may have to ask again. While sending is paused nothing is held; the same request may be made again, with the same key.',
  body: form({
    from: integer(),
    to: text({ max: 64 }),
    body: text({ max: 300, exact: true }),
  }),
  returns: z.object({ message: z.string(), data: SmsRecord }),
  problems: [
    'from_number_not_found',
    'from_number_expired',
    'from_number_not_sms_capable',
    'invalid_to_number',
    'destination_not_allowed',
    'recipient_opted_out',
    'insufficient_balance',
    'sms_failed',
    'sending_paused',
  ],
  uses: [
    'accounts.means',
    'blacklist.add',
    'blacklist.refusesTexts',
    'carrier.sendMessage',
    'clock',
    'compactionStarter.start',
    'dialling.read',
    'numbers.find',
    'settleSmsQueue.nudge',
    'sms.apply',
    'sms.find',
    'sms.isUsual',
    'sms.open',
  ],
})

export const listSms = http({
  id: 'list-sms',
  area,
  method: 'GET',
  path: '/user/sms',
  summary: 'List text messages, newest first',
  description: 'Sent messages with their prices and the carrier’s reports.',
  query: form({ ...dayFields, ...pageFields }, dayOrder),
  returns: pageOf(SmsRecord),
  problems: ['list_not_ready'],
  uses: ['sms.page'],
})

export const getSms = http({
  id: 'get-sms',
  area,
  method: 'GET',
  path: '/user/sms/{id}',
  summary: 'Get one text message',
  description: '`status` is the carrier’s last report.',
  missing: 'sms_not_found',
  returns: SmsRecord,
  uses: ['sms.find'],
})

export const settleSms = worker({
  id: 'settle-sms',
  area,
  queue: 'settleSmsQueue',
  broughtBy: 'a text that the carrier did not answer or was too busy to take',
  isRare: true,
  concurrencyMax: 10,
  userLimit: { by: 'messages at work', max: 5 },
  message: SmsRef,
  uses: [
    'accounts.means',
    'blacklist.add',
    'blacklist.refusesTexts',
    'carrier.lookUpMessages',
    'carrier.sendMessage',
    'clock',
    'compactionStarter.start',
    'dialling.read',
    'numbers.find',
    'settleSmsQueue.nudge',
    'sms.apply',
    'sms.around',
    'sms.claim',
    'sms.find',
  ],
  failureHurts: 'texts that the carrier put off are not sent, and money stays held for them',
})

export const receiveSmsStatus = callback({
  id: 'receive-sms-status',
  area,
  path: '/carrier/sms/{ref}/status',
  report: 'sms status',
  summary: 'The carrier reports what became of a text message',
  uses: ['blacklist.add', 'clock', 'compactionStarter.start', 'settleSmsQueue.nudge', 'sms.apply', 'sms.find'],
})

export const receiveMessage = callback({
  id: 'receive-message',
  area,
  path: '/carrier/incoming-message',
  report: 'incoming message',
  summary: 'Somebody wrote to an owned number, perhaps to opt out',
  uses: [
    'blacklist.add',
    'blacklist.allowTexts',
    'clock',
    'compactionStarter.start',
    'judgeOptOutQueue.nudge',
    'numbers.ownerOf',
    'optOutQuestions.ask',
    'optOutQuestions.start',
  ],
})

export const judgeOptOut = worker({
  id: 'judge-opt-out',
  area,
  queue: 'judgeOptOutQueue',
  concurrencyMax: 14,
  broughtBy: 'words in a call or a text that hint at an opt-out, and the end of each conversation',
  userLimit: { by: 'messages at work', max: 7 },
  // An opt-out question or an ended call. The worker skips a call that an evaluation has already
  // judged.
  message: z.union([OptOutQuestionRef, CallRef]),
  uses: [
    'blacklist.add',
    'calls.details',
    'calls.find',
    'calls.noteOptOut',
    'clock',
    'compactionStarter.start',
    'conversations.utterances',
    'optOutQuestions.answer',
    'optOutQuestions.ask',
    'optOutQuestions.count',
    'optOutQuestions.find',
    'optOutQuestions.postpone',
    'rollouts.countOptOut',
    'rollouts.end',
    'rollouts.find',
    'talkModel.evaluate',
  ],
  failureHurts: 'people who opted out in unusual words may still be called and texted',
})
