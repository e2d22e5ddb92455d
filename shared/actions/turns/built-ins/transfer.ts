import type { Call } from '../../../domain/calls/call.ts'
import { callRefOf } from '../../../domain/calls/call-ref.ts'
import { isReady, legRefusalOf } from '../../../domain/calls/leg.ts'
import { whyNoLeg } from '../../../domain/calls/leg-refusals.ts'
import { newLeg } from '../../../domain/calls/new-leg.ts'
import { type CallingWindow, isOpen, weekdays } from '../../../domain/campaigns/calling-window.ts'
import { planTransfer } from '../../../domain/conversations/away.ts'
import { plainSpeech } from '../../../domain/conversations/plain-speech.ts'
import { isOver, isWithoutSocket, type Transfer } from '../../../domain/conversations/talk.ts'
import { phrasesFor } from '../../../domain/reference/phrases.ts'
import type { BuiltIn } from '../../../domain/tools/built-in-tools.ts'
import { refused, type ToolOutcome } from '../../../domain/tools/effect.ts'
import type { Dependencies } from '../../../services.ts'
import { idAt } from '../../../words/id.ts'
import type { Log } from '../../../words/log.ts'
import { must } from '../../../words/must.ts'
import { countryOf, readReachablePhone } from '../../../words/phone.ts'
import { type ClearingParts, clearLeg } from '../../legs/clear-leg.ts'
import type { BuiltInCall } from './built-in-call.ts'

export type TransferParts = ClearingParts &
  Dependencies<
    | 'advanceCallQueue.nudge'
    | 'calls.addLeg'
    | 'conversations.change'
    | 'conversations.find'
    | 'numbers.find'
    | 'numbers.list'
    | 'random'
  >

type CallTransfer = Extract<BuiltIn, { type: 'call_transfer' }>
type WarmTransfer = Extract<BuiltIn, { type: 'warm_call_transfer' }>

/** Milliseconds after which the worker starts the transfer, even if the assistant still speaks. */
const leavingMs = 60_000
/** Milliseconds for the assistant's last words. */
const farewellMs = 15_000
const summaryLengthMax = 600

export const callTransfer = async (
  parts: TransferParts,
  { set, args, call, log }: BuiltInCall<CallTransfer>,
): Promise<ToolOutcome> => {
  const window = windowOf(set)
  if (window && !isOpen(window, parts.clock.now()))
    return notDone('It is outside the hours in which that phone is answered.')
  const isChosen = set.custom === true && typeof args.phone_number === 'string'
  const number = isChosen ? String(args.phone_number) : set.phone_number
  if (isChosen && !(await mayChoose(parts, set, call.user_id, number)))
    return notDone('Calls are not put through to numbers of that country.')
  const asks = set.warm_transfer ? (set.warm_transfer_message ?? '') : undefined
  return transfer(parts, { call, number, isWarm: false, transfer: {}, asks }, log)
}

/**
 * True for numbers of the tool's list and the user's own numbers. Owners of other numbers could
 * earn money from each minute.
 */
const mayChoose = async (
  { numbers }: TransferParts,
  { phone_number, custom_numbers = [] }: CallTransfer,
  user_id: number,
  chosen: string,
): Promise<boolean> => {
  const phone = readReachablePhone(chosen)
  if (!phone) return true
  const listed = [phone_number, ...custom_numbers].flatMap((one) => readReachablePhone(one) ?? [])
  if (listed.some(({ number }) => number === phone.number)) return true
  if (phone.country === undefined) return false
  if (phone.country === readReachablePhone(phone_number)?.country) return true
  return (await numbers.list(user_id)).some((own) => countryOf(own.phone_number) === phone.country)
}

