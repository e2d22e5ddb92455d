import type { Assistant } from '../../domain/assistants/assistant.ts'
import type { Line, Wish } from '../../domain/conversations/turn-parts.ts'
import { type Offer, offersOf } from '../../domain/tools/built-in-offers.ts'
import type { Effect } from '../../domain/tools/effect.ts'
import type { KnowledgeOffer } from '../../domain/tools/knowledge-offer.ts'
import type { OfferedTool, Tool } from '../../domain/tools/tool.ts'
import {
  isRunning,
  maySend,
  newBuiltInCall,
  newSearchCall,
  newToolCall,
  type ToolCall,
  toldOf,
  toolCallsMax,
} from '../../domain/tools/tool-call.ts'
import { type Arguments, readArguments } from '../../domain/tools/tool-request.ts'
import type { Clock } from '../../words/clock.ts'
import { isObject } from '../../words/form.ts'
import type { Log } from '../../words/log.ts'

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
  /**
   * Carries out an opt-out as soon as the model asks for it, whatever becomes of its turn. Other tool
   * calls wait for `use`. Called twice, it does nothing twice.
   */
  heed(wish: Wish): void
  /** How long the slowest of these may take. */
  limitMs(wishes: readonly Wish[]): number
  /** Does what the model wishes, side by side; it never fails for what goes wrong at an endpoint. */
  use(wishes: readonly Wish[]): Promise<void>
  /** Waits for what still runs: a request that has left is heard to its end, whatever becomes of its turn. */
  settled(): Promise<void>
}

/** What stands behind the wishes of a talk: a call, or a simulation of one. */
export interface ToolboxParts {
  assistant: Assistant
  /** Requests to endpoints; what is built in, the assistant has. */
  tools: readonly Tool[]
  /** Documents that it may ask for. */
  offers?: readonly KnowledgeOffer[]
  /** What was wished for before. */
  stored: readonly ToolCall[]
  /** Where wishes are recorded before they are carried out, as in ToolCalls. */
  record: {
    list(): Promise<ToolCall[]>
    start(call: ToolCall, before: ToolCall | undefined): Promise<ToolCall | undefined>
    end(call: ToolCall): Promise<void>
  }
  /** Carries out an opt-out in this function, also when the call is over. Absent in simulations. */
  optOut?(fresh: ToolCall): Promise<ToolCall>
  /** How a wish is carried out at this moment; undefined once none is any more. */
  ready(): Promise<CarryingOut | undefined>
  place: number
  /** What another function carries out is waited for no longer, whatever its tool says. */
  limitMs?: number
  /** An effect that came to nothing. */
  isVoid?(effect: Effect): boolean
  clock: Clock
  log: Log
}

export type AnyTool = Tool | Offer | KnowledgeOffer

/** Carries a wish out that was recorded as `fresh`; undefined when another function does, and records what came of it. */
export type CarryingOut = (tool: AnyTool, args: Arguments, fresh: ToolCall) => Promise<ToolCall | undefined>

/** In one round. */
const wishesMax = 3
const lookAgainMs = 250

