import type { Assistant } from '../../domain/assistants/assistant.ts'
import type { Call, CallDetail } from '../../domain/calls/call.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import { isOver } from '../../domain/calls/placement.ts'
import { variablesOf } from '../../domain/conversations/script.ts'
import { offersOf } from '../../domain/tools/built-in-offers.ts'
import type { BuiltIn } from '../../domain/tools/built-in-tools.ts'
import { refused, type ToolOutcome } from '../../domain/tools/effect.ts'
import type { KnowledgeOffer } from '../../domain/tools/knowledge-offer.ts'
import type { Tool } from '../../domain/tools/tool.ts'
import type { ToolAnswer } from '../../domain/tools/tool-answer.ts'
import { ended, isRunning, maySend, type ToolCall, withOutcome } from '../../domain/tools/tool-call.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'
import { type KnowledgeParts, type SearchParts, searchKnowledge } from '../knowledge/knowledge.ts'
import { type DoNotCallParts, doNotCall } from './built-ins/do-not-call.ts'
import { type SendingParts, sendTool } from './send-tool.ts'
import {
  type AnyTool,
  isOffer,
  isOptOut,
  isSearch,
  type RequestedTool,
  type Toolbox,
  toolboxOf,
  type Used,
} from './toolbox.ts'

export type ToolParts = SendingParts &
  DoNotCallParts &
  KnowledgeParts &
  SearchParts &
  Dependencies<
    'calls.find' | 'carryOutWishQueue.nudge' | 'toolCalls.list' | 'toolCalls.start' | 'toolCalls.end' | 'tools.findMany'
  >

type CollectKeypad = Extract<BuiltIn, { type: 'collect_keypad' }>

interface Using {
  ref: CallRef
  assistant: Assistant
  detail: CallDetail | undefined
  offers: readonly KnowledgeOffer[]
  place: number
  /** Milliseconds; overrides longer limits of the tools. */
  limitMs?: number
  /** Undefined in a worker, where waiting for the caller would block the queue. */
  collectKeys?: (set: CollectKeypad, call: Call) => Promise<ToolOutcome>
  failedLegs?: readonly number[] | undefined
  log: Log
}

export const openToolbox = async (parts: ToolParts, using: Using): Promise<Toolbox> => {
  const { ref, assistant, offers, place, failedLegs = [] } = using
  const [tools, stored] = await Promise.all([
    parts.tools.findMany(ref.user_id, assistant.tool_ids),
    parts.toolCalls.list(ref),
  ])
  let optingOut: Promise<Used> | undefined
  const optOutOnce = (asked: RequestedTool) => {
    optingOut ??= optOut(parts, using, asked)
    return optingOut
  }
  return toolboxOf({
    tools: [...offersOf(assistant.built_in_tools, assistant.mode), ...offers, ...tools],
    stored,
    place,
    run: (asked) => (isOptOut(asked.tool) ? optOutOnce(asked) : recordAndRun(parts, using, asked)),
    isVoid: (effect) => effect.type === 'transfer' && failedLegs.includes(effect.place),
    clock: parts.clock,
  })
}

/** Stores a tool call before it runs, so that it runs once despite crashes. */
const recordAndRun = async (parts: ToolParts, using: Using, asked: RequestedTool): Promise<Used | undefined> => {
  const { calls, toolCalls } = parts
  const { fresh, before } = asked
  const { ref } = using
  const log = using.log.with({ ...ref })
  if (before && !maySend(before, fresh.at)) return { call: await awaited(parts, using, before), isOurs: false }
  const call = await calls.find(ref)
  if (!call || isOver(call)) return undefined
  const there = await toolCalls.start(ref, fresh, before)
  if (there) return { call: await awaited(parts, using, there), isOurs: false }
  const over = await run(parts, using, { ...asked, call })
  if (!over) return { call: await awaited(parts, using, fresh), isOurs: true }
  // If the result cannot be stored, it counts as unknown after the tool's time limit.
  await toolCalls.end(ref, over).catch((cause) => log.warn('the result of a tool was not recorded', { cause }))
  log.info('tool used', { ...aboutTool(asked.tool), outcome: over.state, ms: over.duration_ms })
  return { call: over, isOurs: true }
}

const recheckMs = 250

const awaited = async ({ toolCalls, clock }: ToolParts, { ref, limitMs }: Using, call: ToolCall): Promise<ToolCall> => {
  let latest = call
  const until = clock.now() + (limitMs ?? Number.POSITIVE_INFINITY)
  while (isRunning(latest, clock.now()) && clock.now() < until) {
    await clock.sleep(recheckMs)
    latest = (await toolCalls.list(ref)).find(({ hash }) => hash === call.hash) ?? { ...latest, until: 0 }
  }
  return latest
}

const aboutTool = (tool: AnyTool) => {
  if (isOffer(tool)) return { tool: tool.set.type }
  return isSearch(tool) ? { tool: tool.name } : { tool_id: tool.id }
}