export const warmCallTransfer = async (
  parts: TransferParts,
  { set, args, call, log }: BuiltInCall<WarmTransfer>,
): Promise<ToolOutcome> => {
  const summary = typeof args.summary === 'string' ? args.summary.trim().slice(0, summaryLengthMax).toWellFormed() : ''
  const briefing = spoken([set.briefing_initial_message, summary].filter(Boolean).join(' '))
  const caller_id = await callerId(parts, set, call)
  const plan = {
    ...(briefing && { briefing }),
    ...(set.connected_message && { connected: spoken(set.connected_message) }),
    ...(caller_id && { caller_id }),
  }
  const words = set.hold_message && spoken(set.hold_message)
  return transfer(parts, { call, number: set.supervisor_phone, isWarm: true, transfer: plan, words }, log)
}

const spoken = (text: string): string => plainSpeech(text, phrasesFor(undefined).atSign)

/** Returns the caller ID to show. Carriers allow the customer's number only for incoming calls. */
const callerId = async (
  { numbers }: TransferParts,
  { caller_id_mode, custom_caller_id, outbound_phone_id }: WarmTransfer,
  call: Call,
): Promise<string | undefined> => {
  if (caller_id_mode === 'custom') return readReachablePhone(custom_caller_id ?? '')?.number
  if (caller_id_mode === 'customer_number' && call.type === 'inbound') {
    const customer = readReachablePhone(call.client_phone_number)?.number
    if (customer) return customer
  }
  return (await numbers.find(call.user_id, outbound_phone_id))?.phone_number
}

interface Wanted {
  call: Call
  number: string
  isWarm: boolean
  transfer: Omit<Transfer, 'place'>
  words?: string
  asks?: string
}

const transfer = async (
  parts: TransferParts,
  { call, number, isWarm, transfer, words, asks }: Wanted,
  log: Log,
): Promise<ToolOutcome> => {
  const { calls, conversations, advanceCallQueue, clock, random } = parts
  const ref = callRefOf(call)
  const to = readReachablePhone(number)
  if (!to) return notDone('That is no number that can be called.')
  if (!call.assistant_phone_number && !transfer.caller_id) return notDone(whyNoLeg['no number'])
  const talk = await conversations.find(ref)
  if (!talk || isOver(talk)) return notDone(whyNoLeg['not in progress'])
  const hasSocket = !isWithoutSocket(talk)
  const now = clock.now()
  const drive_at = now + (hasSocket ? leavingMs : farewellMs)
  const leg = newLeg({ to, is_warm: isWarm, by: 'assistant' }, idAt(now, random.number()), drive_at, now)
  const added = await calls.addLeg(ref, leg, now)
  if ('missing' in added) return notDone(whyNoLeg['not in progress'])
  if ('refused' in added) return notDone(whyNoLeg[added.refused])
  const { place } = added
  const asked = must(added.call.legs[place - 1], 'leg that was added')
  const decided = await clearLeg(parts, { call: added.call, leg: asked, ref: { ...ref, place } }, log)
  if (!isReady(decided)) return notDone(whyNoLeg[legRefusalOf(decided) ?? 'not in progress'])
  const plan = { ...transfer, place, ...(!hasSocket && words && { words }) }
  if (!(await conversations.change(ref, (talk) => planTransfer(talk, plan))))
    return notDone(whyNoLeg['not in progress'])
  if (!hasSocket) await advanceCallQueue.nudge(ref, farewellMs / 1000)
  return {
    outcome: 'done',
    text: asks === undefined ? isPutThrough : `${isPutThrough} First say one short sentence to them. ${asks}`.trim(),
    effect: { type: 'transfer', place, ...(words && { words }), ...(asks !== undefined && { asks: true as const }) },
  }
}

const isPutThrough = 'The customer is being put through now.'

const notDone = (why: string): ToolOutcome =>
  refused(`${why} The customer stays on the line with you: tell them, and go on`)

const windowOf = (set: CallTransfer): CallingWindow | undefined => {
  const { timezone, allowed_hours_start_time: start, allowed_hours_end_time: end, allowed_days } = set
  if (!timezone || !(start || allowed_days)) return undefined
  return {
    timezone,
    allowed_hours_start_time: start ?? '00:00:00',
    allowed_hours_end_time: end ?? '23:59:59',
    allowed_days: allowed_days ?? weekdays,
  }
}
