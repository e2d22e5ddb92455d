import type { Line, ToolUse } from '../../domain/conversations/turn-parts.ts'
import type { Offer } from '../../domain/tools/built-in-offers.ts'
import type { Effect } from '../../domain/tools/effect.ts'
import type { KnowledgeOffer } from '../../domain/tools/knowledge-offer.ts'
import type { Tool } from '../../domain/tools/tool.ts'
import {
  isRunning,
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

export interface Toolbox {
  offers: readonly AnyTool[]
  before: readonly ToolLine[]
  readonly used: number
  readonly effect: Effect | undefined
  use(requested: ToolUse): Promise<ToolLine>
}

export type AnyTool = Tool | Offer | KnowledgeOffer
export type ToolLine = Extract<Line, { sender: 'tool' }>

/** `before`: the stored call with the same tool and arguments. */
export interface RequestedTool {
  tool: AnyTool
  args: Arguments
  fresh: ToolCall
  before: ToolCall | undefined
}

/** `isOurs`: true when this turn ran the tool. */
export interface Used {
  call: ToolCall
  isOurs: boolean
}

interface ToolboxParts {
  tools: readonly AnyTool[]
  stored: readonly ToolCall[]
  place: number
  run(asked: RequestedTool): Promise<Used | undefined>
  /** True for an effect, such as a transfer, that failed later. */
  isVoid?(effect: Effect): boolean
  clock: Clock
}

export const toolboxOf = ({ tools, stored, place, run, isVoid, clock }: ToolboxParts): Toolbox => {
  const offers = [...new Map(tools.toReversed().map((tool) => [tool.name, tool])).values()].toReversed()
  const known = new Map(stored.map((call) => [call.hash, call]))
  const ours = new Set<string>()

  const runOnce = async (tool: AnyTool, args: Arguments): Promise<ToolCall | undefined> => {
    const fresh = callOf(tool, args, { place, now: clock.now() })
    const before = known.get(fresh.hash)
    if (!before && known.size >= toolCallsMax && !isOptOut(tool)) return undefined
    const used = await run({ tool, args, fresh, before })
    if (!used) return undefined
    known.set(fresh.hash, used.call)
    if (used.isOurs) ours.add(fresh.hash)
    return used.call
  }

  return {
    offers,
    before: stored.map((call) =>
      lineOf({ id: call.hash, name: call.name, input: call.args }, toldOf(call, clock.now()), call),
    ),
    get used() {
      return [...known.values()].filter((call) => !isRunning(call, clock.now())).length
    },
    get effect() {
      const inForce = ({ effect, hash }: ToolCall) =>
        effect && !isVoid?.(effect) && (effect.type !== 'switch' || ours.has(hash))
      return [...known.values()].findLast(inForce)?.effect
    },
    use: async (requested) => {
      const tool = offers.find(({ name }) => name === requested.name)
      const { args, errors } = readArguments(tool?.parameters ?? [], objectOf(requested.input))
      const wrong = Object.values(errors).flat().join(' ')
      const call = tool && !wrong ? await runOnce(tool, args) : undefined
      const at = clock.now()
      const text = call ? toldOf(call, at) : wrong || (tool ? noMore : 'There is no such tool any more.')
      const isUndone = !call || (call.state !== 'done' && !isRunning(call, at))
      return { ...lineOf(requested, text, { at, place }), ...(isUndone && { failed: true }) }
    },
  }
}

const noMore = 'Not done: the call is over, or too much was done in it already.'

export const isOffer = (tool: AnyTool): tool is Offer => 'set' in tool
export const isSearch = (tool: AnyTool): tool is KnowledgeOffer => 'knowledgebase_id' in tool
export const isOptOut = (tool: AnyTool): boolean => isOffer(tool) && tool.set.type === 'do_not_call'

const callOf = (tool: AnyTool, args: Arguments, { place, now }: { place: number; now: number }): ToolCall => {
  if (isOffer(tool)) return newBuiltInCall(tool, args, place, now)
  return isSearch(tool) ? newSearchCall(tool, args, place, now) : newToolCall(tool, args, place, now)
}

export const lineOf = (
  { id, name, input, thought }: ToolUse,
  text: string,
  { at, place }: Pick<Line, 'at' | 'place'>,
): ToolLine => ({
  sender: 'tool',
  id,
  name,
  input,
  ...(thought && { thought }),
  text,
  at,
  ...(place !== undefined && { place }),
})

const objectOf = (input: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(input || '{}')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
