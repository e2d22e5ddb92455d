import type { Call } from '../../shared/domain/calls/call.ts'
import { callKey } from '../../shared/table/keys.ts'
import { timeOfId } from '../../shared/words/id.ts'
import type { LoadWorld } from './load-world.ts'

export interface Harm {
  calls: number
  /** Calls that were dialled more than `lateMs` after the request, or never. */
  dialledLate: number
  unanswered: number
  /** Number of callers who waited longer than `silenceMsMax` for an answer. */
  silences: number
  /** Calls that the carrier placed more than once. */
  doubled: number
  /** Number of calls whose end the product stored more than `lateMs` late. */
  endedLate: number
  neverEnded: number
  /** Requests and messages refused for lack of capacity. */
  refusedRequests: number
  deadLetters: number
}

export const lateMs = 60_000

export const harmIn = async ({ table, carrier, figures, time, facts, owners }: LoadWorld): Promise<Harm> => {
  const now = time.now()
  const stored = (await Promise.all(owners.users().map((id) => table.query<Call>({ pk: callKey(id, 0).pk })))).flat()
  const placed = carrier.stats().creates.filter(({ outcome }) => outcome === 'placed')
  const dialledAt = new Map(placed.map(({ statusCallback, receivedAt }) => [statusCallback, receivedAt]))
  const bySid = new Map(stored.map((call) => [call.carrier_sid, call]))
  const outgoing = stored.filter(({ type }) => type === 'outbound')
  const dialOf = new Map(placed.map(({ sid, receivedAt }) => [sid, receivedAt]))
  const waitMs = (call: Call) => (dialOf.get(call.carrier_sid ?? '') ?? now) - timeOfId(call.id)
  const over = carrier.calls().flatMap(({ sid, endedAt }) => (endedAt === undefined ? [] : [{ sid, endedAt }]))
  const closings = over.map(({ sid, endedAt }) => ({ closedAt: bySid.get(sid)?.closed_at, endedAt }))
  const sumOf = (prefix: string) => figures.namesOf(prefix).reduce((sum, name) => sum + figures.countOf(name), 0)
  const isUnanswered = ({ sid }: { sid: string }) => facts.some((fact) => isDropped(fact) && fact.sid === sid)
  return {
    calls: Math.max(stored.length, carrier.calls().length),
    dialledLate: outgoing.filter((call) => !call.closed_at || call.carrier_sid).filter((call) => waitMs(call) > lateMs)
      .length,
    unanswered: carrier.calls().filter(isUnanswered).length,
    silences: figures.countOf('silences'),
    doubled: placed.length - dialledAt.size,
    endedLate: closings.filter(({ closedAt, endedAt }) => closedAt && closedAt - endedAt > lateMs).length,
    neverEnded: closings.filter(({ closedAt, endedAt }) => !closedAt && now - endedAt > lateMs).length,
    refusedRequests: sumOf('answered 429') + sumOf('answered 5'),
    deadLetters: sumOf('dead letters'),
  }
}

const isDropped = (fact: object): fact is { sid: string } =>
  'event' in fact && fact.event === 'callback_dropped' && 'sid' in fact
