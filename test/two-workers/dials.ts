import { describe, expect, test } from 'vitest'
import { calls } from '../../shared/data/calls/calls.ts'
import { campaigns } from '../../shared/data/campaigns/campaigns.ts'
import { dialCounts, noCount } from '../../shared/data/dialling/dial-counts.ts'
import { dialSlots } from '../../shared/data/dialling/dial-slots.ts'
import { dialling } from '../../shared/data/dialling/dialling.ts'
import { dials } from '../../shared/data/dialling/dials.ts'
import { numberDays } from '../../shared/data/dialling/number-days.ts'
import { leads } from '../../shared/data/leads/leads.ts'
import { blacklist } from '../../shared/data/opt-outs/blacklist.ts'
import { consents } from '../../shared/data/rules/consents.ts'
import type { Call, OpenCall } from '../../shared/domain/calls/call.ts'
import { newlyWaiting } from '../../shared/domain/calls/placement.ts'
import type { ReservedCall } from '../../shared/domain/dialling/campaign-call.ts'
import { campaignDial } from '../../shared/domain/evidence/decision.ts'
import type { Lead } from '../../shared/domain/leads/lead.ts'
import { newLead } from '../../shared/domain/leads/lead-form.ts'
import { callKey, campaignWakeKey, dialQueueKey, dialSlotsKey } from '../../shared/table/keys.ts'
import { must } from '../../shared/words/must.ts'
import { assistantFor, ringingCall } from '../fixtures.ts'
import { overtake, slowerOf, type Worker, worker, world } from './meet.ts'
import { callFor, newCampaign, newConsent, refOf } from './records.ts'

const phone_number = '+12025550101'
const detail = { variables: {}, input_variables: {} }

describe('a single call', () => {
  const reserved = async () => {
    const { id: user_id } = await world.user()
    return callFor(user_id, { placement: newlyWaiting(), status: 'initiated' })
  }
  const claim = (call: Call, name: string) => (parts: Worker) =>
    calls(parts).claimDial(refOf(call), { claimed_by: name, covered_seconds: 60 }, parts.clock.now(), {
      count: noCount,
    })

  test('is not dialled when its person opts out meanwhile', async () => {
    const call = await reserved()
    const optOut = (parts: Worker) => blacklist(parts).add(call.user_id, call.client_phone_number, { cause: 'sms' })
    expect(await overtake(claim(call, 'slow'), optOut)).toBe('suppressed')
  })

  test('is looked at again when another dial of its phone is counted meanwhile', async () => {
    const call = await reserved()
    const other = await callFor(call.user_id, { placement: newlyWaiting() })
    expect(await overtake(claim(call, 'slow'), claim(other, 'fast'))).toBe('counted')
    const counts = await dialCounts(world.parts).of(call.user_id, [call.client_phone_number])
    expect(counts.get(call.client_phone_number)).toMatchObject({ calls: [other.id] })
  })
})

