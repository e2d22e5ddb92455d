import { beforeAll, describe, expect, inject, test } from 'vitest'
import { leadHistory } from '../../../shared/data/leads/lead-history.ts'
import { leads } from '../../../shared/data/leads/leads.ts'
import type { Lead } from '../../../shared/domain/leads/lead.ts'
import { setStatus } from '../../../shared/domain/leads/lead-life.ts'
import { must } from '../../../shared/words/must.ts'
import { askForPage, askTwice, overBudget } from './asked.ts'
import { now, user as user_id } from './loaded.ts'
import {
  completed,
  countsOfLeads,
  dialled,
  isAsked,
  keepForCounts,
  type LoadedLeads,
  loadLeads,
  pagesOfLeads,
  scattered,
} from './loaded-leads.ts'

const ofMain = { campaign_id: 101, status: 'created' } as const
const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)

describe.each([1000, 100_000])('of %i leads', (size) => {
  let loaded: LoadedLeads
  beforeAll(async () => {
    loaded = await loadLeads(inject('dynamodb'), size)
  })

  test('every page keeps its budget, and is right', async () => {
    for (const page of pagesOfLeads(loaded))
      expect([page.name, overBudget(await askForPage(loaded, page))]).toEqual([page.name, []])
  })

  test('counts and preview of a campaign cost 60 units at most', async () => {
    const { waiting } = await keepForCounts(loaded)
    const { cold, warm } = await askTwice(loaded, 0, countsOfLeads.leads_count)
    expect(cold.answer).toEqual(warm.answer)
    expect(cold.answer.created).toBe(waiting)
    const preview = await askTwice(loaded, 0, countsOfLeads.preview)
    expect(preview.cold.answer).toMatchObject({ leads: sum(Object.values(cold.answer)), exact: false })
    for (const { units } of [cold, warm]) expect(units).toBeLessThanOrEqual(60)
    if (size > 10_000) for (const { units } of [preview.cold, preview.warm]) expect(units).toBeLessThanOrEqual(60)
  })

  test('pending changes keep pages and counts within budgets', async () => {
    const inOrder = dialled(loaded, Math.min(600, size / 2))
    const counted = await completed(
      await completed(loaded, inOrder),
      scattered(loaded, must(leadHistory.overridesMax, 'overrides') - 1),
    )
    const { cold, warm } = await askTwice(counted, 0, countsOfLeads.leads_count)
    const created = counted.places.filter((place) => isAsked(ofMain, counted.leadAt(place)))
    expect([cold.answer.created, warm.answer]).toEqual([created.length, cold.answer])
    expect([cold.units > 60, cold.trips > 4]).toEqual([false, false])

    const many = await completed(counted, scattered(counted, 190))
    for (const page of pagesOfLeads(many))
      expect([page.name, overBudget(await askForPage(many, page), inOrder.length + 190)]).toEqual([page.name, []])
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
    expect(await costOf((lead) => setStatus(lead, id, 'completed', now))).toBeLessThanOrEqual(2 * attempt + 2 + 4)
  })
})
