import type { Assistant } from '../domain/assistants/assistant.ts'
import type { Call, CallDetail } from '../domain/calls/call.ts'
import type { CallRef, WishRef } from '../domain/calls/call-ref.ts'
import { variablesOf } from '../domain/conversations/script.ts'
import type { Line, Wish } from '../domain/conversations/turn-parts.ts'
import { isObject } from '../domain/form.ts'
import type { Log } from '../domain/log.ts'
import { type Offer, offersOf } from '../domain/tools/built-in-offers.ts'
import type { Effect } from '../domain/tools/effect.ts'
import type { KnowledgeOffer } from '../domain/tools/knowledge-offer.ts'
import type { OfferedTool, Tool } from '../domain/tools/tool.ts'
import type { ToolAnswer } from '../domain/tools/tool-answer.ts'
import {
  carriedOut,
  ended,
  isRunning,
  maySend,
  newBuiltInCall,
  newSearchCall,
  newToolCall,
  type ToolCall,
  toldOf,
  toolCallsMax,
} from '../domain/tools/tool-call.ts'
import { type Arguments, readArguments } from '../domain/tools/tool-request.ts'
import { type KnowledgeParts, searchKnowledge } from './knowledge.ts'
import { type SendingParts, sendTool } from './send-tool.ts'

/** What using tools in a talk touches; the functions hand over exactly these. */
export interface ToolParts extends Omit<SendingParts, 'tools'>, KnowledgeParts {
  tools: SendingParts['tools'] & { findMany(user_id: number, ids: readonly number[]): Promise<Tool[]> }
  toolCalls: {
    list(ref: CallRef): Promise<ToolCall[]>
    start(ref: CallRef, call: ToolCall, before: ToolCall | undefined): Promise<ToolCall | undefined>
    end(ref: CallRef, call: ToolCall): Promise<void>
  }
  calls: { find(ref: CallRef): Promise<Call | undefined> }
  carryOutWishQueue: { nudge(wish: WishRef): Promise<void> }
}

/** The tools of a talk while one turn goes on. */
export interface Toolbox {
  /** Those that the model is offered. */
  tools: readonly OfferedTool[]
  /** What was done before this turn, and what became of it. */
  before: Line[]
  /** Of how many tools in this talk it is known what came of them. */
  used(): number
  /** What was done in this turn so far. */
  now: Line[]
  /** What the talk has to do about what was done in it, in this turn or before. */
  effect(): Effect | undefined
  /** How long the slowest of these may take. */
  limitMs(wishes: readonly Wish[]): number
  /** Does what the model wishes, side by side; it never fails for what goes wrong at an endpoint. */
  use(wishes: readonly Wish[]): Promise<void>
  /** Waits for what still runs: a request that has left is heard to its end, whatever becomes of its turn. */
  settled(): Promise<void>
}

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
  /** The transfers that came to nothing. */
  failedLegs?: readonly number[]
  log: Log
}

/** In one round. */
const wishesMax = 3
const lookAgainMs = 250