describe('a campaign', () => {
  const opened = async (more: Partial<ReturnType<typeof newCampaign>> = {}) => {
    const user = await world.user()
    const campaign = newCampaign(user.id, more)
    await campaigns(worker()).create(campaign)
    const ref = { user_id: user.id, campaign_id: campaign.id }
    const find = () => campaigns(worker()).findEvenDeleted(user.id, campaign.id)
    return { user, campaign, ref, find }
  }

  test('is created once by two workers with the same id', async () => {
    const campaign = newCampaign((await world.user()).id)
    expect(await slowerOf((parts) => campaigns(parts).create(campaign))).toBe(false)
  })

  test('keeps both changes of two workers', async () => {
    const { user, campaign, find } = await opened()
    const change = (more: object) => (parts: Worker) =>
      campaigns(parts).change(user.id, campaign.id, (before) => ({ ...before, ...more }))
    await overtake(change({ name: 'Autumn' }), change({ max_retries: 5 }))
    expect(await find()).toMatchObject({ name: 'Autumn', max_retries: 5 })
  })

  test('does not start when its assistant is deleted meanwhile', async () => {
    const user = await world.user()
    const assistant_id = await assistantFor(world, user)
    const campaign = newCampaign(user.id, { assistant_id, status: 'draft' })
    await campaigns(worker()).create(campaign)
    const remove = () => world.api(user.token, 'DELETE', `/user/assistant/${assistant_id}`)
    expect(await overtake((parts) => campaigns(parts).start(campaign, 1, true), remove)).toBe(false)
  })

  test('is stopped once by two workers', async () => {
    const { ref } = await opened()
    const stop = (parts: Worker) => campaigns(parts).stop(ref, undefined, 1)
    expect(await slowerOf(stop)).toMatchObject({ stopped: false, before: { status: 'stopped' } })
  })

  test('is not stopped for its calls when another worker changes it meanwhile', async () => {
    const { user, campaign, ref, find } = await opened()
    const why = { reason: 'Its calls failed.' }
    const rename = (parts: Worker) => campaigns(parts).change(user.id, campaign.id, (it) => ({ ...it, name: 'May' }))
    const stopped = await overtake((parts) => campaigns(parts).stop(ref, why, 1, campaign), rename)
    expect(stopped).toMatchObject({ stopped: false })
    expect(await find()).toMatchObject({ name: 'May', status: 'in-progress' })
  })

  test('is deleted once by two workers', async () => {
    const { user, campaign } = await opened()
    expect(await slowerOf((parts) => campaigns(parts).markDeleted(user.id, campaign.id, 1))).toBe(false)
  })

  test('is not cleared away when another worker creates it meanwhile', async () => {
    const campaign = newCampaign((await world.user()).id)
    const ref = { user_id: campaign.user_id, campaign_id: campaign.id }
    await overtake(
      (parts) => campaigns(parts).remove(ref),
      (parts) => campaigns(parts).create(campaign),
    )
    expect(await campaigns(worker()).find(campaign.user_id, campaign.id)).toBeDefined()
  })

  test('is woken once by two workers', async () => {
    const { ref } = await opened()
    expect(await slowerOf((parts) => campaigns(parts).wake(ref, 50, 10))).toBe(false)
  })

  test('keeps its wake-up when it starts while another worker lets it sleep', async () => {
    const { campaign, ref } = await opened({ status: 'stopped' })
    await campaigns(worker()).wake(ref, 50, 10)
    await overtake(
      (parts) => campaigns(parts).sleep(ref),
      (parts) => campaigns(parts).start(campaign, 70),
    )
    expect(await campaigns(worker()).wakesAt(ref)).toBe(70)
  })

  test('has no wake-up when it is cleared away while another worker lets it sleep', async () => {
    const { user, campaign, ref } = await opened({ status: 'stopped' })
    await campaigns(worker()).wake(ref, 50, 10)
    const clear = (parts: Worker) => campaigns(parts).markDeleted(user.id, campaign.id, 1)
    await overtake((parts) => campaigns(parts).sleep(ref), clear)
    expect(await world.parts.table.get(campaignWakeKey(user.id, campaign.id))).toBeUndefined()
  })

  const leadIn = async (user_id: number, campaign_id: number, more = phone_number): Promise<Lead> => {
    const lead = newLead({ id: world.newId(), user_id, campaign_id, phone_number: more, contacts: [] })
    await leads(worker()).create(lead, true)
    return lead
  }
  const callOf = ({ user_id, campaign_id, id, phone_number: to }: Lead, slot: number): ReservedCall & OpenCall => ({
    ...ringingCall({ id: world.newId(), user_id, assistant_id: 1, client_phone_number: to }, world.clock.now()),
    ...{ placement: newlyWaiting(), status: 'initiated' },
    campaign: { id: campaign_id, name: 'Spring', lead_id: id, main_lead_id: id, slot },
  })
  const reserved = async () => {
    const all = await opened()
    const lead = await leadIn(all.user.id, all.campaign.id)
    const call = callOf(lead, 0)
    expect(await dials(worker()).reserve(lead, call, detail)).toBe('reserved')
    const now = must(await leads(worker()).find(all.user.id, lead.id), 'lead')
    const decision = campaignDial(call, { lead: now, campaign: all.campaign }, 1)
    const claim = (parts: Worker) => dials(parts).claim({ call, lead: now, decision }, 'claim', 1, { count: noCount })
    return { ...all, lead: now, call, decision, claim }
  }

  test('gives a slot to one of two calls', async () => {
    const { user, campaign, ref } = await opened()
    const [one, other] = [await leadIn(user.id, campaign.id), await leadIn(user.id, campaign.id, '+12025550102')]
    const reserve = (lead: Lead) => (parts: Worker) => dials(parts).reserve(lead, callOf(lead, 0), detail)
    expect(await overtake(reserve(one), reserve(other))).toBe('slot')
    expect(await dials(worker()).taken(ref)).toHaveLength(1)
    expect(await leads(worker()).find(user.id, one.id)).not.toHaveProperty('call_id')
  })

  test('counts a pool number’s call after a concurrent count', async () => {
    const { user, campaign } = await opened()
    const [one, other] = [await leadIn(user.id, campaign.id), await leadIn(user.id, campaign.id, '+12025550102')]
    const reserve = (lead: Lead, slot: number, seen: number) => (parts: Worker) => {
      const { campaign: own, ...call } = callOf(lead, slot)
      const number = { id: 7, day: '2026-11-25' }
      return dials(parts).reserve(lead, { ...call, campaign: { ...own, number } }, detail, seen)
    }
    expect(await overtake(reserve(one, 0, 0), reserve(other, 1, 0))).toBe('number')
    expect(await reserve(one, 0, 1)(worker())).toBe('reserved')
    expect(await numberDays(worker()).since(user.id, '')).toMatchObject([{ number_id: 7, calls: 2 }])
    expect(await leads(worker()).find(user.id, one.id)).toMatchObject({ caller_number_id: 7 })
  })

  test('does not take a call of the carrier that another worker recorded', async () => {
    const { user, campaign } = await opened()
    const lead = await leadIn(user.id, campaign.id)
    const call = { ...callOf(lead, 0), carrier_sid: `CA${lead.id}` }
    const { id: _id, ...received } = call
    const reserve = (parts: Worker) => dials(parts).reserve(lead, call, detail)
    expect(await overtake(reserve, (parts) => calls(parts).receive(received, detail))).toBe('lead')
  })

  test('does not dial a lead that another worker changes', async () => {
    const { user, lead, claim } = await reserved()
    const change = (parts: Worker) => leads(parts).change(user.id, lead.id, (seen) => ({ ...seen, dials: 5 }))
    expect(await overtake(claim, change)).toBeUndefined()
  })

  test('does not dial a person whose consent is withdrawn meanwhile', async () => {
    const { user, lead, call, decision } = await reserved()
    const consent = newConsent(user.id, lead.phone_number)
    await consents(worker()).record(consent)
    const claim = (parts: Worker) =>
      dials(parts).claim({ call, lead, decision }, 'claim', 1, { count: noCount, consented: 1 })
    const withdraw = (parts: Worker) => consents(parts).withdraw(consent, world.newId(), undefined)
    expect(await overtake(claim, withdraw)).toBeUndefined()
  })

  test('keeps a call that is claimed while another worker cancels it', async () => {
    const { call, claim } = await reserved()
    expect(await overtake((parts) => dials(parts).cancel(call), claim)).toBe(false)
    expect(await calls(worker()).find(refOf(call))).toMatchObject({ placement: { phase: 'asked' } })
  })

  test('does not bring back a call that is cancelled while it stops', async () => {
    const { ref, call } = await reserved()
    await overtake(
      (parts) => campaigns(parts).stop(ref, undefined, 1),
      (parts) => dials(parts).cancel(call),
      ([write]) => write !== undefined && 'update' in write && write.update.pk === callKey(call.user_id, 0).pk,
    )
    expect(await world.parts.table.get(callKey(call.user_id, call.id))).toBeUndefined()
  })

  test('frees a lead whose campaign is deleted in a place of its own', async () => {
    const { user, campaign } = await opened()
    const lead = await leadIn(user.id, campaign.id)
    const change = (parts: Worker) => leads(parts).replace(lead, { ...lead, dials: 3 })
    const remove = (parts: Worker) => campaigns(parts).markDeleted(user.id, campaign.id, 1)
    expect(await overtake(change, remove)).toEqual({ outcome: 'stale' })
  })
})

