import { floorOf } from '../../domain/account/account.ts'
import { retentionDays, retentionDefault } from '../../domain/account/retention.ts'
import type { Assistant } from '../../domain/assistants/assistant.ts'
import { settingsOf } from '../../domain/assistants/assistant-version.ts'
import type { Call, CallDetail } from '../../domain/calls/call.ts'
import { isReplayable } from '../../domain/simulations/recorded-call.ts'
import type { PlannedCall, Replay } from '../../domain/simulations/replay.ts'
import { plannedCall } from '../../domain/simulations/replay-price.ts'
import type { Dependencies } from '../../services.ts'
import { hashOf } from '../../words/canonical.ts'
import { firstIdAt } from '../../words/id.ts'
import { Problem } from '../../words/problem.ts'
import type { readForSimulation } from './start-simulation.ts'

/** Milliseconds until a worker first checks the replay, because queue messages may be lost. */
const firstCheckMs = 2 * 60_000
/** `Retry-After` in seconds when too many simulations and replays run. */
const retrySeconds = 60
const readMax = 1_000
const readAtOnce = 200
/** Milliseconds. Calls whose transcript expires sooner are not replayed. */
const keptAtLeastMs = 24 * 60 * 60_000

type Wanted = ({ calls: number } | { call_ids: readonly number[] }) & { retention_months: number | undefined }

interface Chosen {
  planned: PlannedCall[]
  wrong: number[]
}

export const chooseCalls = async (
  services: Dependencies<'callPages.page' | 'calls.details' | 'calls.find' | 'clock'>,
  assistant: Assistant,
  wanted: Wanted,
): Promise<Chosen> => {
  const { user_id, id: assistant_id } = assistant
  const keptMs = retentionDays(wanted.retention_months ?? retentionDefault) * 24 * 60 * 60_000
  const from_id = firstIdAt(services.clock.now() + keptAtLeastMs - keptMs)
  const planned = (call: Call, detail: CallDetail | undefined): PlannedCall[] =>
    call.id >= from_id && call.assistant_id === assistant_id && isReplayable(call, detail)
      ? [plannedCall(call.id, assistant, detail)]
      : []
  if ('calls' in wanted) {
    const filter = { assistant_id, from_id }
    const found: PlannedCall[] = []
    for (let read = 0; read < readMax && found.length < wanted.calls; read += readAtOnce) {
      const { calls, details } = await services.callPages.page(user_id, filter, read, readAtOnce)
      found.push(...calls.flatMap((call, index) => planned(call, details[index])))
      if (calls.length < readAtOnce) break
    }
    return { planned: found.slice(0, wanted.calls), wrong: [] }
  }
  const refs = wanted.call_ids.map((call_id) => ({ user_id, call_id }))
  const [calls, details] = await Promise.all([
    Promise.all(refs.map((ref) => services.calls.find(ref))),
    services.calls.details(refs),
  ])
  const found = calls.map((call, index) => (call ? planned(call, details[index]) : []))
  const unique = new Map(found.flat().map((one) => [one.call_id, one]))
  return {
    planned: [...unique.values()].toSorted((one, other) => other.call_id - one.call_id),
    wrong: found.flatMap((one, index) => (one.length === 0 ? [index] : [])),
  }
}

type Seen = Awaited<ReturnType<typeof readForSimulation>>

interface Beginning {
  assistant: Assistant
  /** Absent if a draft is replayed. */
  version: number | undefined
  calls: PlannedCall[]
  assertions: Replay['assertions']
}

export const startReplay = async (
  { replays, clock }: Dependencies<'replays.open' | 'replays.takeCalls' | 'clock'>,
  { assistant, version, calls, assertions }: Beginning,
  { means, place }: Seen,
  create: (open: (id: number) => Promise<boolean>) => Promise<number>,
): Promise<number> => {
  const { user_id } = assistant
  if (means.account.suspended_at !== undefined) throw new Problem('account_suspended')
  if (place !== undefined) {
    const taken = await replays.takeCalls(user_id, calls.length, clock.now())
    if (!taken.isAllowed) throw new Problem('too_many_attempts', { retrySeconds: taken.resetSeconds })
  }
  const settings = settingsOf(assistant)
  const wanted: Omit<Replay, 'id' | 'place'> = {
    user_id,
    assistant_id: assistant.id,
    ...(version !== undefined && { assistant_version: version }),
    hash: hashOf(settings),
    settings,
    calls,
    assertions,
    due_at: clock.now() + firstCheckMs,
  }
  return create(async (id) => {
    const opened = await replays.open({ ...wanted, id }, floorOf(means), { account: means.account, place })
    if (opened === 'insufficient') throw new Problem('insufficient_balance')
    if (opened === 'busy') throw new Problem('too_many_simulations', { retrySeconds })
    return opened === 'opened'
  })
}