export const openToolbox = async (
  parts: ToolParts,
  { ref, assistant, detail, offers, place, limitMs = Number.POSITIVE_INFINITY, failedLegs = [], log }: Using,
): Promise<Toolbox> => {
  const { calls, toolCalls, carryOutWishQueue, clock } = parts
  const [tools, stored] = await Promise.all([
    parts.tools.findMany(ref.user_id, assistant.tool_ids),
    toolCalls.list(ref),
  ])
  const all: (Tool | Offer | KnowledgeOffer)[] = [...offersOf(assistant.built_in_tools), ...offers, ...tools]
  const distinct = all.filter(({ name }, place) => all.findIndex((other) => other.name === name) === place)
  const known = new Map(stored.map((call) => [call.hash, call]))
  const done: Line[] = []
  /** What this turn has begun: another assistant takes over once. */
  const begun = new Set<string>()
  const running: Promise<unknown>[] = []

  /** What there is of a wish: carried out now, or found; what comes of it is waited for in either case. */
  const realise = async (tool: Tool | Offer | KnowledgeOffer, args: Arguments): Promise<ToolCall | undefined> => {
    const now = clock.now()
    const fresh = callOf(tool, args, place, now)
    const before = known.get(fresh.hash)
    if (!maySend(before, now)) return before && awaited(before)
    if (!before && known.size >= toolCallsMax) return undefined
    const call = await calls.find(ref)
    if (!call || call.outcome || call.closed_at) return undefined
    known.set(fresh.hash, fresh)
    const there = await toolCalls.start(ref, fresh, before)
    if (there) return awaited(there)
    if (isOffer(tool)) {
      // A function of its own has what that takes; a nudge that is lost leaves a wish that was not carried out.
      await carryOutWishQueue.nudge({ ...ref, hash: fresh.hash })
      begun.add(fresh.hash)
      return awaited(fresh)
    }
    const over = isSearch(tool) ? await search(tool, args, fresh) : await request(tool, args, fresh, call)
    known.set(over.hash, over)
    // Not recorded, it counts as unknown once its time is over.
    await toolCalls.end(ref, over).catch((cause) => log.warn('what came of a tool was not recorded', { ...ref, cause }))
    log.info('tool used', {
      ...ref,
      tool: isSearch(tool) ? tool.name : tool.id,
      outcome: over.state,
      ms: over.duration_ms,
    })
    return over
  }

  /** Documents are searched here: to wake another function would take longer. */
  const search = async (tool: KnowledgeOffer, args: Arguments, fresh: ToolCall): Promise<ToolCall> => {
    const text = await searchKnowledge(parts, ref.user_id, tool, String(args.query)).catch((cause) =>
      log.warn('documents could not be searched', { ...ref, cause }),
    )
    const carried = text
      ? ({ outcome: 'done', text } as const)
      : ({ outcome: 'unknown', text: 'the documents could not be read just now' } as const)
    return carriedOut(fresh, carried, clock.now() - fresh.at)
  }

  const request = async (tool: Tool, args: Arguments, fresh: ToolCall, call: Call): Promise<ToolCall> => {
    const sending = sendTool(parts, {
      tool,
      args,
      variables: {
        ...variablesOf(assistant, detail),
        caller_number: call.client_phone_number,
        assistant_number: call.assistant_phone_number,
        call_id: call.id,
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

  /** Another function has sent it, or this one a moment ago. */
  const awaited = async (call: ToolCall): Promise<ToolCall> => {
    let latest = call
    const until = clock.now() + limitMs
    while (isRunning(latest, clock.now()) && clock.now() < until) {
      await clock.sleep(lookAgainMs)
      latest = (await toolCalls.list(ref)).find(({ hash }) => hash === call.hash) ?? { ...latest, until: 0 }
    }
    known.set(latest.hash, latest)
    return latest
  }

  const grant = async (wish: Wish): Promise<void> => {
    const tool = distinct.find(({ name }) => name === wish.name)
    const { args, errors } = readArguments(tool?.parameters ?? [], objectOf(wish.input))
    const wrong = Object.values(errors).flat().join(' ')
    const call = tool && !wrong ? await realise(tool, args) : undefined
    const text = call ? toldOf(call, clock.now()) : wrong || (tool ? noMore : 'There is no such tool any more.')
    const isUndone = !call || (call.state !== 'done' && !isRunning(call, clock.now()))
    done.push({ ...lineOf(wish, text, { at: clock.now(), place }), ...(isUndone && { failed: true }) })
  }

  const isVoid = (effect: Effect) => effect.type === 'transfer' && failedLegs.includes(effect.place)

  return {
    tools: distinct,
    before: stored.map((call) =>
      lineOf({ id: call.hash, name: call.name, input: call.args }, toldOf(call, clock.now()), call),
    ),
    now: done,
    effect: () =>
      [...known.values()].findLast(
        ({ effect, hash }) => effect && !isVoid(effect) && (effect.type !== 'switch' || begun.has(hash)),
      )?.effect,
    used: () => [...known.values()].filter((call) => !isRunning(call, clock.now())).length,
    limitMs: (wishes) =>
      Math.max(...wishes.map(({ name }) => 1000 * (distinct.find((tool) => tool.name === name)?.timeout_seconds ?? 0))),
    use: async (wishes) => {
      const granted = wishes.slice(0, wishesMax).map((wish) => {
        const granting = grant(wish)
        running.push(granting.catch(() => undefined))
        return granting
      })
      for (const wish of wishes.slice(wishesMax))
        done.push(lineOf(wish, 'Not done: too many at a time.', { at: clock.now(), place }))
      await Promise.all(granted)
    },
    settled: async () => {
      await Promise.all(running)
    },
  }
}

const isOffer = (tool: Tool | Offer | KnowledgeOffer): tool is Offer => 'set' in tool
const isSearch = (tool: Tool | KnowledgeOffer): tool is KnowledgeOffer => 'knowledgebase_id' in tool

const callOf = (tool: Tool | Offer | KnowledgeOffer, args: Arguments, place: number, now: number): ToolCall => {
  if (isOffer(tool)) return newBuiltInCall(tool, args, place, now)
  return isSearch(tool) ? newSearchCall(tool, args, place, now) : newToolCall(tool, args, place, now)
}

const noMore = 'Not done: the call is over, or too much was done in it already.'

const lineOf = (
  { id, name, input, thought }: Wish,
  text: string,
  { at, place }: Pick<ToolCall, 'at' | 'place'>,
): Line => ({
  sender: 'tool',
  id,
  name,
  input,
  ...(thought && { thought }),
  text,
  at,
  place,
})

const objectOf = (input: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(input || '{}')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
