import type { Assistant } from '../../domain/assistants/assistant.ts'
import { settingsAt } from '../../domain/assistants/assistant-version.ts'
import type { Call, CallDetail } from '../../domain/calls/call.ts'
import { platformFeePerMinute } from '../../domain/reference/prices.ts'
import { compared, recordedSide, replayedSide, saysTheSame } from '../../domain/simulations/comparison.ts'
import type { Judged } from '../../domain/simulations/judged-talks.ts'
import { keptTexts } from '../../domain/simulations/kept-outcome.ts'
import { type Meter, meterOf } from '../../domain/simulations/meter.ts'
import {
  givenVariables,
  isReplayable,
  playedLines,
  recordedAnswers,
  recordFor,
  saidOf,
  withSettings,
} from '../../domain/simulations/recorded-call.ts'
import {
  type PlannedCall,
  type Replay,
  type ReplayedCall,
  type ReplayOutcome,
  replayRequestsMax,
} from '../../domain/simulations/replay.ts'
import { attemptsMax, type Scenario } from '../../domain/simulations/simulation.ts'
import { verdictsOn } from '../../domain/simulations/verdict.ts'
import type { Dependencies } from '../../services.ts'
import { timeOfId } from '../../words/id.ts'
import type { Log } from '../../words/log.ts'
import { alwaysSearched, foundAbout } from '../knowledge/knowledge.ts'
import { evaluateTalk } from '../turns/evaluate-talk.ts'
import { judgeTalks } from './judge-talks.ts'
import { type PlayedTalk, playTalk } from './play-talk.ts'

export type ReplayParts = Dependencies<
  | 'assistantVersions.settings'
  | 'assistants.find'
  | 'calls.details'
  | 'calls.find'
  | 'clock'
  | 'embeddings.open'
  | 'knowledgeStore.passages'
  | 'knowledgebases.find'
  | 'replays.claim'
  | 'replays.giveUp'
  | 'replays.record'
  | 'talkModel.evaluate'
  | 'talkModel.judge'
  | 'talkModel.talk'
  | 'tools.findMany'
  | 'users.find'
>

const talkMs = 4 * 60_000
/** Milliseconds after which another worker takes over a claimed call. */
const claimMs = talkMs + 3 * 60_000
export const pauseMs = 30_000

const gone = 'The call is not kept any more.'
const noModel = 'No model answered.'

interface Source {
  live: Assistant
  call: Call
  detail: CallDetail
}

/** Replays a recorded call. Returns `again` if no model answered and attempts are left. */
export const playCall = async (
  parts: ReplayParts,
  replay: Replay,
  planned: PlannedCall,
  log: Log,
): Promise<'again' | 'over'> => {
  const { replays, users, clock } = parts
  const { user_id, id } = replay
  const ref = { user_id, replay_id: id }
  const { call_id } = planned
  const now = clock.now()
  const [source, user] = await Promise.all([readSource(parts, replay, call_id), users.find(user_id)])
  if (typeof source === 'string') {
    await replays.giveUp(ref, call_id, source, now)
    return 'over'
  }
  const retention_months = user?.retention_months
  const phone_number = source.call.client_phone_number
  const claim = { call_id, phone_number, retention_months }
  const mine = await replays.claim(ref, claim, { now, until: now + claimMs })
  if (!mine) return 'over'
  const about = { ...ref, call_id }
  const outcome = await played(parts, replay, { planned, source, endsAt: now + talkMs }, log.with(about))
  const after = outcome ? { ...mine, state: 'done' as const, outcome } : unanswered(mine, clock.now())
  const isKept = await replays.record(ref, after, retention_months)
  log.info('call replayed', { ...about, verdict: outcome?.verdict, state: after.state, kept: isKept })
  return after.state === 'running' ? 'again' : 'over'
}

const unanswered = (mine: ReplayedCall, now: number): ReplayedCall =>
  mine.attempt >= attemptsMax
    ? { ...mine, state: 'failed', failure: noModel, phone_number: '' }
    : { ...mine, until: now + pauseMs }

const readSource = async (
  { assistants, calls }: ReplayParts,
  { user_id, assistant_id }: Replay,
  call_id: number,
): Promise<Source | string> => {
  const ref = { user_id, call_id }
  const [live, call, [detail]] = await Promise.all([
    assistants.find(user_id, assistant_id),
    calls.find(ref),
    calls.details([ref]),
  ])
  if (!live) return 'The assistant was deleted.'
  return call && isReplayable(call, detail) ? { live, call, detail } : gone
}

interface Playing {
  planned: PlannedCall
  source: Source
  endsAt: number
}