describe('the dial slots', () => {
  const fresh = () => world.parts.table.write([{ delete: dialSlotsKey }])
  const waiter = async () => ({ kind: 'single' as const, user_id: (await world.user()).id, id: 1, wanted: 1 })
  const isSlots: Parameters<typeof overtake>[2] = ([write]) =>
    write !== undefined && 'put' in write && write.put.pk === dialSlotsKey.pk

  test.each(['first', 'later'])('give no slot to two workers (%s)', async (which) => {
    await fresh()
    if (which === 'later') await dialSlots(worker()).take(1)
    const taken: number[] = []
    const take = async (parts: Worker) => taken.push(...(await dialSlots(parts).take(1)))
    await overtake(take, take, isSlots)
    expect(taken).toHaveLength(1)
  })

  test('queue a call once when two workers queue it', async () => {
    await fresh()
    const call = await waiter()
    await overtake(
      (parts) => dialSlots(parts).join(call),
      (parts) => dialSlots(parts).join({ ...call, wanted: 2 }),
    )
    const queued = await world.parts.table.get(dialQueueKey('single', call.user_id, call.id))
    expect(queued).toMatchObject({ wanted: 2 })
    await world.parts.table.write([{ delete: dialQueueKey('single', call.user_id, call.id) }])
  })

  test('wake the pacer once when two workers find it asleep', async () => {
    await fresh()
    const calls = [await waiter(), await waiter()] as const
    const woken: unknown[] = []
    const join = (call: (typeof calls)[number]) => async (parts: Worker) =>
      woken.push(await dialSlots(parts).join(call))
    await overtake(join(calls[0]), join(calls[1]), isSlots)
    expect(woken).toEqual([1, undefined])
    for (const { user_id, id } of calls)
      await world.parts.table.write([{ delete: dialQueueKey('single', user_id, id) }])
  })

  test('give one round once when two pacers work on it', async () => {
    await fresh()
    const call = await waiter()
    await dialSlots(worker()).join(call)
    const given: unknown[] = []
    const give = async (parts: Worker) => given.push((await dialSlots(parts).give(1))?.given.length)
    await overtake(give, give, isSlots)
    expect(given).toEqual([1, undefined])
  })
})

test.each(['stop', 'start'] as const)('one of two workers can %s dialling', async (what) => {
  const settings = { get: () => undefined, required: () => `another-table-${what}` }
  const act = (parts: Worker, by: string) => {
    const own = dialling({ ...parts, settings, worldTime: () => 0 })
    return what === 'stop' ? own.stop('Test', by, 1) : own.start(by, 1)
  }
  if (what === 'start') await dialling({ ...worker(), settings, worldTime: () => 0 }).stop('Test', 'Ada', 1)
  expect(
    await overtake(
      (parts) => act(parts, 'slow'),
      (parts) => act(parts, 'fast'),
    ),
  ).toBe(false)
  expect(await dialling({ ...worker(), settings, worldTime: () => 0 }).read()).toMatchObject({
    [what === 'stop' ? 'stopped_by' : 'started_by']: 'fast',
  })
})
