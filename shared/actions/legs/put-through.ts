import type { Call } from '../../domain/calls/call.ts'
import { callRefOf } from '../../domain/calls/call-ref.ts'
import type { Instruction } from '../../domain/calls/instruction.ts'
import {
  dialOf,
  endOf,
  isDialledBy,
  isEnding,
  isReady,
  legRingSeconds,
  openLegOf,
  secondsLeft,
} from '../../domain/calls/leg.ts'
import type { LegRef } from '../../domain/calls/leg-ref.ts'
import { comeBack, goAway, remarkOn } from '../../domain/conversations/away.ts'
import { newTicket } from '../../domain/conversations/channel.ts'
import { awaitSocket } from '../../domain/conversations/silence-checks.ts'
import { isOver, transferOf, versionIn } from '../../domain/conversations/talk.ts'
import { languageById } from '../../domain/reference/languages.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'
import { reportedNumber } from '../../words/phone-spellings.ts'
import { sendSilenceCheck } from '../turns/send-silence-check.ts'
import { type AnsweringParts, connectAssistant, withTicket } from './connect-assistant.ts'

export type BringingBackParts = Pick<AnsweringParts, 'report'> &
  Dependencies<
    | 'assistants.find'
    | 'clock'
    | 'conversations.change'
    | 'conversations.find'
    | 'random'
    | 'realtime.address'
    | 'voices.find'
    | 'watchSilenceQueue.nudge'
  >

export type PuttingThroughParts = BringingBackParts & Dependencies<'calls.reportLeg' | 'dialling.read'>

export const putThrough = async (
  parts: PuttingThroughParts,
  { call, question }: { call: Call; question: string | undefined },
  log: Log,
): Promise<Instruction | undefined> => {
  const { assistants, calls, conversations, dialling, clock } = parts
  const open = openLegOf(call)
  if (!open || !isReady(open)) return undefined
  if (isEnding(call)) return { step: 'hang up' }
  const ref: LegRef = { user_id: call.user_id, call_id: call.id, place: call.legs.indexOf(open) + 1 }
  const giveUp = async (outcome: 'refused' | 'failed') => {
    const reported = await calls.reportLeg(ref, { outcome }, clock.now())
    log.warn('a call was not transferred', { ...ref, outcome })
    return bringBack(parts, { call: reported?.call ?? call, place: ref.place }, log)
  }

  const { isStopped } = await dialling.read()
  const limitSeconds = Math.min(open.limit_seconds, secondsLeft(call, clock.now()))
  if (!dialOf(open) && (isStopped || limitSeconds < 1)) return giveUp('refused')
  const reported = await calls.reportLeg(ref, { dialled: { question } }, clock.now())
  if (!reported) return { step: 'hang up' }
  const { leg, before } = reported
  const isFirst = !dialOf(before)
  if (endOf(leg) || !(isFirst || isDialledBy(leg, question))) return giveUp('failed')

  const away = await conversations.change(ref, (talk) => goAway(talk, ref.place))
  if (!away) return { step: 'hang up' }
  const assistant = await assistants.find(ref.user_id, away.talk.assistant_id, versionIn(away.talk))
  const transfer = transferOf(away.talk)
  log.info('a call is transferred', { ...ref })
  return {
    step: 'put through',
    leg: ref,
    to: leg.to,
    caller_id: transfer?.caller_id ?? reportedNumber(call.assistant_phone_number),
    text: transfer?.words ?? '',
    language: assistant && languageById(assistant.language_id),
    isWarm: leg.is_warm,
    ringSeconds: legRingSeconds,
    limitSeconds,
  }
}

export const bringBack = async (
  parts: BringingBackParts,
  { call, place }: { call: Call; place: number },
  log: Log,
): Promise<Instruction> => {
  const { assistants, conversations, voices, random, clock } = parts
  if (isEnding(call)) return { step: 'hang up' }
  const ref = callRefOf(call)
  const leg = call.legs[place - 1]
  const back = { place, ticket: newTicket(random), remark: remarkOn(leg?.to ?? '', leg && endOf(leg)?.outcome) }
  const returned = await conversations.change(ref, (talk) => {
    const now = clock.now()
    const next = comeBack(talk, back, now)
    return next && awaitSocket(next, now)
  })
  const known = returned?.talk ?? (await conversations.find(ref))
  const talk = known && (await withTicket(parts, known))
  const version = talk ? versionIn(talk) : call.assistant_version
  const assistant = await assistants.find(ref.user_id, talk?.assistant_id ?? call.assistant_id, version)
  const voice = assistant && (await voices.find(ref.user_id, assistant.voice_id))
  if (!talk || isOver(talk) || !voice) return { step: 'hang up' }
  if (assistant.mode === 'pipeline') await sendSilenceCheck(parts, talk, clock.now())
  log.info('a transferred call returned to its assistant', { ...ref, place })
  const limitSeconds = secondsLeft(call, clock.now())
  return connectAssistant(parts, { talk, assistant, voice, limitSeconds, legs: place }, log)
}
