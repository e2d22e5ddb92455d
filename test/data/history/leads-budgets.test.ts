import { beforeAll, describe, expect, inject, test } from 'vitest'
import { nodeCache } from '../../../shared/data/history/node-cache.ts'
import { leadPages } from '../../../shared/data/leads/lead-pages.ts'
import { leads } from '../../../shared/data/leads/leads.ts'
import { countedMax } from '../../../shared/domain/dialling/campaign-preview.ts'
import type { Lead } from '../../../shared/domain/leads/lead.ts'
import { setStatus } from '../../../shared/domain/leads/lead-life.ts'
import { must } from '../../../shared/domain/must.ts'
import { askForPage, overBudget } from './asked.ts'
import { now, user as user_id } from './loaded.ts'
import { campaignIds, isAsked, type LoadedLeads, loadLeads, pagesOfLeads } from './loaded-leads.ts'

const [main] = campaignIds

describe.each([1000, 100_000])('of %i leads', (size) => {
  let loaded: LoadedLeads
  beforeAll(async () => {
    loaded = await loadLeads(inject('dynamodb'), size)
  }, 240_000)

  test('every page keeps its budget, and is right', async () => {
    for (const page of pagesOfLeads(loaded))
      expect([page.name, overBudget(await askForPage(loaded, page))]).toEqual([page.name, []])
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
