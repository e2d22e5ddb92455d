import type { Assistant } from '../../domain/assistants/assistant.ts'
import { drafted } from '../../domain/assistants/assistant-draft.ts'
import { keptOutcome } from '../../domain/simulations/kept-outcome.ts'
import { type Meter, meterOf } from '../../domain/simulations/meter.ts'
import {
  attemptsMax,
  isOver,
  overdueMs,
  type Run,
  type RunOutcome,
  runBudget,
  runMinutesMax,
  type Simulation,
} from '../../domain/simulations/simulation.ts'
import { verdictsOn } from '../../domain/simulations/verdict.ts'
import type { Dependencies } from '../../services.ts'
import { timeOfId } from '../../words/id.ts'
import type { Log } from '../../words/log.ts'
import { evaluateTalk } from '../turns/evaluate-talk.ts'
import { type PlayedTalk, playTalk } from './play-talk.ts'

export type RunParts = Dependencies<
  | 'assistantVersions.settings'
  | 'assistants.find'
  | 'clock'
  | 'simulations.claim'
  | 'simulations.conclude'
  | 'simulations.finish'
  | 'simulations.runs'
  | 'talkModel.evaluate'
  | 'talkModel.talk'
  | 'tools.findMany'
>

/** Milliseconds for two model requests after the conversation. */
const afterTalkMs = 2 * 60_000 + 15_000
const talkMs = runMinutesMax * 60_000
/** Milliseconds after which another worker takes over a claimed run. */
const claimMs = talkMs + afterTalkMs

export const playRun = async (parts: RunParts, simulation: Simulation, number: number, log: Log): Promise<void> => {
  const { simulations, tools, clock } = parts
  const { user_id, id, scenario } = simulation
  const now = clock.now()
  const run = await simulations.claim({ user_id, simulation_id: id }, number, { now, until: now + claimMs })
  if (!run) return
  const about = { user_id, simulation_id: id, run: number }
  const assistant = await playedAssistant(parts, simulation)
  if (typeof assistant === 'string') {
    await simulations.finish(simulation, { ...run, state: 'failed', failure: assistant })
    return
  }
  const own = await tools.findMany(user_id, assistant.tool_ids)
  const meter = meterOf(runBudget)
  const playing = { assistant, tools: own, scenario, endsAt: now + talkMs, meter, log: log.with(about) }
  const played = await playTalk(parts, playing)
  const outcome = await judged(parts, simulation, { assistant, meter, played }, log.with(about))
  const isKept = await simulations.finish(simulation, { ...run, state: 'done', outcome: keptOutcome(outcome) })
  log.info('simulation played', { ...about, ended_by: outcome.ended_by, passed: outcome.passed, kept: isKept })
}

const playedAssistant = async (
  { assistants, assistantVersions }: Pick<RunParts, 'assistants' | 'assistantVersions'>,
  { user_id, assistant_id, assistant_version, draft }: Simulation,
): Promise<Assistant | string> => {
  const live = await assistants.find(user_id, assistant_id)
  if (!live) return 'The assistant was deleted.'
  if (draft) return drafted(live, draft)
  if (assistant_version === undefined || assistant_version === live.version) return live
  const settings = await assistantVersions.settings(user_id, assistant_id, assistant_version)
  return settings ? { ...live, ...settings, version: assistant_version } : 'The version is not kept any more.'
}

const judged = async (
  services: RunParts,
  { scenario: { assertions } }: Simulation,
  { assistant, meter, played: { detail, ...played } }: { assistant: Assistant; meter: Meter; played: PlayedTalk },
  log: Log,
): Promise<RunOutcome> => {
  const asksForVariables = assertions.some(({ type }) => type === 'variable') && !meter.isUsedUp()
  const { transcript } = played
  const answer = asksForVariables
    ? await evaluateTalk(services, { assistant, detail, transcript }, log, meter)
    : undefined
  const extracted = answer?.evaluation?.extracted ?? null
  const verdicts = verdictsOn(assertions, { ...played, extracted })
  const passed = played.ended_by !== 'failure' && verdicts.every(({ holds }) => holds)
  return { ...played, extracted, verdicts, passed, spent: meter.spent() }
}

export interface RunOutlook {
  waiting: number[]
  hopeless: { run: number; failure: string }[]
}

export const outlookOf = (simulation: Simulation, begun: readonly Run[], now: number): RunOutlook => {
  const isOverdue = now > timeOfId(simulation.id) + overdueMs
  const outlook: RunOutlook = { waiting: [], hopeless: [] }
  for (let run = 1; run <= simulation.runs; run++) {
    const known = begun.find((each) => each.run === run)
    if (known && (isOver(known) || known.until > now)) continue
    if (known && known.attempt >= attemptsMax)
      outlook.hopeless.push({ run, failure: `It was interrupted ${attemptsMax} times.` })
    else if (isOverdue) outlook.hopeless.push({ run, failure: 'It was not over in two hours.' })
    else outlook.waiting.push(run)
  }
  return outlook
}
