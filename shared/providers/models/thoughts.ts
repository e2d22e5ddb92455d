import type { LanguageModelV4Message, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { ScriptLine } from '../../domain/conversations/script.ts'
import type { Thought } from '../../domain/conversations/turn-parts.ts'

/**
 * Collects the model's signed thoughts. Vendors require these thoughts together with a tool's
 * result.
 */

export const followThoughts = (model: string) => {
  let answer: string | undefined
  let place = 0
  let reasoning: (Thought['reasoning'][number] & { id: string })[] = []
  const open = (id: string) => reasoning.find((one) => one.id === id)
  return {
    hear: (part: LanguageModelV4StreamPart): void => {
      if (part.type === 'reasoning-start') reasoning.push({ id: part.id, text: '', ...jsonOf(part.providerMetadata) })
      if (part.type !== 'reasoning-delta' && part.type !== 'reasoning-end') return
      const one = open(part.id)
      if (!one) return
      if (part.type === 'reasoning-delta') one.text += part.delta
      Object.assign(one, jsonOf(part.providerMetadata))
    },

    about: (part: LanguageModelV4StreamPart): Thought | undefined => {
      if (part.type !== 'tool-call') return undefined
      const { providerMetadata } = part
      if (!providerMetadata && reasoning.length === 0 && answer === undefined) return undefined
      answer ??= part.toolCallId
      const before = reasoning.map(({ id: _, ...rest }) => rest)
      reasoning = []
      return { model, answer, place: place++, reasoning: before, ...jsonOf(providerMetadata) }
    },
  }
}

type Used = Extract<ScriptLine, { sender: 'tool' }>

export const inAnswers = (lines: readonly ScriptLine[]): (Exclude<ScriptLine, Used> | Used[])[] => {
  const groups: (Exclude<ScriptLine, Used> | Used[])[] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (line.sender !== 'tool') groups.push(line)
    else if (Array.isArray(last) && line.thought && last[0]?.thought?.answer === line.thought.answer) last.push(line)
    else groups.push([line])
  }
  const placeOf = ({ thought }: Used) => thought?.place ?? 0
  return groups.map((group) =>
    Array.isArray(group) ? group.toSorted((one, other) => placeOf(one) - placeOf(other)) : group,
  )
}

export const withUses = (
  messages: LanguageModelV4Message[],
  uses: readonly Used[],
  model: string | undefined,
): LanguageModelV4Message[] => {
  const isOwn = uses[0]?.thought !== undefined && uses[0].thought.model === model
  const reasoning = uses.flatMap(({ thought }) => (isOwn ? (thought?.reasoning ?? []) : []))
  const thoughts = reasoning.map(({ text, metadata }) => ({
    type: 'reasoning' as const,
    text,
    ...(metadata && { providerOptions: JSON.parse(metadata) }),
  }))
  const calls = uses.map(({ id, name, input, thought }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input: readInput(input),
    ...(isOwn && thought?.metadata && { providerOptions: JSON.parse(thought.metadata) }),
  }))
  const results = uses.map(({ id, name, text }) => ({
    type: 'tool-result' as const,
    toolCallId: id,
    toolName: name,
    output: { type: 'text' as const, value: text },
  }))
  const before = messages.at(-1)
  const isSaid = isOwn && before?.role === 'assistant'
  return [
    ...(isSaid ? messages.slice(0, -1) : messages),
    { role: 'assistant', content: [...thoughts, ...(isSaid ? before.content : []), ...calls] },
    { role: 'tool', content: results },
  ]
}

const jsonOf = (metadata: object | undefined) => (metadata ? { metadata: JSON.stringify(metadata) } : {})

const readInput = (input: string): unknown => {
  try {
    return JSON.parse(input)
  } catch {
    return {}
  }
}
