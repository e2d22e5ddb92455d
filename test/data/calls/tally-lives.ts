import fc from 'fast-check'
import { expect } from 'vitest'
import { callTallies } from '../../../shared/data/calls/call-tallies.ts'
import { markDirty } from '../../../shared/data/calls/dirty-calls.ts'
import type { TallyLimits } from '../../../shared/data/calls/tally-folding.ts'
import {
  type AnalyticsFilter,
  addFacts,
  type GroupKey,
  type GroupSums,
  matchesFilter,
  noSums,
  type Trait,
  traitOf,
} from '../../../shared/domain/calls/analytics.ts'
import type { Call } from '../../../shared/domain/calls/call.ts'
import { callFactsOf, quarterAt } from '../../../shared/domain/calls/call-facts.ts'
import { callKey, userKey } from '../../../shared/table/keys.ts'
import { exists, type Range, type Table, type Write } from '../../../shared/table/table.ts'
import { idAt, timeOfId } from '../../../shared/words/id.ts'
import { ringingCall } from '../../fixtures.ts'
import { dyingTable, pacedTable, quickRandom, takingTurns, untilDeath } from '../../lists/store/processes.ts'
import { memoryTable } from '../../memory-table.ts'

const user_id = 7
const minuteMs = 60_000
const begin = Date.UTC(2026, 0, 1)
const reasons = ['customer_hung_up', 'voicemail', 'no_money', 'busy'] as const
const numbers = ['+12025550100', '+4915112345678', '+441234567890']
const tinyLimits: Partial<TallyLimits> = {
  batchCalls: 12,
  pageCalls: 3,
  blockCalls: 6,
  groupBlocks: 2,
  recentCallsMin: 2,
}

const operation = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('call' as const), minutes: fc.nat(40), traits: fc.nat(9_999) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('change' as const), which: fc.nat(99), traits: fc.nat(9_999) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('erase' as const), which: fc.nat(99) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 400 }) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('fold' as const), dies: fc.option(fc.nat(40), { nil: undefined }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('race' as const), seed: fc.nat(9_999) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('contend' as const), which: fc.nat(99), seed: fc.nat(9_999) }),
  },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

/**
 * Makes stale reads return data from ten minutes ago, the longest delay that readers must tolerate.
 */
const withReplica = (table: Table, now: () => number): Table => {
  const replica = memoryTable()
  const waiting: { at: number; writes: Write[] }[] = []
  const caughtUp = async () => {
    while (waiting[0] && waiting[0].at <= now() - 10 * minuteMs) await replica.write(waiting.shift()?.writes ?? [])
    return replica
  }
  return {
    ...table,
    get: async (key, how) => (how?.stale ? await caughtUp() : table).get(key),
    query: async <T>(range: Range) => (range.stale ? await caughtUp() : table).query<T>(range),
    write: async (writes, how) => {
      const written = await table.write<never>(writes, how)
      if (written.done) waiting.push({ at: now(), writes })
      return written
    },
  }
}

