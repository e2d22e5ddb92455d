import * as z from 'zod'
import { CallerIdView } from '../domain/account/caller-id.ts'
import { nicknameMax, numberTypes } from '../domain/account/number.ts'
import { NumberRef } from '../domain/account/number-order.ts'
import { NumberOnSale, searchedMax, searchedTypes } from '../domain/account/number-sale.ts'
import { BoughtNumber, NumberItem, RenamedNumber } from '../domain/account/number-view.ts'
import { assistantTypes } from '../domain/assistants/assistant-settings.ts'
import { clearable, integer, matching, oneOf, optional, sentences, text } from '../words/fields.ts'
import { form } from '../words/form.ts'
import { problems } from '../words/problem.ts'
import { callback, http, worker } from './define.ts'

const area = 'numbers'

export const listPhoneNumbers = http({
  id: 'list-phone-numbers',
  area,
  method: 'GET',
  path: '/user/assistants/phone-numbers',
  summary: 'List numbers that assistants can use',
  description: 'With `type`, only numbers that an assistant of this type can get now.',
  query: form({ type: optional(oneOf(assistantTypes)) }),
  returns: z.array(
    z.object({
      id: z.int(),
      phone_number: z.string(),
      country_code: z.string(),
      type_label: z.enum(numberTypes),
      is_available: z.boolean(),
    }),
  ),
  uses: ['clock', 'numbers.list'],
})

export const listSmsNumbers = http({
  id: 'list-sms-numbers',
  area,
  method: 'GET',
  path: '/user/phone-numbers',
  summary: 'List numbers that can send SMS',
  description: 'Numbers for `from` of `POST /user/sms`: their subscription is active.',
  returns: z.array(NumberItem),
  uses: ['clock', 'numbers.list'],
})

export const listAllNumbers = http({
  id: 'list-all-numbers',
  area,
  method: 'GET',
  path: '/user/phone-numbers/all',
  summary: 'List all phone numbers, expired ones too',
  description: 'Shows the abilities of each number, and whether its subscription is active.',
  returns: z.object({ data: z.array(NumberItem) }),
  uses: ['clock', 'numbers.list'],
})

export const searchNumbers = http({
  id: 'search-numbers',
  area,
  method: 'GET',
  path: '/user/phone-numbers/search',
  saysError: true,
  summary: 'Search phone numbers to buy',
  description:
    'Numbers that the carrier sells now, with their monthly prices. Without `type`, local and mobile numbers. `area_code` is for the United States and Canada.',
  query: form({
    country_code: optional(matching(/^[A-Za-z]{2}$/, sentences.selected)),
    contains: optional(matching(/^\d{2,10}$/, 'The :attribute field must be 2 to 10 digits.')),
    type: optional(oneOf(searchedTypes)),
    area_code: optional(matching(/^[2-9]\d{2}$/, 'The :attribute field must be 3 digits.')),
    limit: optional(integer({ min: 1, max: searchedMax })),
  }),
  returns: z.object({ data: z.array(NumberOnSale) }),
  problems: ['carrier_busy', 'carrier_denied'],
  uses: ['carrier.searchNumbers', 'numbers.ownedOf'],
})

export const purchaseNumber = http({
  id: 'purchase-number',
  area,
  method: 'POST',
  path: '/user/phone-numbers/purchase',
  scope: 'all',
  saysError: true,
  status: 201,
  summary: 'Buy a phone number',
  description:
    'The price of a month is held first, and charged when the carrier has sold the number. A refusal gives it back. Calls and messages to the number arrive here from then on. Send an `Idempotency-Key` if you may have to ask again.',
  body: form({ phone_number: text({ max: 64 }) }),
  returns: z.object({ message: z.string(), data: BoughtNumber }),
  problems: [
    'number_unreadable',
    'number_in_use',
    'number_unavailable',
    'number_needs_documents',
    'number_not_paid',
    'number_purchase_failed',
    'carrier_busy',
    'carrier_denied',
  ],
  uses: [
    'accounts.means',
    'carrier.buyNumber',
    'carrier.fetchNumber',
    'clock',
    'compactionStarter.start',
    'numberOrders.abandon',
    'numberOrders.askAgain',
    'numberOrders.complete',
    'numberOrders.find',
    'numberOrders.open',
    'numbers.find',
    'numbers.ownerOf',
    'tendNumberQueue.nudge',
  ],
})

export const importNumber = http({
  id: 'import-number',
  area,
  method: 'POST',
  path: '/user/phone-numbers/import',
  scope: 'all',
  saysError: true,
  status: 201,
  summary: 'Import a phone number',
  description:
    "Takes over a number that the carrier's account has already: calls and messages to it arrive here from then on. It costs nothing per month here, because the account pays the carrier for it. A release leaves it in the account. If the answer was lost, ask again.",
  body: form({ phone_number: text({ max: 64 }) }),
  returns: z.object({ message: z.string(), data: BoughtNumber }),
  problems: ['number_unreadable', 'number_not_found', 'number_in_use', 'number_import_unfinished', 'carrier_denied'],
  uses: [
    'carrier.fetchNumber',
    'carrier.pointNumber',
    'clock',
    'numbers.adopt',
    'numbers.find',
    'numbers.notePointed',
    'numbers.ownerOf',
    'subscriptions.remove',
  ],
})

