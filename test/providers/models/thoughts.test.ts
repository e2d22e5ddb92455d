import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import type { ScriptLine } from '../../../shared/domain/conversations/script.ts'
import { messagesOf } from '../../../shared/providers/models/ai-sdk.ts'
import { followThoughts } from '../../../shared/providers/models/thoughts.ts'

const signed = (name: string, providerMetadata?: Record<string, Record<string, string>>) =>
  ({
    type: 'tool-call',
    toolCallId: `id-${name}`,
    toolName: name,
    input: '{"a":1}',
    ...(providerMetadata && { providerMetadata }),
  }) as const satisfies LanguageModelV4StreamPart

/**
 * Returns a stream's tool calls as lines of the next model request; `order` is their order of
 * completion.
 */
const linesOf = (model: string, parts: LanguageModelV4StreamPart[], order: number[]): ScriptLine[] => {
  const thinking = followThoughts(model)
  const toolCalls = parts.flatMap((part) => {
    thinking.hear(part)
    if (part.type !== 'tool-call') return []
    const thought = thinking.about(part)
    const { toolCallId: id, toolName: name, input } = part
    return [{ sender: 'tool' as const, id, name, input, text: `done ${name}`, ...(thought && { thought }) }]
  })
  return order.flatMap((place) => toolCalls[place] ?? [])
}

const gemini = [signed('first', { google: { thoughtSignature: 'S1' } }), signed('second')]

test('returns a call’s signature, and keeps calls of one answer together', () => {
  const lines = linesOf('gemini', gemini, [1, 0])
  expect(messagesOf([{ sender: 'human', text: 'Both' }, ...lines], 'gemini').slice(1)).toEqual([
    {
      role: 'assistant',
      content: [
        {
          type: 'tool-call',
          toolCallId: 'id-first',
          toolName: 'first',
          input: { a: 1 },
          providerOptions: { google: { thoughtSignature: 'S1' } },
        },
        { type: 'tool-call', toolCallId: 'id-second', toolName: 'second', input: { a: 1 } },
      ],
    },
    {
      role: 'tool',
      content: [
        expect.objectContaining({ toolCallId: 'id-first', output: { type: 'text', value: 'done first' } }),
        expect.objectContaining({ toolCallId: 'id-second', output: { type: 'text', value: 'done second' } }),
      ],
    },
  ])
})

test('what was thought, with its signature, is sent before words and tool calls', () => {
  const lines = linesOf(
    'claude',
    [
      { type: 'reasoning-start', id: '1' },
      { type: 'reasoning-delta', id: '1', delta: 'I need ' },
      { type: 'reasoning-delta', id: '1', delta: 'the table.' },
      { type: 'reasoning-delta', id: '1', delta: '', providerMetadata: { anthropic: { signature: 'S' } } },
      { type: 'reasoning-end', id: '1' },
      signed('book'),
    ],
    [0],
  )
  const history: ScriptLine[] = [{ sender: 'human', text: 'Book' }, { sender: 'bot', text: 'One moment.' }, ...lines]
  expect(messagesOf(history, 'claude').at(1)).toEqual({
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'I need the table.', providerOptions: { anthropic: { signature: 'S' } } },
      { type: 'text', text: 'One moment.' },
      { type: 'tool-call', toolCallId: 'id-book', toolName: 'book', input: { a: 1 } },
    ],
  })
})

test('another model, which stands in for it, is told nothing of that', () => {
  const told = JSON.stringify(
    messagesOf([{ sender: 'human', text: 'Both' }, ...linesOf('gemini', gemini, [0, 1])], 'gpt'),
  )
  expect(told).not.toContain('S1')
  expect(told).toContain('done second')
})

test('sends tool calls without thoughts unchanged', () => {
  const lines = linesOf('gpt', [signed('first'), signed('second')], [0, 1])
  expect(lines.every((line) => !('thought' in line))).toBe(true)
  expect(messagesOf([{ sender: 'human', text: 'Both' }, ...lines], 'gpt')).toHaveLength(5)
})