interface InCall extends RequestedTool {
  call: Call
}

const run = async (parts: ToolParts, using: Using, asked: InCall): Promise<ToolCall | undefined> => {
  const { tool, fresh } = asked
  if (isSearch(tool)) return search(parts, using, { ...asked, tool })
  if (!isOffer(tool)) return request(parts, using, { ...asked, tool })
  if (tool.set.type === 'collect_keypad') return keysOf(parts, using, { ...asked, set: tool.set })
  // A worker runs built-in tools, because this function lacks the tools' permissions.
  await parts.carryOutWishQueue.nudge({ ...using.ref, hash: fresh.hash })
  return undefined
}

const request = async (
  parts: ToolParts,
  { ref, assistant, detail, limitMs = Number.POSITIVE_INFINITY, log }: Using,
  { tool, args, fresh, call }: InCall & { tool: Tool },
): Promise<ToolCall> => {
  const sending = sendTool(parts, {
    tool,
    args,
    variables: { ...variablesOf(assistant, detail, parts.clock.now()), ...callVariables(call) },
    key: `${ref.user_id}-${ref.call_id}-${fresh.hash}`,
    about: { 'parlance-call-id': String(call.id), 'parlance-assistant-id': String(assistant.id) },
    limitMs: Math.min(limitMs, tool.timeout_seconds * 1000),
  })
  const answer = await sending.then(
    ({ answer }) => answer,
    (cause): ToolAnswer => {
      log.warn('a tool was not used', { ...ref, tool_id: tool.id, cause })
      const error = 'Something failed before it was asked'
      return { http_status: null, text: '', is_cut: false, error, may_have_arrived: false, duration_ms: 0 }
    },
  )
  return ended(fresh, answer)
}

const callVariables = ({ id, client_phone_number, assistant_phone_number }: Call) => ({
  call_id: id,
  caller_number: client_phone_number,
  customer_phone: client_phone_number,
  assistant_number: assistant_phone_number,
  assistant_phone: assistant_phone_number,
})

/** Searches in this function, because another function would take longer to start. */
const search = async (
  parts: ToolParts,
  { ref, log }: Using,
  { tool, args, fresh }: RequestedTool & { tool: KnowledgeOffer },
): Promise<ToolCall> => {
  const question = String(args.query)
  const text = await searchKnowledge(parts, ref.user_id, tool, { question, log }).catch((cause) =>
    log.warn('documents could not be searched', { ...ref, cause }),
  )
  const carried = text
    ? ({ outcome: 'done', text } as const)
    : ({ outcome: 'unknown', text: 'the documents could not be read just now' } as const)
  return withOutcome(fresh, carried, parts.clock.now() - fresh.at)
}

const keysOf = async (
  { clock }: ToolParts,
  { ref, collectKeys, log }: Using,
  { set, call, fresh }: InCall & { set: CollectKeypad },
): Promise<ToolCall> => {
  const collecting = collectKeys?.(set, call) ?? refused('There is no line on which keys could be heard')
  const carried = await Promise.resolve(collecting).catch((cause): ToolOutcome => {
    log.warn('a built-in tool failed', { ...ref, tool: set.type, cause })
    return { outcome: 'unknown', text: 'something went wrong' }
  })
  return withOutcome(fresh, carried, clock.now() - fresh.at)
}

/** Records the opt-out. After a crash, the worker `watch-silence` asks the model again. */
const optOut = async (parts: ToolParts, { ref, log }: Using, { fresh, before }: RequestedTool): Promise<Used> => {
  if (before?.state === 'done') return { call: before, isOurs: false }
  const { calls, toolCalls, carryOutWishQueue, clock } = parts
  try {
    const call = await calls.find(ref)
    const carried = call ? await doNotCall(parts, { call }) : refused('The call was deleted')
    const over = withOutcome(fresh, carried, clock.now() - fresh.at)
    log.info('built-in tool used', { ...ref, tool: 'do_not_call', outcome: carried.outcome, ms: over.duration_ms })
    // The opt-out is in force, so failing to store the result does not matter.
    await recordOptOut(parts, ref, over).catch((cause) =>
      log.warn('the result of a tool was not recorded', { ...ref, cause }),
    )
    return { call: over, isOurs: true }
  } catch (cause) {
    log.error('an opt-out was not written; the worker retries', { ...ref, cause })
    await toolCalls.start(ref, fresh, undefined)
    await carryOutWishQueue.nudge({ ...ref, hash: fresh.hash })
    return { call: fresh, isOurs: true }
  }
}

const recordOptOut = async ({ toolCalls }: ToolParts, ref: CallRef, over: ToolCall): Promise<void> => {
  const there = await toolCalls.start(ref, over, undefined)
  if (there && there.state !== 'done') await toolCalls.end(ref, { ...over, at: there.at, until: there.until })
}
