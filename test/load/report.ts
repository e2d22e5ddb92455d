import type { LoadUnits } from '../../infra/cost/units.ts'
import type { BenchRow } from '../bench/measure.ts'
import type { LoadDeployment } from './deployment.ts'
import { type Harm, harmIn, lateMs } from './harm.ts'
import type { LoadWorld } from './load-world.ts'
import { silenceMsMax } from './people.ts'
import type { LoadRun } from './scenario.ts'
import { nounOf } from './table.ts'

const shown = 5

export const reportOf = async (world: LoadRun, deployment: LoadDeployment): Promise<BenchRow[]> => {
  const { figures, quotas, queues } = world
  const harm = await harmIn(world)
  const row = (what: string, peak: number, quota?: number, mean?: number): BenchRow => ({
    what,
    peak: Math.round(peak),
    mean: mean === undefined ? undefined : Math.round(mean * 10) / 10,
    quota,
    'of it': quota ? `${Math.round((100 * peak) / quota)} %` : undefined,
  })
  const rate = (what: string, name: string, quota?: number) =>
    row(what, figures.peakRate(name), quota, figures.totalOf(name) / figures.seconds())
  const level = (what: string, name: string, quota?: number) =>
    row(what, figures.peakLevel(name), quota, figures.meanLevel(name))
  const hottest = (kind: 'read' | 'write', quota: number) => {
    const prefix = `${kind} key `
    const nouns = new Map<string, string>()
    for (const name of byPeak(figures.namesOf(prefix), figures.peakRate)) {
      const noun = nounOf(name.slice(prefix.length))
      if (!nouns.has(noun)) nouns.set(noun, name)
    }
    return [...nouns].slice(0, shown).map(([noun, name]) => rate(`${kind} units a second: ${noun}`, name, quota))
  }
  const functions = byPeak(
    figures.namesOf('function ').filter((name) => figures.peakLevel(name) > 0),
    figures.peakLevel,
  )
  const sources = new Map(deployment.queues.map((queue) => [queue.id, queue]))
  const busy = deployment.queues.filter(({ id }) => figures.totalOf(`messages ${id}`) > 0)
  const stopped = [...figures.namesOf('throttled '), ...figures.namesOf('timed out '), ...figures.namesOf('dropped as')]

  return [
    level('talks', 'sockets'),
    rate(`dials a second (the carrier takes ${world.dialsPerSecond})`, 'dials'),
    level('functions at a time', 'functions of all', quotas.functions),
    ...functions.slice(0, shown).map((name) => {
      const id = name.slice('function '.length)
      return level(`  ${id}`, name, sources.get(id)?.concurrencyMax)
    }),
    rate('invocations a second', 'invocations of all'),
    rate('write units a second', 'write of all table', quotas.freshWrites),
    ...figures.namesOf('write of all ').flatMap((name) => {
      const index = name.slice('write of all '.length)
      return index === 'table' ? [] : [rate(`  index ${index}`, name, quotas.freshWrites)]
    }),
    rate('read units a second', 'read of all table', quotas.freshReads),
    ...hottest('write', quotas.keyWrites),
    ...hottest('read', quotas.keyReads),
    ...busy.flatMap(({ id }) => [
      rate(`messages a second: ${id}`, `messages ${id}`),
      row(`  longest wait, ms`, Math.max(figures.quantile(`wait ${id}`, 1), queues.oldestMs(id)), lateMs),
    ]),
    rate('requests a second, HTTP', 'requests', quotas.requestsPerSecond),
    rate('socket messages a second, in', 'socket messages in', deployment.sockets.rate),
    rate('socket messages a second, out', 'socket messages out', quotas.requestsPerSecond),
    rate('new sockets a second', 'new sockets', quotas.newSocketsPerSecond),
    row(
      'transactions in conflict',
      figures.countOf('conflicts'),
      undefined,
      figures.countOf('conflicts') / figures.seconds(),
    ),
    ...figures
      .namesOf('conflicts ')
      .map((name) => ({ name, total: figures.totalOf(name) }))
      .toSorted((one, other) => other.total - one.total)
      .slice(0, shown)
      .map(({ name, total }) => row(`  on ${name.slice('conflicts '.length).replace('\n', ' ')}`, total)),
    row('ms until a caller hears an answer, p50', figures.quantile('silence after a caller spoke', 0.5)),
    row('ms until a caller hears an answer, p99', figures.quantile('silence after a caller spoke', 0.99), silenceMsMax),
    row('ms until a picked-up call is told what to do, p99', figures.quantile('callback answer', 0.99), silenceMsMax),
    ...stopped.map(
      (name): BenchRow => ({ what: `stopped: ${name}`, peak: { value: figures.countOf(name), budget: 0 } }),
    ),
    ...harmRows(harm),
  ]
}

const platformBytes = 500

export const usageIn = ({ figures }: LoadWorld): LoadUnits[string] => {
  const perSecond = (name: string) => Math.round((figures.totalOf(name) / figures.seconds()) * 1000) / 1000
  const all = (prefix: string) => figures.namesOf(prefix).reduce((sum, name) => sum + perSecond(name), 0)
  const invocations = perSecond('invocations of all')
  const used = {
    read_units: Math.round(all('read of all ')),
    write_units: Math.round(all('write of all ')),
    invocations,
    gigabyte_seconds: Math.round(perSecond('gigabyte ms')) / 1000,
    queue_requests: perSecond('queue requests'),
    http_requests: perSecond('requests'),
    socket_messages: perSecond('socket messages in') + perSecond('socket messages out'),
    log_bytes: Math.round(perSecond('log bytes') + platformBytes * invocations),
    stored_bytes: 0,
  }
  return { talks: Math.round(figures.meanLevel('sockets')), used }
}

const harmRows = ({ calls, ...harm }: Harm): BenchRow[] => [
  { what: 'calls', peak: calls },
  ...Object.entries(harm).map(([name, value]) => ({
    what: `harmed: ${harmNames[name as keyof typeof harm]}`,
    peak: { value, budget: 0 },
  })),
]

const harmNames: Record<keyof Omit<Harm, 'calls'>, string> = {
  dialledLate: `dialled more than ${lateMs / 1000} s late`,
  unanswered: 'the carrier was not answered, or too late',
  silences: `silent for more than ${silenceMsMax / 1000} s`,
  doubled: 'dialled twice',
  endedLate: `closed more than ${lateMs / 1000} s late`,
  neverEnded: `not closed after ${lateMs / 1000} s`,
  refusedRequests: 'requests refused or failed',
  deadLetters: 'messages given up',
}

const byPeak = (names: string[], peakOf: (name: string) => number): string[] =>
  names.toSorted((one, other) => peakOf(other) - peakOf(one))
