import { beforeEach, describe, expect, test } from 'vitest'
import { campaigns } from '../../../shared/data/campaigns/campaigns.ts'
import { noCount } from '../../../shared/data/dialling/dial-counts.ts'
import { type Dials, dials } from '../../../shared/data/dialling/dials.ts'
import { evidence } from '../../../shared/data/evidence/evidence.ts'
import { leads } from '../../../shared/data/leads/leads.ts'
import type { Call } from '../../../shared/domain/calls/call.ts'
import { newlyWaiting } from '../../../shared/domain/calls/placement.ts'
import type { Campaign } from '../../../shared/domain/campaigns/campaign.ts'
import { campaignSettings } from '../../../shared/domain/campaigns/campaign-settings.ts'
import type { CampaignCall, ReservedCall } from '../../../shared/domain/dialling/campaign-call.ts'
import { campaignDial } from '../../../shared/domain/evidence/decision.ts'
import type { Lead } from '../../../shared/domain/leads/lead.ts'
import { newLead } from '../../../shared/domain/leads/lead-form.ts'
import { blacklistedKey, callKey } from '../../../shared/table/keys.ts'
import { idAt } from '../../../shared/words/id.ts'
import { ringingCall } from '../../fixtures.ts'
import { type FreshTable, freshTable } from '../fresh-table.ts'

const now = Date.UTC(2026, 0, 1)
const user_id = 7
const campaign: Campaign = {
  ...campaignSettings.defaults,
  id: 100,
  user_id,
  name: 'Spring',
  status: 'in-progress',
  assistant_id: 1,
  timezone: 'UTC',
  allowed_hours_start_time: '00:00:00',
  allowed_hours_end_time: '23:59:59',
  allowed_days: ['monday'],
  max_calls_in_parallel: 2,
  max_retries: 1,
  retry_interval: 60,
  retry_on_voicemail: false,
  mark_complete_when_no_leads: true,
  updated_at: now,
  revision: 1,
}
const ref = { user_id, campaign_id: campaign.id }
const detail = { variables: {}, input_variables: {} }

let store: FreshTable
let own: Dials
let ids = idAt(now, 0)
beforeEach(async () => {
  store = await freshTable()
  own = dials(store)
  await campaigns(store).create(campaign)
})

const addLead = async (phone_number: string): Promise<Lead> => {
  const lead = newLead({ id: ++ids, user_id, campaign_id: campaign.id, phone_number, contacts: [] })
  await leads(store).create(lead, true)
  return lead
}
const callFor = (lead: Lead, slot: number): ReservedCall => ({
  ...ringingCall({ id: ++ids, user_id, assistant_id: 1, status: 'initiated' }, now),
  client_phone_number: lead.phone_number,
  placement: newlyWaiting(),
  campaign: { id: campaign.id, name: campaign.name, lead_id: lead.id, main_lead_id: lead.id, slot },
})
const stored = async (lead: Lead) => (await leads(store).find(user_id, lead.id)) ?? lead
const reserved = async () => {
  const lead = await addLead('+12025550100')
  const call = callFor(lead, 0)
  expect(await own.reserve(lead, call, detail)).toBe('reserved')
  return { lead: await stored(lead), call }
}