/** A wish is carried out once in a talk; what it came to is known to the model from then on. */
export const toolboxOf = ({
  assistant,
  tools,
  offers = [],
  stored,
  record,
  ready,
  ...about
}: ToolboxParts): Toolbox => {
  const { place, limitMs = Number.POSITIVE_INFINITY, isVoid = () => false, optOut, clock, log } = about
  const all: AnyTool[] = [...offersOf(assistant.built_in_tools, assistant.mode), ...offers, ...tools]
  const distinct = all.filter(({ name }, place) => all.findIndex((other) => other.name === name) === place)
  const known = new Map(stored.map((call) => [call.hash, call]))
  const done: Line[] = []
  /** What this turn has begun: another assistant takes over once. */
  const begun = new Set<string>()
  const running: Promise<unknown>[] = []

  /** What there is of a wish: carried out now, or found; what comes of it is waited for in either case. */
  const realise = async (tool: AnyTool, args: Arguments): Promise<ToolCall | undefined> => {
    const now = clock.now()
    const fresh = callOf(tool, args, place, now)
    const before = known.get(fresh.hash)
    if (!maySend(before, now)) return before && awaited(before)
    if (!before && known.size >= toolCallsMax) return undefined
    const carryOut = await ready()
    if (!carryOut) return undefined
    known.set(fresh.hash, fresh)
    const there = await record.start(fresh, before)
    if (there) return awaited(there)
    const over = await carryOut(tool, args, fresh)
    begun.add(fresh.hash)
    if (!over) return awaited(fresh)
    known.set(over.hash, over)
    // Not recorded, it counts as unknown once its time is over.
    await record.end(over).catch((cause) => log.warn('what came of a tool was not recorded', { cause }))
    log.info('tool used', { ...aboutTool(tool), outcome: over.state, ms: over.duration_ms })
    return over
  }

  let optingOut: Promise<ToolCall> | undefined
  /** Undefined for any other tool call. It needs no free slot and no arguments. */
  const optedOut = (name: string): Promise<ToolCall> | undefined => {
    const offer = distinct.find((tool) => tool.name === name)
    if (!optOut || !offer || !isOptOut(offer)) return undefined
    if (optingOut) return optingOut
    const fresh = callOf(offer, {}, place, clock.now())
    const before = known.get(fresh.hash)
    optingOut = before?.state === 'done' ? Promise.resolve(before) : optOut(fresh)
    optingOut = optingOut.then((call) => {
      known.set(call.hash, call)
      return call
    })
    running.push(optingOut.catch(() => undefined))
    return optingOut
  }

  /** Another function has sent it, or this one a moment ago. */
  const awaited = async (call: ToolCall): Promise<ToolCall> => {
    let latest = call
    const until = clock.now() + limitMs
    while (isRunning(latest, clock.now()) && clock.now() < until) {
      await clock.sleep(lookAgainMs)
      latest = (await record.list()).find(({ hash }) => hash === call.hash) ?? { ...latest, until: 0 }
    }
    known.set(latest.hash, latest)
    return latest
  }

  const grant = async (wish: Wish): Promise<void> => {
    const tool = distinct.find(({ name }) => name === wish.name)
    const { args, errors } = readArguments(tool?.parameters ?? [], objectOf(wish.input))
    const wrong = Object.values(errors).flat().join(' ')
    const call = await (optedOut(wish.name) ?? (tool && !wrong ? realise(tool, args) : undefined))
    const text = call ? toldOf(call, clock.now()) : wrong || (tool ? noMore : 'There is no such tool any more.')
    const isUndone = !call || (call.state !== 'done' && !isRunning(call, clock.now()))
    done.push({ ...lineOf(wish, text, { at: clock.now(), place }), ...(isUndone && { failed: true }) })
  }

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
    heed: ({ name }) => {
      void optedOut(name)
    },
    use: async (asked) => {
      const wishes = asked.toSorted((one, other) => Number(!optedOut(one.name)) - Number(!optedOut(other.name)))
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

export const isOffer = (tool: AnyTool): tool is Offer => 'set' in tool
const isOptOut = (tool: AnyTool): boolean => isOffer(tool) && tool.set.type === 'do_not_call'
export const isSearch = (tool: Tool | KnowledgeOffer): tool is KnowledgeOffer => 'knowledgebase_id' in tool

const callOf = (tool: AnyTool, args: Arguments, place: number, now: number): ToolCall => {
  if (isOffer(tool)) return newBuiltInCall(tool, args, place, now)
  return isSearch(tool) ? newSearchCall(tool, args, place, now) : newToolCall(tool, args, place, now)
}

const aboutTool = (tool: AnyTool) => {
  if (isOffer(tool)) return { tool: tool.set.type }
  return isSearch(tool) ? { tool: tool.name } : { tool_id: tool.id }
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