const played = async (
  parts: ReplayParts,
  replay: Replay,
  { planned, source, endsAt }: Playing,
  log: Log,
): Promise<ReplayOutcome | undefined> => {
  const { live, call, detail } = source
  const { user_id, assistant_id } = replay
  const version = call.assistant_version
  const assistant = withSettings(live, replay.settings)
  const [tools, kept] = await Promise.all([
    parts.tools.findMany(user_id, assistant.tool_ids),
    version === undefined ? undefined : parts.assistantVersions.settings(user_id, assistant_id, version),
  ])
  const before = withSettings(live, (version !== undefined && settingsAt(live, version, kept)) || live)
  const meter = meterOf({ requestsMax: replayRequestsMax, costMax: planned.held })
  const records = recordedAnswers(detail)
  const talk = await playTalk(parts, {
    assistant,
    tools,
    scenario: scenarioOf(replay, detail, before),
    endsAt,
    minutesMax: planned.minutesMax,
    playedAt: timeOfId(call.id),
    knows: async (heard) => {
      const knowledge = await alwaysSearched(parts, assistant, log)
      return { whole: knowledge?.whole ?? '', found: await foundAbout(parts, knowledge, heard, log) }
    },
    answerer: { by: 'record', find: (tool, args) => recordFor(records, tool, args) },
    meter,
    log,
  })
  if (talk.ended_by === 'failure') return undefined
  return judged(parts, replay, { planned, source, assistant, before, meter, talk }, log)
}

const scenarioOf = ({ assertions }: Replay, detail: CallDetail, before: Assistant): Scenario => {
  const lines = playedLines(detail)
  return {
    customer: { lines },
    variables: givenVariables(detail, before),
    mocks: [],
    assertions,
    turnsMax: lines.length,
  }
}

interface Judging extends Pick<Playing, 'planned' | 'source'> {
  assistant: Assistant
  before: Assistant
  meter: Meter
  talk: PlayedTalk
}

const judged = async (
  parts: ReplayParts,
  { assertions }: Replay,
  { planned, source, assistant, before, meter, talk }: Judging,
  log: Log,
): Promise<ReplayOutcome> => {
  const { call, detail } = source
  const { transcript, tool_calls, minutes } = talk
  const asksForVariables = assistant.post_call_schema.length > 0 && !meter.isUsedUp()
  const answer = asksForVariables
    ? await evaluateTalk(parts, { assistant, detail: talk.detail, transcript }, log, meter)
    : undefined
  const { extracted = null, opt_out } = answer?.evaluation ?? {}
  const recorded = recordedSide(call, detail)
  const replayed = replayedSide({ ...talk, extracted, opt_out }, call, detail)
  const comparison = compared(recorded, replayed)
  const said = saidOf(detail)
  const isSame = comparison.differs.every((aspect) => unjudged.includes(aspect)) && saysTheSame(said, transcript)
  const opinion: Omit<Judged, 'judge'> & Partial<Judged> = isSame
    ? { verdict: 'same', reason: 'The assistant says and does the same.' }
    : await judgeTalks(
        parts,
        {
          ...{ assistant: before, detail, at: timeOfId(call.id), meter },
          recorded: { said, tools: recorded.tools },
          replayed: { said: transcript, tools: replayed.tools },
        },
        log,
      )
  const verdicts = verdictsOn(assertions, { ...talk, extracted })
  const spent = meter.spent()
  return {
    ...(keptTexts({ transcript, tool_calls, verdicts }) ?? { transcript: [], tool_calls: [], verdicts: [] }),
    ...{ assistant_version: call.assistant_version ?? null, comparison, minutes, spent },
    ...decided(opinion, comparison.losses, verdicts),
    ...(opinion.judge && { judge: opinion.judge }),
    cost: Math.min(planned.held, Math.max(minutes * platformFeePerMinute, spent.cost)),
  }
}

const unjudged: readonly string[] = ['cost', 'latency']

/**
 * Returns the final verdict. `losses` and failed assertions make the verdict `worse`, regardless of
 * the judging model.
 */
const decided = (
  opinion: Pick<ReplayOutcome, 'verdict' | 'reason'>,
  losses: readonly string[],
  verdicts: ReplayOutcome['verdicts'],
): Pick<ReplayOutcome, 'verdict' | 'reason'> => {
  const broken = verdicts.filter(({ holds }) => !holds).map(({ type }) => `An assertion does not hold: ${type}.`)
  const [reason] = [...losses, ...broken]
  return reason ? { verdict: 'worse', reason } : { verdict: opinion.verdict, reason: opinion.reason }
}