export const tendNumber = worker({
  id: 'tend-number',
  area,
  queue: 'tendNumberQueue',
  broughtBy: 'a number whose purchase or import the carrier did not answer, or whose month is over',
  isRare: true,
  concurrencyMax: 5,
  userLimit: { by: 'messages at work', max: 2 },
  message: NumberRef,
  uses: [
    'assistants.change',
    'assistants.list',
    'callerIds.end',
    'callerIds.find',
    'callerIds.verify',
    'carrier.fetchCallerId',
    'carrier.fetchNumber',
    'carrier.forgetCallerId',
    'carrier.pointNumber',
    'carrier.releaseNumber',
    'clock',
    'compactionStarter.start',
    'numberOrders.abandon',
    'numberOrders.complete',
    'numberOrders.find',
    'numbers.find',
    'numbers.notePointed',
    'subscriptions.leave',
    'subscriptions.remove',
    'subscriptions.renew',
    'subscriptions.suspend',
    'tendNumberQueue.nudge',
  ],
  failureHurts: 'numbers that were bought do not appear, money stays held for them, and months are not charged',
})

export const releaseNumber = http({
  id: 'release-number',
  area,
  method: 'DELETE',
  path: '/user/phone-numbers/{id}',
  saysError: true,
  summary: 'Release a phone number',
  description:
    'A bought number is released at the carrier at the end of the paid month, any other one at once. It leaves its assistants, and no new call or message uses it. Calls in progress continue.',
  missing: 'number_not_found',
  returns: z.object({ message: z.string() }),
  problems: ['number_leaving'],
  uses: [
    'assistants.change',
    'assistants.list',
    'carrier.forgetCallerId',
    'carrier.releaseNumber',
    'clock',
    'numbers.find',
    'subscriptions.leave',
    'subscriptions.remove',
  ],
})

export const verifyCallerId = http({
  id: 'verify-caller-id',
  area,
  method: 'POST',
  path: '/user/caller-ids',
  scope: 'all',
  // Not for agents: the answer has the code that proves who owns the number.
  agents: false,
  saysError: true,
  status: 201,
  summary: 'Verify an own number by a call',
  description:
    'The carrier calls the number now. The person who answers types `validation_code`. Then the number has the type `Caller ID`, and assistants can call from it. It expires after ten minutes. A user may have 10 such calls an hour and 30 a day, a number 3 a day.',
  body: form({ phone_number: text({ max: 64 }) }),
  returns: CallerIdView,
  problems: [
    'number_unreadable',
    'number_in_use',
    'phone_number_blacklisted',
    'sending_paused',
    'caller_id_unavailable',
    'caller_id_unreachable',
    'caller_id_failed',
    'carrier_busy',
    'carrier_denied',
    'too_many_attempts',
  ],
  uses: [
    'accounts.means',
    'blacklist.has',
    'callerIds.end',
    'callerIds.find',
    'callerIds.mayCall',
    'callerIds.noteCode',
    'callerIds.open',
    'carrier.verifyCallerId',
    'clock',
    'dialling.read',
    'numbers.ownerOf',
  ],
})

export const getCallerId = http({
  id: 'get-caller-id',
  area,
  method: 'GET',
  path: '/user/caller-ids/{id}',
  agents: false,
  saysError: true,
  summary: 'Get the state of a verification',
  description: 'It can be looked up for a day after it was asked for. A verified number has the same id.',
  missing: 'caller_id_not_found',
  returns: CallerIdView,
  uses: ['callerIds.find'],
})

export const receiveCallerIdStatus = callback({
  id: 'receive-caller-id-status',
  area,
  path: '/carrier/caller-ids/{ref}/status',
  report: 'caller id status',
  summary: 'The carrier reports whether a number was verified',
  uses: ['callerIds.end', 'callerIds.find', 'callerIds.verify', 'carrier.forgetCallerId'],
})

export const updateNumber = http({
  id: 'update-number',
  area,
  method: 'PUT',
  path: '/user/phone-numbers/{id}',
  saysError: true,
  summary: 'Name a phone number',
  description: 'Null or an empty `nickname` removes the name. Without `nickname` nothing changes.',
  body: form({ nickname: clearable(text({ max: nicknameMax, tooLong: problems.nickname_too_long[1] })) }),
  missing: 'number_not_found',
  invalid: 'nickname_too_long',
  returns: z.object({ message: z.string(), data: RenamedNumber }),
  uses: ['clock', 'numbers.find', 'numbers.rename'],
})

export const getConcurrency = http({
  id: 'get-concurrency',
  area,
  method: 'GET',
  path: '/user/concurrency',
  summary: 'Get the number of calls and its limits',
  description:
    '`live` counts calls that run and calls that the carrier is about to be asked for. `by_campaign` lists campaigns in progress. `waiting` counts single calls that wait for the carrier.',
  returns: z.object({
    limit: z.int(),
    live: z.int(),
    available: z.int(),
    by_campaign: z.array(z.object({ campaign_id: z.int(), live: z.int(), limit: z.int() })),
    carrier_calls_per_second: z.number(),
    waiting: z.int(),
  }),
  uses: ['accounts.concurrency', 'campaigns.list', 'dials.taken'],
})