/** Opens a user's stored call totals. `expected` counts the same totals from all calls. */
const openTallies = () => {
  const random = { number: quickRandom(3), bytes: (length: number) => new Uint8Array(length) }
  let now = begin
  const clock = { now: () => now, sleep: async () => {} }
  const table = withReplica(memoryTable(), clock.now)
  const partsOver = (over: Table) => ({ table: over, clock, random, tallyLimits: tinyLimits })
  const stored = new Map<number, Call>()

  const callWith = (id: number, traits: number): Call => {
    const answered = traits % 3 > 0
    const over = { phase: 'over', asked_at: now, over_at: now } as const
    const closed = {
      id,
      user_id,
      assistant_id: 1 + (traits % 2),
      assistant_version: 1 + (traits % 4),
      client_phone_number: numbers[traits % 3] ?? '',
      campaign: traits % 5 === 0 ? undefined : { id: traits % 5, name: '', lead_id: 1, main_lead_id: 1, slot: 0 },
      placement: answered
        ? { ...over, outcome: 'completed' as const, answered_at: now }
        : { ...over, outcome: 'failed' as const },
      cause: reasons[traits % 4],
      duration: answered ? traits % 300 : 0,
      total_cost: traits * 100,
      ...(traits % 6 > 0 && {
        evaluated: { at: now, goal: traits % 7 === 0, ...(answered && { latencies: `A${1 + (traits % 5)}f` }) },
      }),
      closed_at: now,
    }
    return ringingCall(closed, now)
  }
  const save = async (over: Table, call: Call) => {
    const before = stored.get(call.id)
    const mayBePaged = before ? before.evaluated !== undefined : now - timeOfId(call.id) > 2 * minuteMs
    await over.write([
      { put: { ...callKey(user_id, call.id), ...call } },
      ...markDirty(partsOver(over), { user_id, call_id: call.id }, mayBePaged),
    ])
    stored.set(call.id, call)
  }

  const expected = ({ from, until, filter, by }: Ask): Map<GroupKey, GroupSums> => {
    const cells = new Map<GroupKey, GroupSums>()
    for (const call of stored.values()) {
      const facts = callFactsOf(call)
      if (!facts || facts.quarter < from || facts.quarter >= until || !matchesFilter(filter, facts)) continue
      const key = by === 'quarter' ? facts.quarter : traitOf[by](facts)
      const sums = cells.get(key) ?? noSums()
      addFacts(sums, facts)
      cells.set(key, sums)
    }
    return cells
  }

  return {
    open: () => table.write([{ put: { ...userKey(user_id), id: user_id } }]),
    now: () => now,
    expected,
    read: (ask: Ask, over: Table = table) => callTallies(partsOver(over)).read(user_id, ask),
    blocks: async () => table.get<{ blocks: string }>({ pk: `${user_id}#tally`, sk: '0'.repeat(16) }),

    act: async (step: Operation, ask: Ask): Promise<Map<GroupKey, GroupSums> | 'too_many' | undefined> => {
      const [id] = 'which' in step ? [[...stored.keys()][step.which % Math.max(1, stored.size)]] : []
      if (step.do === 'wait') now += step.minutes * minuteMs
      if (step.do === 'call')
        await save(table, callWith(idAt(now - step.minutes * minuteMs, random.number()), step.traits))
      if (step.do === 'change' && id !== undefined) await save(table, callWith(id, step.traits))
      if (step.do === 'erase' && id !== undefined) {
        await table.write([
          { delete: callKey(user_id, id), when: exists },
          ...markDirty(partsOver(table), { user_id, call_id: id }, true),
        ])
        stored.delete(id)
      }
      if (step.do === 'fold') {
        const over = step.dies === undefined ? table : dyingTable(table, step.dies)
        await untilDeath(callTallies(partsOver(over)).fold(user_id))
      }
      if (step.do === 'contend' && id !== undefined) {
        const turns = takingTurns(step.seed)
        const [folding, first, second] = [0, 1, 2].map((each) =>
          pacedTable(table, turns.gateOf([each, step.seed % 3, 1]), () => false),
        )
        const newest = Math.max(...stored.keys())
        await turns.run([
          callTallies(partsOver(folding ?? table)).fold(user_id),
          save(first ?? table, callWith(id, step.seed)),
          ...(newest === id ? [] : [save(second ?? table, callWith(newest, step.seed + 1))]),
        ])
      }
      if (step.do !== 'race') return undefined
      const turns = takingTurns(step.seed)
      const paces = [0, 1, 2].map((each) => turns.gateOf([each, step.seed % 3, 1]))
      const [first, second, third] = paces.map((gate) => pacedTable(table, gate, () => false))
      let answer: Map<GroupKey, GroupSums> | 'too_many' | undefined
      await turns.run([
        callTallies(partsOver(first ?? table)).fold(user_id),
        callTallies(partsOver(second ?? table)).fold(user_id),
        callTallies(partsOver(third ?? table))
          .read(user_id, ask)
          .then((cells) => {
            answer = cells
          }),
      ])
      return answer
    },
  }
}

