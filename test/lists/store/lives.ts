import { historyCompactor } from '../../../shared/lists/store/compactor.ts'
import { type NodeCache, nodeCache } from '../../../shared/lists/store/node-cache.ts'
import { historyOverrides } from '../../../shared/lists/store/overrides.ts'
import { historyPages } from '../../../shared/lists/store/pages.ts'
import { historyRenewal } from '../../../shared/lists/store/renewal.ts'
import { userKey } from '../../../shared/table/keys.ts'
import { exists, isNew, type Table } from '../../../shared/table/table.ts'
import { firstIdAt } from '../../../shared/words/id.ts'
import { memoryTable } from '../../memory-table.ts'
import {
  finalStatuses,
  judged,
  type ModelFact,
  type ModelOperation,
  matchesOf,
  numbers,
  things,
  tinyLimits,
  wrongWith,
} from './model.ts'
import { dyingTable, quickRandom, untilDeath } from './processes.ts'

export const user = 7
const rebuildsMax = 2
const start = Date.UTC(2026, 0, 1)

export interface Erasure {
  began?: number
  ended?: number
}

export const openLives = (historyLimits = tinyLimits, erasure: Erasure = {}) => {
  const table = memoryTable()
  const random = { number: quickRandom(1), bytes: (length: number) => new Uint8Array(length) }
  const facts: ModelFact[] = []
  const kept: NodeCache = nodeCache()
  let now = start + 3_600_000
  let tick = 0
  let made = 0
  let rebuilds = 0
  const clock = { now: () => now, sleep: async () => {} }
  const partsOver = (over: Table, nodes?: NodeCache) => ({
    table: over,
    clock,
    random,
    nodes,
    historyLimits,
  })
  const keyOf = ({ id }: ModelFact) => things.recordKey(user, id)

  const newFact = (late: number, number: string, campaign_id: number | undefined, status: string): ModelFact => {
    const id = firstIdAt(now - late * 1000) + made++
    const fact: ModelFact = { id, number, campaign_id, asked: tick++, statuses: [{ status, from: 0 }] }
    facts.push(fact)
    return fact
  }
  const itemOf = (fact: ModelFact, is_open: boolean) => ({
    ...keyOf(fact),
    id: fact.id,
    status: fact.statuses[0]?.status ?? '',
    campaign_id: fact.campaign_id,
    phone_number: fact.number,
    is_open,
    ...(!is_open && { closed_at: now }),
  })

  const create = async (over: Table, fact: ModelFact) => {
    await over.write([{ put: itemOf(fact, true), when: isNew }])
    await historyOverrides(partsOver(over), things).register(user, [fact.id])
    fact.created ??= tick++
  }

  const importRows = async (over: Table, rows: number) => {
    const overrides = historyOverrides(partsOver(over), things)
    const some = Array.from({ length: rows }, (_, row) => newFact(0, numbers[row % 2] ?? '', undefined, 'busy'))
    await overrides.hold(user, 'import', some[0]?.id ?? 0, 5000)
    for (const fact of some) await over.write([{ put: itemOf(fact, false), when: isNew }])
    await overrides.register(
      user,
      some.map(({ id }) => id),
    )
    for (const fact of some) fact.created = tick++
  }

  const close = async (over: Table, fact: ModelFact, status: string) => {
    const current = fact.statuses.at(-1)
    if (current?.status !== 'open') return
    if (!(await over.get(keyOf(fact))) || fact.statuses.at(-1) !== current) return
    fact.statuses.push({ status, from: tick++ })
    const beside = await historyOverrides(partsOver(over), things).late(user, fact.id)
    const closed = await over.write([
      { update: keyOf(fact), set: { status, is_open: false, closed_at: now }, when: exists },
      ...beside,
    ])
    if (!closed.done) {
      fact.statuses.pop()
      return
    }
    current.until = tick++
    fact.created ??= tick++
  }

  const change = async (over: Table, fact: ModelFact, status: string) => {
    const current = fact.statuses.at(-1)
    const isAnswered = fact.statuses.slice(0, -1).every(({ until }) => until !== undefined)
    if (!current || current.status === 'open' || !isAnswered || fact.deleting !== undefined) return
    const overrides = historyOverrides(partsOver(over), things)
    fact.statuses.push({ status, from: tick++ })
    const changed = await over.write([
      { update: keyOf(fact), set: { status }, when: exists },
      overrides.kind(user, fact.id, [status, fact.campaign_id], fact.number),
    ])
    if (changed.done) current.until = tick++
    else fact.statuses.pop()
  }

  const remove = async (over: Table, fact: ModelFact) => {
    const isAnswered = fact.statuses.slice(0, -1).every(({ until }) => until !== undefined)
    if (fact.statuses.at(-1)?.status === 'open' || !isAnswered || fact.deleting !== undefined) return
    if (fact.isResumed) return
    fact.deleting = tick++
    const gone = historyOverrides(partsOver(over), things).gone(user, fact.id, fact.number)
    const removed = await over.write([{ delete: keyOf(fact), when: exists }, gone])
    if (removed.done) fact.deleted = tick++
    else fact.deleting = undefined
  }

  const read = async (over: Table, asked: Extract<ModelOperation, { do: 'read' }>) => {
    const [from, until] = asked.seconds
      ? [asked.seconds[0], asked.seconds[0] + asked.seconds[1]].map((each) =>
          firstIdAt(start + 3_500_000 + each * 1000),
        )
      : [0, Number.MAX_SAFE_INTEGER]
    const wanted = {
      status: asked.status === undefined ? undefined : finalStatuses[asked.status],
      number: asked.number === undefined ? undefined : numbers[asked.number],
      from: from ?? 0,
      until: until ?? Number.MAX_SAFE_INTEGER,
    }
    const { window } = asked
    const began = tick++
    const pages = historyPages(partsOver(over, asked.isWarm ? kept : undefined), things)
    const ask = { ...wanted, matches: matchesOf(wanted) }
    const { records, total } = await pages.page(user, ask, window)
    const page = { ids: records.map(({ id }) => id), total }
    const wrong = wrongWith(page, window, judged(facts, wanted, began, tick++, erasure))
    if (wrong) throw new Error(`The page shows ${wrong}: ${JSON.stringify({ wanted, window, page, facts })}`)
  }

  return {
    table,
    parts: partsOver(table),
    facts,
    clock,
    tick: () => tick++,
    pass: (ms: number) => {
      now += ms
    },
    partsOver,
    begin: () => table.write([{ put: { ...userKey(user), id: user } }]),

    perform: async (over: Table, operation: ModelOperation): Promise<void> => {
      if (operation.do === 'wait') {
        now += operation.seconds * 1000
        return
      }
      if (operation.do === 'read') return read(over, operation)
      const { dies } = { dies: undefined, ...operation }
      const own = dies === undefined ? over : dyingTable(over, dies)
      if (operation.do === 'seal')
        return void (await untilDeath(historyCompactor(partsOver(own), things).compact(user)))
      if (operation.do === 'rebuild' && rebuilds++ >= rebuildsMax) return
      if (operation.do === 'rebuild') return void (await untilDeath(historyRenewal(partsOver(own), things)(user)))
      if (operation.do === 'import') return untilDeath(importRows(own, operation.rows))
      if (operation.do === 'create') {
        const fact = newFact(operation.late, numbers[operation.number] ?? '', operation.campaign, 'open')
        return untilDeath(create(own, fact))
      }
      const fact = facts[operation.which % Math.max(1, facts.length)]
      if (!fact) return
      if (operation.do === 'resume') {
        if (fact.deleting !== undefined || fact.statuses[0]?.status !== 'open') return
        fact.isResumed = true
        return create(over, fact)
      }
      if (operation.do === 'delete') return remove(over, fact)
      const status = finalStatuses[operation.status] ?? ''
      return operation.do === 'close' ? close(over, fact, status) : change(over, fact, status)
    },
  }
}
