import { describe, expect, test } from 'vitest'
import { toolCalls } from '../../shared/data/conversations/tool-calls.ts'
import type { ToolCall } from '../../shared/domain/tools/tool-call.ts'
import { meet, orders, type Worker, worker, world } from './meet.ts'

describe.each(orders)('a tool call, when the %s of two workers is overtaken', (slow) => {
  const toolCall = (at: number): ToolCall => ({
    ...{ hash: 'h', name: 'look_up', args: '{}', state: 'started', place: 1, at, until: at + 1000 },
  })
  const begun = async (...calls: ToolCall[]) => {
    const ref = { user_id: world.newId(), call_id: 1 }
    for (const call of calls) await toolCalls(worker()).start(ref, call, undefined)
    return ref
  }

  test.each([
    ['for the first time', []],
    ['again', [toolCall(1)]],
  ])('is begun by one of them, %s', async (_, before) => {
    const ref = await begun(...before)
    const start = (at: number) => (parts: Worker) => toolCalls(parts).start(ref, toolCall(at), before[0])
    const there = await meet(slow, start(5), start(7))
    const won = slow === 'first' ? 7 : 5
    expect(there.map((one) => one?.at)).toEqual(slow === 'first' ? [7, undefined] : [undefined, 5])
    expect(await toolCalls(worker()).list(ref)).toMatchObject([{ at: won }])
  })

  test('that is built in is claimed by one of them', async () => {
    const ref = await begun(toolCall(1))
    const claim = (parts: Worker) => toolCalls(parts).claim(ref, toolCall(1))
    expect(await meet(slow, claim, claim)).toEqual(slow === 'first' ? [false, true] : [true, false])
  })

  test('that is begun again is not ended by the worker before', async () => {
    const ref = await begun(toolCall(1))
    await meet(
      slow,
      (parts) => toolCalls(parts).end(ref, { ...toolCall(1), state: 'failed' }),
      (parts) => toolCalls(parts).start(ref, toolCall(5), toolCall(1)),
    )
    expect(await toolCalls(worker()).list(ref)).toMatchObject([{ at: 5, state: 'started' }])
  })
})
