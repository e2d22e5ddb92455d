import { userInfo } from 'node:os'
import type { CallRef } from '../../shared/domain/calls/call-ref.ts'
import type { Dialling } from '../../shared/domain/dialling/dialling.ts'
import { placeCall } from '../../shared/operations/calls.ts'
import { dispatchCampaign } from '../../shared/operations/campaigns.ts'
import { isoTime } from '../../shared/words/time.ts'
import { sendNow } from './suspension.ts'
import type { AdminTools } from './tools.ts'

/**
 * Stops calls and messages of all users. Requests that already run may place calls for five more
 * seconds.
 */
export const stopDialling = async (why: string, by: string | undefined, tools: AdminTools) => {
  const { dialling, clock, warn } = tools
  const changed = await dialling.stop(why, by ?? operator(), clock.now())
  warn(
    changed
      ? 'Within five seconds nothing more goes out. Calls that run go on, and what waits keeps its place until you run dialling start.'
      : 'Dialling was stopped before: that stays as it was.',
  )
  return { changed, ...shown(await dialling.read()) }
}

/**
 * Allows dialling again and queues waiting calls for workers. Calls that this command does not
 * queue start within a minute.
 */
export const startDialling = async (by: string | undefined, tools: AdminTools) => {
  const { dialling, clock, warn } = tools
  const changed = await dialling.start(by ?? operator(), clock.now())
  if (changed) await wake(tools).catch(() => undefined)
  warn(changed ? 'What waits goes on within a minute.' : 'Dialling was not stopped, so there is nothing to start.')
  return { changed, ...shown(await dialling.read()) }
}

const toldMax = 250

const wake = async (tools: AdminTools): Promise<void> => {
  const waiting = Map.groupBy(await tools.deadlines.resting(toldMax), ({ noun }) => noun)
  const calls = (waiting.get('call') ?? []).map(({ user_id, id }): CallRef => ({ user_id, call_id: id }))
  const campaigns = (waiting.get('campaign-wake') ?? []).map(({ user_id, id }) => ({ user_id, campaign_id: id }))
  await sendNow(placeCall.id, calls, tools)
  await sendNow(dispatchCampaign.id, campaigns, tools)
}

export const showDialling = async ({ dialling }: AdminTools) => shown(await dialling.read())

const byTemplate = 'the stack was deployed over a restored table'

export const whyStopped = ({ isStopped, why }: Dialling): string | undefined =>
  why ?? (isStopped ? byTemplate : undefined)

const shown = (dialling: Dialling) => {
  const { isStopped, stopped_at, stopped_by, started_at, started_by } = dialling
  return {
    dialling: isStopped ? 'stopped' : 'running',
    why: whyStopped(dialling) ?? null,
    stopped_at: timeOrNull(stopped_at),
    stopped_by: stopped_by ?? null,
    started_at: timeOrNull(started_at),
    started_by: started_by ?? null,
  }
}

const timeOrNull = (time: number | undefined): string | null => (time === undefined ? null : isoTime(time))

const operator = (): string => {
  try {
    return userInfo().username
  } catch {
    return 'unknown'
  }
}
