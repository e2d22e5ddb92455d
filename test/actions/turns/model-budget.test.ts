import { expect, test } from 'vitest'
import { playTalk } from '../../../shared/actions/assistants/play-talk.ts'
import type { Assistant } from '../../../shared/domain/assistants/assistant.ts'
import type { Script } from '../../../shared/domain/conversations/script.ts'
import type { ModelPart } from '../../../shared/domain/conversations/turn-parts.ts'
import { estimatedTokens, priceOfTokens, type Usage } from '../../../shared/domain/reference/token-prices.ts'
import { meterOf } from '../../../shared/domain/simulations/meter.ts'
import { costOf, heldFor, runBudget } from '../../../shared/domain/simulations/simulation.ts'
import type { Tool } from '../../../shared/domain/tools/tool.ts'
import type { Log } from '../../../shared/words/log.ts'

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined, with: () => log }
const tool = { id: 1, name: 'look_up', description: 'd', method: 'GET', headers: [] } as unknown as Tool
const parameters = [{ name: 'q', type: 'string', description: 'q', required: true }] as const
const assistantOf = (system_prompt: string, llm_model_id: number) =>
  ({
    ...{ id: 1, language_id: 1, llm_model_id, system_prompt, mode: 'pipeline', initial_message: 'Hi.' },
    ...{ variables: {}, tool_ids: [1], built_in_tools: [], post_call_schema: [], filler_config: {} },
    ...{ timezone: 'UTC', speech_speed: 1, wait_for_customer: false },
  }) as unknown as Assistant

/**
 * Simulates a conversation in which the customer keeps talking, and the assistant calls a tool
 * whenever the model offers tools.
 */
const played = async (system: string, llm_model_id: number) => {
  const asked: Script[] = []
  const meter = meterOf(runBudget)
  async function* talk(
    script: Script,
    _signal: AbortSignal,
    onUsage?: (usage: Usage) => void,
  ): AsyncGenerator<ModelPart> {
    asked.push(script)
    onUsage?.({ input: estimatedTokens(script.system.length), output: 10 })
    if (script.tools.length === 1 && script.tools[0]?.name === 'end_call') yield { type: 'text', text: 'Go on.' }
    else if (asked.length % 5 === 4) yield { type: 'text', text: 'Ok.' }
    else yield { type: 'use', id: `u${asked.length}`, name: 'look_up', input: JSON.stringify({ q: `${asked.length}` }) }
  }
  const talked = await playTalk(
    { talkModel: { talk }, clock: { now: () => 1_800_000_000_000, sleep: async () => undefined } },
    {
      assistant: assistantOf(system, llm_model_id),
      tools: [{ ...tool, parameters: [...parameters] }],
      scenario: {
        ...{ customer: { goal: 'Keep on talking' }, variables: {}, assertions: [], turnsMax: 20 },
        mocks: [{ tool: 'look_up', answer: 'y' }],
      },
      endsAt: 1_800_000_300_000,
      meter,
      log,
    },
  )
  return { asked: asked.length, talked, spent: meter.spent() }
}
const opus = 27
const mini = 15

test('ends a run whose tokens use up its budget, and charges the hold', async () => {
  const { asked, talked, spent } = await played('x'.repeat(60_000), opus)
  expect(talked).toMatchObject({ ended_by: 'limit', limit: 'models' })
  expect(asked).toBeLessThanOrEqual(10)
  expect(spent.cost).toBeGreaterThanOrEqual(runBudget.costMax)
  const outcome = { ...talked, spent, extracted: null, verdicts: [], passed: true }
  expect(costOf({ outcome })).toBe(heldFor({ runs: 1 }))
})

test('bounds the requests of a run whose tokens are few', async () => {
  const { asked, talked } = await played('x', mini)
  expect(asked).toBeLessThanOrEqual(runBudget.requestsMax)
  expect(talked.ended_by).toBe('limit')
})

test('charges tokens where they cost more than the minutes', () => {
  const outcome = {
    ...{ ended_by: 'customer' as const, limit: null, transcript: [], tool_calls: [], opted_out: false },
    ...{ extracted: null, verdicts: [], passed: true, minutes: 2 },
  }
  const spent = { requests: 1, input: 1, output: 1 }
  expect(costOf({ outcome: { ...outcome, spent: { ...spent, cost: 99_999 } } })).toBe(100_000)
  expect(costOf({ outcome: { ...outcome, spent: { ...spent, cost: 100_001 } } })).toBe(100_001)
  expect(costOf({})).toBe(0)
})

test('prices an unknown model as a large one', () => {
  const usage = { input: 1_000, output: 1_000 }
  expect(priceOfTokens({ name: 'new-model' }, usage)).toBeGreaterThan(priceOfTokens({ name: 'gpt-4.1-mini' }, usage))
})
