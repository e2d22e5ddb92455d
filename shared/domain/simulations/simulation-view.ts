import * as z from 'zod'
import { timeOfId } from '../../words/id.ts'
import { decimalOf } from '../../words/money.ts'
import { isoTime } from '../../words/time.ts'
import { SimulatedToolCallItem } from '../tools/mock.ts'
import { costOf, endings, isOver, limits, type Run, type Simulation } from './simulation.ts'

const listed = {
  id: z.int(),
  name: z.string().nullable(),
  assistant_id: z.int(),
  assistant_version: z.int().nullable(),
  draft: z.boolean(),
  status: z.enum(['running', 'done']),
  runs: z.int(),
  passed: z.int().nullable(),
  cost: z.number().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
}

export const SimulationItem = z.object(listed)

const RunItem = z.object({
  run: z.int(),
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  passed: z.boolean().nullable(),
  failure: z.string().nullable(),
  ended_by: z.enum([...endings, 'failure']).nullable(),
  limit: z.enum(limits).nullable(),
  transcript: z.array(z.object({ sender: z.enum(['bot', 'human']), text: z.string() })),
  tool_calls: z.array(SimulatedToolCallItem),
  /** Tools that were not called, because no mock fits. */
  tools_without_mock: z.array(z.string()),
  opted_out: z.boolean(),
  extracted_variables: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
  assertions: z.array(z.looseObject({ type: z.string(), holds: z.boolean(), found: z.string().nullable() })),
  cost: z.number(),
})
export type RunView = z.output<typeof RunItem>

export const FullSimulation = z.object({ ...listed, results: z.array(RunItem) })

export const simulationView = (simulation: Simulation): z.input<typeof SimulationItem> => ({
  id: simulation.id,
  name: simulation.name ?? null,
  assistant_id: simulation.assistant_id,
  assistant_version: simulation.assistant_version ?? null,
  draft: simulation.draft !== undefined,
  status: simulation.done_at === undefined ? 'running' : 'done',
  runs: simulation.runs,
  passed: simulation.passed ?? null,
  cost: simulation.cost === undefined ? null : decimalOf(simulation.cost),
  created_at: isoTime(timeOfId(simulation.id)),
  finished_at: simulation.done_at === undefined ? null : isoTime(simulation.done_at),
})

export const fullSimulation = (simulation: Simulation, runs: readonly Run[]): z.input<typeof FullSimulation> => ({
  ...simulationView(simulation),
  results: Array.from({ length: simulation.runs }, (_, index) =>
    runView(
      index + 1,
      runs.find(({ run }) => run === index + 1),
    ),
  ),
})

const runView = (number: number, run: Run | undefined): RunView => {
  const { outcome } = run ?? {}
  const calls = outcome?.tool_calls ?? []
  return {
    run: number,
    status: run?.state ?? 'waiting',
    passed: run && isOver(run) ? (outcome?.passed ?? false) : null,
    failure: run?.failure ?? null,
    ended_by: outcome?.ended_by ?? null,
    limit: outcome?.limit ?? null,
    transcript: outcome?.transcript ?? [],
    tool_calls: calls,
    tools_without_mock: [...new Set(calls.flatMap(({ name, answered_by }) => (answered_by === 'none' ? name : [])))],
    opted_out: outcome?.opted_out ?? false,
    extracted_variables: outcome?.extracted ?? null,
    assertions: outcome?.verdicts ?? [],
    cost: decimalOf(run ? costOf(run) : 0),
  }
}
