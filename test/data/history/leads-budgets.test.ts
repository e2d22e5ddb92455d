import { beforeAll, describe, expect, inject, test } from 'vitest'
import { nodeCache } from '../../../shared/data/history/node-cache.ts'
import { leadPages } from '../../../shared/data/leads/lead-pages.ts'
import { type LeadFilter, leads } from '../../../shared/data/leads/leads.ts'
import { countedMax } from '../../../shared/domain/dialling/campaign-preview.ts'
import { firstIdAt } from '../../../shared/domain/id.ts'
import type { Lead } from '../../../shared/domain/leads/lead.ts'
import { setStatus } from '../../../shared/domain/leads/lead-life.ts'
import { must } from '../../../shared/domain/must.ts'
import { now, perPage, tailRows, user as user_id } from './loaded.ts'
import { campaignIds, type LoadedLeads, loadLeads } from './loaded-leads.ts'
import { tripsOver } from './trips.ts'

const [main, other] = campaignIds
const day = { from_id: firstIdAt(now - 8 * 3_600_000), until_id: firstIdAt(now - 3 * 3_600_000) }

describe.each([1000, 100_000])('of %i leads', (size) => {
  let loaded: LoadedLeads
  beforeAll(async () => {
    loaded = await loadLeads(inject('dynamodb'), size)
  }, 240_000)

  const isAsked = ({ campaign_id, status, from_id = 0, until_id = Infinity }: LeadFilter, lead: Lead) =>
    (campaign_id === undefined || lead.campaign_id === campaign_id) &&
    (status === undefined || lead.status === status) &&
    lead.id >= from_id &&
    lead.id < until_id

  const asks: [string, LeadFilter, number][] = [
    ['the first page', {}, 0],
    ['a page in the middle', {}, Math.floor(size / 2)],
    ['the last page', {}, size - perPage],
    ['a page of a campaign', { campaign_id: main }, Math.floor(size / 3)],
    ['a page of a status', { status: 'completed' }, 0],
    ['a page of a status in a small campaign', { status: 'created', campaign_id: other }, 20],
    ['a page of some hours', day, 0],
    ['a page of some hours, a status and a campaign', { ...day, status: 'reached-max-retries', campaign_id: main }, 0],
    ['a page of a campaign that there is not', { campaign_id: 5 }, 0],
  ]
  test.each(asks)('%s keeps its budget, and is right', async (_name, filter, first) => {
    const { parts, units, places, leadAt, keep } = loaded
    const matching = places.filter((place) => isAsked(filter, leadAt(place))).toReversed()
    const shown = matching.slice(first, first + perPage)
    await keep(shown)
    const nodes = nodeCache()
    for (const isWarm of [false, true]) {
      const trips = tripsOver(parts.table)
      units.read = 0
      const page = await leadPages({ ...parts, table: trips.table, nodes }).page(user_id, filter, first, perPage)
      expect(page.total).toBe(matching.length)
      expect(page.leads.map(({ lead }) => lead.id)).toEqual(shown.map((place) => leadAt(place).id))
      expect(trips.inSequence()).toBeLessThanOrEqual(4)
      expect(units.read - shown.length).toBeLessThanOrEqual(isWarm ? 4 + 0.2 * tailRows : 600)
    }
  })

  test('the counts of a campaign and its preview keep their budgets, and are right', async () => {
    const { parts, units, places, leadAt, keep } = loaded
    // More of them are due and are not than are counted.
    const waiting = places.filter((place) => isAsked({ campaign_id: main, status: 'created' }, leadAt(place)))
    await keep(waiting.slice(0, 3 * countedMax))
    const nodes = nodeCache()
    const campaign_id = must(main, 'campaign')
    for (const spent of [60, 40]) {
      const store = { ...leads(parts), ...leadPages({ ...parts, nodes }) }
      units.read = 0
      const counts = await store.counts(user_id, campaign_id)
      const counted = units.read
      const [standings, dueCounts] = await Promise.all([
        store.standings(user_id, campaign_id, countedMax),
        store.dueCounts(user_id, campaign_id, now, countedMax),
        store.outlook(user_id, campaign_id),
        store.due(user_id, campaign_id, now, 5),
      ])
      expect(counts.created).toBe(waiting.length)
      expect(standings).toMatchObject({ waiting: waiting.length, dialling: 0 })
      expect(standings.completed).toBe(counts.completed)
      expect(dueCounts).toEqual({ due: countedMax, later: countedMax })
      expect(counted).toBeLessThanOrEqual(spent)
      expect(units.read - counted).toBeLessThanOrEqual(spent)
    }
  })

  test('a change that lists can tell costs two write units more, an attempt none', async () => {
    const { parts, units, places, leadAt, keep } = loaded
    const [seen] = places.filter((place) => isAsked({ status: 'created' }, leadAt(place)))
    const place = must(seen, 'lead')
    await keep([place])
    const store = leads(parts)
    const { id } = leadAt(place)
    const costOf = async (step: (lead: Lead) => Lead) => {
      units.written = 0
      await store.change(user_id, id, step)
      return units.written
    }
    const attempt = await costOf((lead) => ({ ...lead, updated_at: now }))
    // A transaction of two costs twice what each item does; the index moves the lead from one standing to the other.
    expect(await costOf((lead) => setStatus(lead, id, 'completed', now))).toBeLessThanOrEqual(2 * attempt + 2 + 4)
  })
})
