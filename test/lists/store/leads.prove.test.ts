import fc from 'fast-check'
import { expect, test } from 'vitest'
import { campaigns as openCampaigns } from '../../../shared/data/campaigns/campaigns.ts'
import { leadPages } from '../../../shared/data/leads/lead-pages.ts'
import { leads as openLeads } from '../../../shared/data/leads/leads.ts'
import { leadStatuses } from '../../../shared/domain/leads/lead.ts'
import { newLead } from '../../../shared/domain/leads/lead-form.ts'
import { reviseLead, setStatus, startDial } from '../../../shared/domain/leads/lead-life.ts'
import { nodeCache } from '../../../shared/lists/store/node-cache.ts'
import { histories } from '../../../shared/runtime/histories.ts'
import { userKey } from '../../../shared/table/keys.ts'
import { firstIdAt } from '../../../shared/words/id.ts'
import { freshTable } from '../../data/fresh-table.ts'
import { tinyLimits } from './model.ts'
import { dyingTable, untilDeath } from './processes.ts'
import { sampleCampaign } from './sample-campaign.ts'

const runs = Number(process.env.HISTORY_RUNS ?? 12)
const user_id = 7
const begin = Date.UTC(2026, 0, 1)

const which = fc.nat(99)
const campaign = fc.nat(2)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('create' as const), campaign, late: fc.nat(90) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      campaign,
      rows: fc.integer({ min: 2, max: 6 }),
      clash: fc.option(which, { nil: undefined }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('change' as const), which, status: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), which, campaign }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dial' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), campaign }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const), campaign }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('seal' as const), dies: fc.option(fc.nat(20), { nil: undefined }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 60 }) }) },
)
const look = fc.record({
  status: fc.option(fc.constantFrom(...leadStatuses), { nil: undefined }),
  campaign: fc.option(campaign, { nil: undefined }),
  cut: fc.option(fc.tuple(fc.nat(9), fc.nat(9)), { nil: undefined }),
  first: fc.nat(7),
  count: fc.integer({ min: 1, max: 5 }),
})

test('leads are listed and counted as brute force does it, after every step', { timeout: 900_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, look), { minLength: 15, maxLength: 40 }), async (steps) => {
      const { table, random } = await freshTable()
      let now = begin
      let made = 0
      const clock = { now: () => now, sleep: async () => {} }
      const nodes = nodeCache()
      const parts = { table, clock, random, historyLimits: tinyLimits }
      const [leads, campaigns] = [openLeads(parts), openCampaigns(parts)]
      await table.write([{ put: { ...userKey(user_id), id: user_id } }])
      const all: { id: number; status: string; at: number }[] = []
      const places = [1, 2, 3]
      const dead = new Set<number>()
      const idOf = (at: number): number => places[at % places.length] ?? 0
      for (const id of places) await campaigns.create(sampleCampaign(user_id, id))
      const leadAs = (id: number, campaign_id: number) =>
        newLead({
          id,
          user_id,
          campaign_id,
          phone_number: `+1${id}`,
          contacts: [{ phone_number: `+2${id}`, variables: {} }],
        })

      for (const [one, { status, campaign, cut, ...window }] of steps) {
        const known = 'which' in one ? all[one.which % Math.max(1, all.length)] : undefined
        const at = 'campaign' in one ? idOf(one.campaign) : 0
        if (one.do === 'wait') now += one.seconds * 1000
        if (one.do === 'create') {
          const id = firstIdAt(now - one.late * 1000) + 20 * made++
          await leads.create(leadAs(id, at), true)
          await leads.register(user_id, [id])
          all.push({ id, status: 'created', at })
        }
        if (one.do === 'import') {
          const first = firstIdAt(now) + 20 * made
          await leads.holdLists(user_id, 'import', first, 5000)
          const ids = Array.from({ length: one.rows }, () => firstIdAt(now) + 20 * made++)
          const taken = one.clash === undefined ? undefined : all[one.clash % Math.max(1, all.length)]
          const rows = ids.map((id) => leadAs(id, at))
          if (taken) rows.push({ ...leadAs(taken.id, at), phone_number: '+3' })
          const outcomes = await leads.createMany(rows, true)
          expect(outcomes.map(({ outcome }) => outcome)).toEqual([
            ...ids.map(() => 'created'),
            ...(taken ? ['clash'] : []),
          ])
          all.push(...ids.map((id) => ({ id, status: 'created', at })))
        }
        const stored = known && (await leads.find(user_id, known.id))
        if (one.do === 'change' && known && stored) {
          const changed = leadStatuses[one.status] ?? 'created'
          await leads.change(user_id, known.id, (lead) => setStatus(lead, lead.id, changed, now))
          known.status = changed
        }
        if (one.do === 'move' && known && stored && !dead.has(at)) {
          const moved = await leads.replace(stored, reviseLead(stored, known.id, { campaign_id: at }, now))
          expect(moved.outcome).toBe('replaced')
          known.at = at
        }
        if (one.do === 'dial' && known && stored)
          await leads.change(user_id, known.id, (lead) => startDial(lead, 99, lead.id))
        if (one.do === 'remove' && known && stored && !dead.has(known.at)) {
          expect(await leads.remove(stored, now)).toEqual({ outcome: 'replaced' })
          all.splice(all.indexOf(known), 1)
        }
        if (one.do === 'drop' && !dead.has(at)) {
          await campaigns.markDeleted(user_id, at, now)
          dead.add(at)
          const id = 10 + dead.size
          await campaigns.create(sampleCampaign(user_id, id))
          places[one.campaign] = id
        }
        if (one.do === 'clear')
          for (const id of dead) {
            await leads.removeSome(user_id, id, now)
            for (const lead of all.filter((lead) => lead.at === id)) all.splice(all.indexOf(lead), 1)
          }
        if (one.do === 'seal') {
          const over = one.dies === undefined ? table : dyingTable(table, one.dies)
          await untilDeath(histories({ ...parts, table: over }).compact({ user_id, noun: 'lead' }))
        }

        const campaign_id = campaign === undefined ? undefined : idOf(campaign)
        const [from_id, until_id] = cut ? cut.map((place) => all[place]?.id) : []
        const expected = all
          .filter((lead) => !dead.has(lead.at) && (campaign_id === undefined || lead.at === campaign_id))
          .filter((lead) => status === undefined || lead.status === status)
          .filter(({ id }) => id >= (from_id ?? 0) && id < (until_id ?? Number.MAX_SAFE_INTEGER))
          .map(({ id }) => id)
          .toSorted((one, other) => other - one)
        for (const own of [leadPages(parts), leadPages({ ...parts, nodes })]) {
          for (const { first, count } of [window, { first: 0, count: 1000 }]) {
            const page = await own.page(user_id, { status, campaign_id, from_id, until_id }, first, count)
            expect(page.total).toBe(expected.length)
            expect(page.leads.map(({ lead }) => lead.id)).toEqual(expected.slice(first, first + count))
          }
          for (const id of places) {
            const counted = await own.counts(user_id, id)
            for (const is of leadStatuses)
              expect(counted[is]).toBe(all.filter((lead) => lead.at === id && lead.status === is).length)
          }
        }
      }
    }),
    { numRuns: runs, endOnFailure: true },
  )
})