interface Ask {
  from: number
  until: number
  filter: AnalyticsFilter
  by: 'quarter' | Trait
  isLatency: boolean
}

const groups = ['quarter', ...(Object.keys(traitOf) as Trait[])] as const
const filters: AnalyticsFilter[] = [
  {},
  { assistant_id: 1 },
  { assistant_id: 2, assistant_version: 2 },
  { campaign_id: 3 },
  { ended_reason: 'voicemail' },
  { assistant_id: 1, campaign_id: 2 },
]

const askOf = (seed: number, now: number): Ask => {
  const filter = filters[seed % filters.length] ?? {}
  const wanted = groups[Math.floor(seed / 7) % groups.length] ?? 'quarter'
  const last = quarterAt(now) + 1
  const [from, until] = seed % 4 === 0 ? [last - 60 - (seed % 50), last - (seed % 30)] : [0, last]
  const by = wanted === 'version' && filter.assistant_id === undefined ? 'country' : wanted
  return { from, until, filter, by, isLatency: by === 'quarter' && seed % 2 === 0 }
}

const shown = (cells: ReadonlyMap<GroupKey, GroupSums> | 'too_many', { isLatency, by }: Ask) => {
  if (cells === 'too_many') return cells
  const rows = [...cells].map(([key, sums]) => {
    const { latencies, ...counts } = sums
    const filled = Array.from({ length: 52 }, (_, bucket) => latencies[bucket] ?? 0)
    return JSON.stringify([key, by === 'quarter' && isLatency ? filled : counts])
  })
  return rows.filter((row) => !row.endsWith(`[${new Array(52).fill(0).join(',')}]]`)).toSorted()
}

/** Compares totals with a count of all calls after every step of `runs` random sequences. */
export const historiesAgree = (runs: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 20, maxLength: 60 }), fc.nat(9_999), async (steps, salt) => {
      const lives = openTallies()
      await lives.open()
      for (const [place, step] of steps.entries()) {
        const ask = askOf(salt + place, lives.now())
        const raced = await lives.act(step, ask)
        if (raced !== undefined) expect(shown(raced, ask)).toEqual(shown(lives.expected(ask), ask))
        const next = askOf(salt * 3 + place, lives.now())
        expect(shown(await lives.read(next), next)).toEqual(shown(lives.expected(next), next))
      }
    }),
    { numRuns: runs },
  )

const leaseMinutes = 6

export const everyDeathIsRepaired = async (): Promise<void> => {
  for (let dies = 0; dies < 60; dies++) {
    const lives = openTallies()
    await lives.open()
    const ask: Ask = { from: 0, until: quarterAt(begin) + 96, filter: {}, by: 'ended_reason', isLatency: false }
    const agree = async () => expect(shown(await lives.read(ask), ask)).toEqual(shown(lives.expected(ask), ask))
    for (let minute = 0; minute < 24; minute += 2) {
      await lives.act({ do: 'call', minutes: 0, traits: minute * 3 + 1 }, ask)
      if (minute === 18) await lives.act({ do: 'fold', dies: undefined }, ask)
      await lives.act({ do: 'wait', minutes: 2 }, ask)
    }
    for (const which of [2, 6, 8, 10]) await lives.act({ do: 'change', which, traits: which + 5 }, ask)
    for (const which of [3, 9]) await lives.act({ do: 'erase', which }, ask)
    await lives.act({ do: 'wait', minutes: 2 }, ask)
    await agree()
    await lives.act({ do: 'fold', dies }, ask)
    await agree()
    await lives.act({ do: 'change', which: 4, traits: dies }, ask)
    await agree()
    await lives.act({ do: 'wait', minutes: leaseMinutes }, ask)
    await lives.act({ do: 'fold', dies: undefined }, ask)
    await agree()
  }
}
