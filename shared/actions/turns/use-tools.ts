import type { Assistant } from '../../domain/assistants/assistant.ts'
import type { Call, CallDetail } from '../../domain/calls/call.ts'
import type { CallRef, WishRef } from '../../domain/calls/call-ref.ts'
import { variablesOf } from '../../domain/conversations/script.ts'
import type { BuiltIn } from '../../domain/tools/built-in-tools.ts'
import { type Carried, refused } from '../../domain/tools/effect.ts'
import type { KnowledgeOffer } from '../../domain/tools/knowledge-offer.ts'
import type { Tool } from '../../domain/tools/tool.ts'
import type { ToolAnswer } from '../../domain/tools/tool-answer.ts'
import { carriedOut, ended, type ToolCall } from '../../domain/tools/tool-call.ts'
import type { Arguments } from '../../domain/tools/tool-request.ts'
import type { Log } from '../../words/log.ts'
import { type KnowledgeParts, type SearchParts, searchKnowledge } from '../knowledge/knowledge.ts'
import { type DoNotCallParts, doNotCall } from './built-ins/do-not-call.ts'
import { type SendingParts, sendTool } from './send-tool.ts'
import { isOffer, isSearch, type Toolbox, toolboxOf } from './toolbox.ts'

/** What using tools in a talk touches; the functions hand over exactly these. */
export interface ToolParts extends Omit<SendingParts, 'tools'>, KnowledgeParts, SearchParts, DoNotCallParts {
  tools: SendingParts['tools'] & { findMany(user_id: number, ids: readonly number[]): Promise<Tool[]> }
  toolCalls: {
    list(ref: CallRef): Promise<ToolCall[]>
    start(ref: CallRef, call: ToolCall, before: ToolCall | undefined): Promise<ToolCall | undefined>
    end(ref: CallRef, call: ToolCall): Promise<void>
  }
  calls: { find(ref: CallRef): Promise<Call | undefined> }
  carryOutWishQueue: { nudge(wish: WishRef): Promise<void> }
}

/** Facts that a tool may send about its call. Each phone number has two names. */
const callVariables = ({ id, client_phone_number, assistant_phone_number }: Call) => ({
  call_id: id,
  caller_number: client_phone_number,
  customer_phone: client_phone_number,
  assistant_number: assistant_phone_number,
  assistant_phone: assistant_phone_number,
})

interface Using {
  ref: CallRef
  assistant: Assistant
  detail: CallDetail | undefined
  /** Documents that it may ask for. */
  offers: readonly KnowledgeOffer[]
  /** How much was said when this turn began. */
  place: number
  /** Nothing is waited for longer, whatever its tool says. */
  limitMs?: number
  /** Listens for keys in this function: it waits for a person, and would hold up the queue. */
  collectKeys?: (set: CollectKeypad, call: Call) => Promise<Carried>
  /** The transfers that came to nothing. */
  failedLegs?: readonly number[] | undefined
  log: Log
}

type CollectKeypad = Extract<BuiltIn, { type: 'collect_keypad' }>

/** The tools of a call. */
export const openToolbox = async (
  parts: ToolParts,
  {
    ref,
    assistant,
    detail,
    offers,
    place,
    limitMs = Number.POSITIVE_INFINITY,
    collectKeys,
    failedLegs = [],
    log,
  }: Using,
): Promise<Toolbox> => {
  const { calls, toolCalls, carryOutWishQueue, clock } = parts
  const [tools, stored] = await Promise.all([
    parts.tools.findMany(ref.user_id, assistant.tool_ids),
    toolCalls.list(ref),
  ])

  const request = async (tool: Tool, args: Arguments, fresh: ToolCall, call: Call): Promise<ToolCall> => {
    const sending = sendTool(parts, {
      tool,
      args,
      variables: {
        ...variablesOf(assistant, detail, clock.now()),
        ...callVariables(call),
      },
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

  /** Documents are searched here: to wake another function would take longer. */
  const search = async (tool: KnowledgeOffer, args: Arguments, fresh: ToolCall): Promise<ToolCall> => {
    const text = await searchKnowledge(parts, ref.user_id, tool, { question: String(args.query), log }).catch((cause) =>
      log.warn('documents could not be searched', { ...ref, cause }),
    )
    const carried = text
      ? ({ outcome: 'done', text } as const)
      : ({ outcome: 'unknown', text: 'the documents could not be read just now' } as const)
    return carriedOut(fresh, carried, clock.now() - fresh.at)
  }

  /** If the function dies before this, the next check of the talk asks the model again. */
  const optOut = async (fresh: ToolCall): Promise<ToolCall> => {
    try {
      const call = await calls.find(ref)
      const carried = call ? await doNotCall(parts, { call }) : refused('The call was deleted')
      const ms = clock.now() - fresh.at
      log.info('built-in tool used', { ...ref, tool: 'do_not_call', outcome: carried.outcome, ms })
      return await recordOptOut(carriedOut(fresh, carried, ms))
    } catch (cause) {
      log.error('an opt-out was not written, and its worker tries again', { ...ref, cause })
      await toolCalls.start(ref, fresh, undefined)
      await carryOutWishQueue.nudge({ ...ref, hash: fresh.hash })
      return fresh
    }
  }

  /** The opt-out is in force by now, so a record that cannot be written does not undo it. */
  const recordOptOut = async (over: ToolCall): Promise<ToolCall> => {
    try {
      const there = await toolCalls.start(ref, over, undefined)
      if (there && there.state !== 'done') await toolCalls.end(ref, { ...over, at: there.at, until: there.until })
    } catch (cause) {
      log.warn('what came of a tool was not recorded', { ...ref, cause })
    }
    return over
  }

  const keysOf = async (set: CollectKeypad, call: Call, fresh: ToolCall): Promise<ToolCall> => {
    const collecting = collectKeys?.(set, call) ?? refused('There is no line on which keys could be heard')
    const carried = await Promise.resolve(collecting).catch((cause): Carried => {
      log.warn('a built-in tool failed', { ...ref, tool: set.type, cause })
      return { outcome: 'unknown', text: 'something went wrong' }
    })
    return carriedOut(fresh, carried, clock.now() - fresh.at)
  }

  return toolboxOf({
    assistant,
    tools,
    offers,
    stored,
    record: {
      list: () => toolCalls.list(ref),
      start: (call, before) => toolCalls.start(ref, call, before),
      end: (call) => toolCalls.end(ref, call),
    },
    optOut,
    ready: async () => {
      const call = await calls.find(ref)
      if (!call || call.outcome || call.closed_at) return undefined
      return async (tool, args, fresh) => {
        if (!isOffer(tool)) return isSearch(tool) ? search(tool, args, fresh) : request(tool, args, fresh, call)
        if (tool.set.type === 'collect_keypad') return keysOf(tool.set, call, fresh)
        // A function of its own has what that takes; a nudge that is lost leaves a wish that was not carried out.
        await carryOutWishQueue.nudge({ ...ref, hash: fresh.hash })
        return undefined
      }
    },
    place,
    limitMs,
    isVoid: (effect) => effect.type === 'transfer' && failedLegs.includes(effect.place),
    clock,
    log: log.with({ ...ref }),
  })
}
