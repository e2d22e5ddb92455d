import { readFile } from 'node:fs/promises'
import { chosenSettings } from '../../shared/actions/assistants/chosen-settings.ts'
import { playRun } from '../../shared/actions/assistants/run-simulation.ts'
import { readForSimulation, startSimulation } from '../../shared/actions/assistants/start-simulation.ts'
import { foreignNames, SimulationDraft, scenarioOf } from '../../shared/domain/simulations/simulation-form.ts'
import { fullSimulation, type RunView } from '../../shared/domain/simulations/simulation-view.ts'
import { offersOf } from '../../shared/domain/tools/built-in-offers.ts'
import { read } from '../../shared/words/form.ts'
import { type Log, logTo } from '../../shared/words/log.ts'
import { must } from '../../shared/words/must.ts'
import { Problem, type ProblemCode } from '../../shared/words/problem.ts'
import type { CheckUp } from './command.ts'
import { newId } from './commands/known.ts'
import { refuse } from './refusal.ts'
import type { AdminTools } from './tools.ts'

const runsAtOnce = 5

/** Runs a simulated conversation from a file. Records and charges it as the API does. */
export const simulateFromFile = async (
  { user, assistant: assistant_id, file }: { user: number; assistant: number; file: string },
  tools: AdminTools,
): Promise<CheckUp> => {
  const { simulations } = tools
  const { values, errors } = read(SimulationDraft, await readJson(file))
  const { assistant, draft } = await chosenSettings(tools, { user_id: user, id: assistant_id }, values).catch(
    (cause) => {
      const what = cause instanceof Problem && missing[cause.code]
      if (what) return refuse(what.replace(':id', String(assistant_id)))
      throw cause
    },
  )
  const own = await tools.tools.findMany(user, assistant.tool_ids)
  const names = [...offersOf(assistant.built_in_tools, assistant.mode), ...own].map(({ name }) => name)
  const [wrong] = Object.values({ ...foreignNames(values, assistant, names), ...errors }).flat()
  if (wrong) refuse(`${file}: ${wrong}`)
  const { name, runs = 1 } = values
  const wanted = { assistant, draft, name, runs, scenario: scenarioOf(values) }
  const seen = await readForSimulation(tools, user)
  const id = await startSimulation(tools, wanted, seen, (open) => newId(tools, open)).catch((cause) => {
    if (cause instanceof Problem) return refuse(`${cause.message}.`)
    throw cause
  })
  const ref = { user_id: user, simulation_id: id }
  const begun = must(await simulations.find(ref), 'simulation that was begun')
  const log = logFor(tools)
  const waiting = Array.from({ length: runs }, (_, index) => index + 1)
  const play = async () => {
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) {
      await playRun(tools, begun, run, log)
      tools.showProgress(`${runs - waiting.length} of ${runs} runs`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(runs, runsAtOnce) }, play))
  const over = (await simulations.conclude(begun, tools.clock.now())) ?? (await simulations.find(ref)) ?? begun
  const shown = fullSimulation(over, await simulations.runs(ref))
  const isWell = shown.passed === runs
  const lines = shown.results.flatMap(linesOf)
  return { lines: [...heading, ...lines, '', `Simulation ${id}: ${shown.passed ?? 0} of ${runs} passed.`], isWell }
}

const missing: Partial<Record<ProblemCode, string>> = {
  assistant_not_found: 'The user has no assistant :id.',
  draft_not_found: 'Assistant :id has no draft.',
  version_not_found: 'Assistant :id has no such version.',
}

const heading = [row('run', 'passed', 'ended by', 'turns', 'tools', 'cost'), '-'.repeat(56)]

function row(...cells: string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(index === 2 ? 12 : 8))
    .join(' ')
    .trimEnd()
}

const linesOf = (run: RunView): string[] => {
  const { transcript, tool_calls, tools_without_mock, assertions } = run
  const turns = transcript.filter(({ sender }) => sender === 'human').length
  const how = run.ended_by ?? run.status
  const cells = [run.run, run.passed ? 'yes' : 'NO', how, turns, tool_calls.length, run.cost.toFixed(2)].map(String)
  const failed = assertions.filter(({ holds }) => !holds)
  return [
    row(...cells),
    ...failed.map(
      ({ holds: _, found, ...assertion }) => `    ${JSON.stringify(assertion)}: ${found ?? 'nothing of that'}`,
    ),
    ...tools_without_mock.map((name) => `    ${name} was not called: it has no mock.`),
    ...(run.failure ? [`    ${run.failure}`] : []),
  ]
}

const readJson = async (file: string): Promise<unknown> => {
  const text = await readFile(file, 'utf8').catch(() => refuse(`${file} cannot be read.`))
  try {
    return JSON.parse(text)
  } catch {
    return refuse(`${file} is no JSON.`)
  }
}

/** Returns a log that omits the words of the conversation. */
const logFor = ({ warn }: Pick<AdminTools, 'warn'>): Log =>
  logTo((level, message, { cause }) => {
    if (level !== 'info') warn(cause instanceof Error ? `${message}: ${cause.message}` : message)
  })