describe('a reservation', () => {
  test('takes the lead, the slot and the record of the call together', async () => {
    const { lead, call } = await reserved()
    expect(lead).toMatchObject({ call_id: call.id, called_id: lead.id })
    expect(await own.taken(ref)).toMatchObject([{ slot: 0, call_id: call.id }])
    expect(await store.table.get<Call>(callKey(user_id, call.id))).toMatchObject({ placement: { phase: 'waiting' } })
  })

  test.each(['lead', 'slot', 'clash'] as const)('says "%s" when that is taken, and takes nothing', async (what) => {
    const { lead, call } = await reserved()
    const other = await addLead('+12025550101')
    const wanted = {
      lead: () => own.reserve(lead, callFor(lead, 1), detail),
      slot: () => own.reserve(other, callFor(other, 0), detail),
      clash: () => own.reserve(other, { ...callFor(other, 1), id: call.id }, detail),
    }
    // The lead as it was before its reservation.
    const stale = { ...lead, revision: lead.revision - 1, call_id: undefined, called_id: undefined }
    const outcome = what === 'lead' ? await own.reserve(stale, callFor(lead, 1), detail) : await wanted[what]()
    expect(outcome).toBe(what)
    expect(await own.taken(ref)).toHaveLength(1)
    expect((await stored(other)).call_id).toBeUndefined()
  })

  test('of ten at once for one lead or one slot one succeeds', async () => {
    const lead = await addLead('+12025550100')
    const forLead = await Promise.all(
      Array.from({ length: 10 }, (_, slot) => own.reserve(lead, callFor(lead, slot), detail)),
    )
    expect(forLead.filter((outcome) => outcome === 'reserved')).toHaveLength(1)
    const others = await Promise.all(Array.from({ length: 10 }, (_, index) => addLead(`+120255502${10 + index}`)))
    const forSlot = await Promise.all(others.map((other) => own.reserve(other, callFor(other, 11), detail)))
    expect(forSlot.filter((outcome) => outcome === 'reserved')).toHaveLength(1)
    expect(await own.taken(ref)).toHaveLength(2)
  })

  test('that is cancelled leaves the lead where it waited, and no call', async () => {
    const { lead, call } = await reserved()
    expect(await own.cancel(call)).toBe(true)
    const { call_id, ...rest } = await stored(lead)
    expect(call_id).toBeUndefined()
    expect(rest).toMatchObject({ dials: 0, attempts: [], next_attempt_at: lead.next_attempt_at })
    expect(await own.taken(ref)).toEqual([])
    expect(await store.table.get(callKey(user_id, call.id))).toBeUndefined()
    expect(await own.cancel(call)).toBe(false)
  })

  test('that two workers take back changes its lead once', async () => {
    const { lead, call } = await reserved()
    const later = (one: Lead) => ({ ...one, next_attempt_at: one.next_attempt_at + 1000 })
    const taken = await Promise.all([own.cancel(call, later), own.cancel(call, later)])
    expect(taken.toSorted()).toEqual([false, true])
    expect(await stored(lead)).toMatchObject({ dials: 0, next_attempt_at: lead.next_attempt_at + 1000 })
    expect(await own.taken(ref)).toEqual([])
  })
})

const unseen = { count: noCount }
const decisionOf = (call: CampaignCall, lead: Lead) => campaignDial(call, { lead, campaign }, now)

describe('the right to dial', () => {
  test('is for one alone, who may hear of it twice', async () => {
    const { lead, call } = await reserved()
    const claims = await Promise.all(
      ['a', 'b', 'c'].map((name) => own.claim({ call, lead, decision: decisionOf(call, lead) }, name, now, unseen)),
    )
    const winners = claims.flatMap((claim) => claim ?? [])
    expect(winners).toHaveLength(1)
    expect(await evidence(store).ofCall(user_id, call.id)).toHaveLength(1)
    const [winner = 'none'] = ['a', 'b', 'c'].filter((_, index) => claims[index])
    expect(await own.claim({ call, lead, decision: decisionOf(call, lead) }, winner, now, unseen)).toMatchObject({
      placement: { phase: 'asked' },
    })
    expect(await own.cancel(call)).toBe(false)
    expect(await own.asking(ref, now)).toBe(true)
  })

  test.each<[string, (lead: Lead) => Promise<unknown>]>([
    ['the campaign was stopped', () => campaigns(store).stop(ref, undefined, now)],
    ['the campaign was deleted', () => campaigns(store).markDeleted(user_id, campaign.id, now)],
    [
      'the campaign, found to be a draft, was started and then deleted',
      () => campaigns(store).markDeleted(user_id, campaign.id, now, { ...campaign, status: 'draft', revision: 0 }),
    ],
    ['its limit was lowered', () => campaigns(store).replace(campaign, { ...campaign, max_calls_in_parallel: 0 })],
    ['the lead was edited', (lead) => leads(store).change(user_id, lead.id, (one) => ({ ...one, updated_at: 1 }))],
    [
      'the number was blacklisted',
      () => store.table.write([{ put: { ...blacklistedKey(user_id, '+12025550100'), id: 1 } }]),
    ],
  ])('is nobody’s once %s', async (_, happen) => {
    const { lead, call } = await reserved()
    await happen(lead)
    expect(await own.claim({ call, lead, decision: decisionOf(call, lead) }, 'a', now, unseen)).toBeUndefined()
    expect(await own.asking(ref, now)).toBe(false)
    expect(await evidence(store).ofCall(user_id, call.id)).toEqual([])
    expect(await own.cancel(call)).toBe(true)
  })
})
