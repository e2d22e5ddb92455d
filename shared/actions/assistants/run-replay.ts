import {
  batchesOf,
  batchOf,
  batchSize,
  isPlayed,
  type Replay,
  type ReplayedCall,
  type ReplayRef,
} from '../../domain/simulations/replay.ts'
import { attemptsMax, overdueMs, runsAtOnce } from '../../domain/simulations/simulation.ts'
import type { Dependencies } from '../../services.ts'
import { timeOfId } from '../../words/id.ts'
import type { Log } from '../../words/log.ts'
import { pauseMs, playCall, type ReplayParts } from './play-replay.ts'

export type RunReplayParts = ReplayParts &
  Dependencies<
    | 'replays.conclude'
    | 'replays.find'
    | 'replays.recheckAt'
    | 'replays.played'
    | 'runSimulationQueue.nudge'
    | 'runSimulationQueue.send'
  >

/** Milliseconds until the next check: longer than a function can run. */
const recheckMs = 10 * 60_000

/**
 * Replays one batch of calls. Without `batch`, queues lost batches again and fails calls that were
 * interrupted too often.
 */
export const runReplay = async (parts: RunReplayParts, { batch, ...ref }: ReplayRef, log: Log): Promise<void> => {
  const { replays, clock } = parts
  const replay = await replays.find(ref)
  if (!replay || replay.done_at !== undefined) return
  if (batch !== undefined) await playBatch(parts, replay, batch, log)
  else await checkReplay(parts, replay)
  const over = await replays.conclude(replay, clock.now())
  if (over) log.info('replay over', { ...ref, calls: over.calls.length, ...over.totals })
}

const refOf = ({ user_id, id }: Replay): ReplayRef => ({ user_id, replay_id: id })

const playBatch = async (parts: RunReplayParts, replay: Replay, batch: number, log: Log): Promise<void> => {
  const { runSimulationQueue } = parts
  const outcomes = await Promise.all(batchOf(replay, batch).map((planned) => playCall(parts, replay, planned, log)))
  if (outcomes.includes('again')) await runSimulationQueue.nudge({ ...refOf(replay), batch }, pauseMs / 1000)
  const next = batch + runsAtOnce
  if (next <= batchesOf(replay)) await runSimulationQueue.nudge({ ...refOf(replay), batch: next })
}

const checkReplay = async (parts: RunReplayParts, replay: Replay): Promise<void> => {
  const { replays, runSimulationQueue, clock } = parts
  const now = clock.now()
  const ref = refOf(replay)
  const begun = new Map((await replays.played(ref)).map((call) => [call.call_id, call]))
  const isOverdue = now > timeOfId(replay.id) + overdueMs
  const batches = new Set<number>()
  const busy = new Set<number>()
  for (const [place, { call_id }] of replay.calls.entries()) {
    const known = begun.get(call_id)
    if (known && isPlayed(known)) continue
    const batch = Math.floor(place / batchSize) + 1
    if (known && known.until > now) busy.add(batch)
    else if (isOverdue || isHopeless(known)) await replays.giveUp(ref, call_id, failureOf(known), now)
    else batches.add(batch)
  }
  await replays.recheckAt(ref, now + recheckMs)
  const free = Math.max(0, runsAtOnce - busy.size)
  await runSimulationQueue.send([...batches].slice(0, free).map((batch) => ({ ...ref, batch })))
}

const isHopeless = (known: ReplayedCall | undefined): boolean => known !== undefined && known.attempt >= attemptsMax

const failureOf = (known: ReplayedCall | undefined): string =>
  isHopeless(known) ? `It was interrupted ${attemptsMax} times.` : 'It was not over in two hours.'
