import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '../../../shared/data/calls/calls.ts'
import { campaigns } from '../../../shared/data/campaigns/campaigns.ts'
import { noCount } from '../../../shared/data/dialling/dial-counts.ts'
import { dials } from '../../../shared/data/dialling/dials.ts'
import { leads } from '../../../shared/data/leads/leads.ts'
import { type Blacklist, blacklist } from '../../../shared/data/opt-outs/blacklist.ts'
import { consents } from '../../../shared/data/rules/consents.ts'
import type { SuppressionCause } from '../../../shared/domain/account/blacklist-entry.ts'
import type { SuppressionEvent } from '../../../shared/domain/account/suppression-event.ts'
import { newlyWaiting } from '../../../shared/domain/calls/placement.ts'
import { campaignSettings } from '../../../shared/domain/campaigns/campaign-settings.ts'
import type { Consent } from '../../../shared/domain/consents/consent.ts'
import { termsOf, withdrawal } from '../../../shared/domain/consents/consent-form.ts'
import type { ReservedCall } from '../../../shared/domain/dialling/campaign-call.ts'
import { campaignDial } from '../../../shared/domain/evidence/decision.ts'
import { newLead } from '../../../shared/domain/leads/lead-form.ts'
import { suppressionEventKey } from '../../../shared/table/keys.ts'
import { idAt } from '../../../shared/words/id.ts'
import { ringingCall } from '../../fixtures.ts'
import { type FreshTable, freshTable } from '../fresh-table.ts'

const now = Date.UTC(2026, 0, 1)
const user_id = 7
const number = '+12025550155'
const detail = { variables: {}, input_variables: {} }

let store: FreshTable
let own: Blacklist
beforeEach(async () => {
  store = await freshTable()
  own = blacklist(store)
})

const events = async () => {
  const all = await store.table.query<SuppressionEvent>({ pk: suppressionEventKey(user_id, 0).pk })
  return all.map(({ change, causes, by, why, channels }) => ({ change, causes, by, why, channels }))
}
const entries = async () => (await own.page(user_id, 0, 10)).items

describe('causes', () => {
  test('of many at once all are kept, in one entry, each told once', async () => {
    const causes: SuppressionCause[] = ['user', 'sms', 'call', 'key', 'phrase', 'carrier']
    await Promise.all([...causes, ...causes].map((cause) => own.add(user_id, number, { cause })))
    const [entry, ...others] = await entries()
    expect(others).toEqual([])
    expect(Object.keys(entry?.causes ?? {}).toSorted()).toEqual(causes.toSorted())
    expect((await events()).flatMap(({ causes: [cause] }) => cause ?? []).toSorted()).toEqual(causes.toSorted())
  })

  test('the owner takes the whole entry off, and the event says why', async () => {
    const because = 'Asked to be called again'
    await own.add(user_id, number, { cause: 'user' })
    const { id } = await own.add(user_id, number, { cause: 'phrase' })
    expect(await own.remove(user_id, id, because)).toEqual({ outcome: 'removed', phone_number: number })
    expect(await own.has(user_id, number)).toBe(false)
    expect((await events()).filter(({ change }) => change === 'lifted')).toMatchObject([{ by: 'user', why: because }])
  })

  test.each(['sms', 'call', 'key', 'phrase', 'carrier'] as const)(
    'an opt-out by %s needs a reason, also with an entry by hand',
    async (cause) => {
      await own.add(user_id, number, { cause: 'user' })
      const { id } = await own.add(user_id, number, { cause })
      expect(await own.remove(user_id, id)).toEqual({ outcome: 'needs reason' })
      expect(await own.has(user_id, number)).toBe(true)
    },
  )

  test('a cause that comes while the entry is taken off is not lost', async () => {
    const { id } = await own.add(user_id, number, { cause: 'user' })
    let isFirst = true
    store.interfere(async (command, go) => {
      if (isFirst && command === 'TransactWriteItemsCommand') {
        isFirst = false
        await blacklist(store).add(user_id, number, { cause: 'sms' })
      }
      return go()
    })
    expect(await own.remove(user_id, id)).toEqual({ outcome: 'needs reason' })
    expect(await own.has(user_id, number)).toBe(true)
  })

  test('START and then a consent to calls remove an opt-out by SMS', async () => {
    await own.add(user_id, number, { cause: 'sms' })
    expect(await own.allowCalls(user_id, number, now + 1, 9)).toBe(false)
    expect([await own.has(user_id, number), await own.refusesTexts(user_id, number)]).toEqual([true, true])
    expect(await own.allowTexts(user_id, number, 'SM1')).toBe(true)
    expect([await own.has(user_id, number), await own.refusesTexts(user_id, number)]).toEqual([true, false])
    expect(await own.allowCalls(user_id, number, now - 1, 9)).toBe(false)
    expect(await own.allowCalls(user_id, number, now + 1, 9)).toBe(true)
    expect([await own.has(user_id, number), await own.refusesTexts(user_id, number)]).toEqual([false, false])
    expect(await entries()).toEqual([])
  })
})

/** Creates a call that waits for its dial. Returns the function by which a worker claims it. */
const waiting = async (kind: 'single' | 'campaign', consented?: number): Promise<() => Promise<boolean>> => {
  const id = idAt(now, 0)
  const reserved = { placement: newlyWaiting(), status: 'initiated' } as const
  const call = ringingCall({ id, user_id, assistant_id: 1, client_phone_number: number, ...reserved }, now)
  if (kind === 'single') {
    await calls(store).open(call, detail)
    return async () =>
      typeof (await calls(store).claimDial(
        { user_id, call_id: id },
        { claimed_by: 'worker', covered_seconds: 60 },
        now,
        { count: noCount },
      )) === 'object'
  }
  const campaign = {
    ...campaignSettings.defaults,
    ...{ id: 100, user_id, name: 'Spring', status: 'in-progress' as const, assistant_id: 1, timezone: 'UTC' },
    ...{ allowed_hours_start_time: '00:00:00', allowed_hours_end_time: '23:59:59', allowed_days: ['monday' as const] },
    ...{ max_calls_in_parallel: 2, max_retries: 1, retry_interval: 60, retry_on_voicemail: false },
    ...{ mark_complete_when_no_leads: true, updated_at: now, revision: 1 },
  }
  await campaigns(store).create(campaign)
  const lead = newLead({ id: id + 1, user_id, campaign_id: 100, phone_number: number, contacts: [] })
  await leads(store).create(lead, true)
  const own: ReservedCall = {
    ...call,
    ...reserved,
    campaign: { id: 100, name: 'Spring', lead_id: lead.id, main_lead_id: lead.id, slot: 0 },
  }
  expect(await dials(store).reserve(lead, own, detail)).toBe('reserved')
  const seen = await leads(store).find(user_id, lead.id)
  if (!seen) throw new Error('The lead is gone')
  const decision = campaignDial(own, { lead: seen, campaign }, now)
  return async () =>
    (await dials(store).claim({ call: own, lead: seen, decision }, 'worker', now, { count: noCount, consented })) !==
    undefined
}

describe.each(['single', 'campaign'] as const)('a %s call whose number opts out', (kind) => {
  test.each([0, 1, 2, 3])(
    'before request %i of its claim is not dialled once the opt-out is written',
    async (place) => {
      const claim = await waiting(kind)
      let requests = 0
      let isOptedOut = false
      store.interfere(async (_command, go) => {
        if (requests++ === place) {
          store.interfere((_other, on) => on())
          await own.add(user_id, number, { cause: 'key' })
          isOptedOut = true
        }
        return go()
      })
      const isClaimed = await claim()
      expect(isClaimed).toBe(!isOptedOut)
      expect(isOptedOut).toBe(place < (kind === 'single' ? 2 : 1))
    },
  )

  test('in the same moment either was claimed before, or is never dialled', async () => {
    const claim = await waiting(kind)
    const [isClaimed] = await Promise.all([claim(), own.add(user_id, number, { cause: 'key' })])
    expect(await own.has(user_id, number)).toBe(true)
    expect(await claim()).toBe(isClaimed)
  })
})

describe('a call whose consent is withdrawn', () => {
  const consent: Consent = {
    ...{ id: idAt(now - 1000, 0), user_id, phone_number: number, status: 'granted', recorded_by: 'api' },
    ...termsOf({ kind: 'express', covers_artificial_voice: true }, now - 1000),
  }
  const withdraw = () => consents(store).record(withdrawal(consent, idAt(now, 1), undefined))
  const consented = async () => {
    await consents(store).record(consent)
    return waiting('campaign', (await consents(store).standings(user_id, [number])).get(number)?.version)
  }

  test('before the claim is written is not dialled; after it, it was', async () => {
    for (const place of [0, 1]) {
      store = await freshTable()
      const claim = await consented()
      let requests = 0
      let isWithdrawn = false
      store.interfere(async (_command, go) => {
        if (requests++ === place) {
          store.interfere((_other, on) => on())
          isWithdrawn = await withdraw()
        }
        return go()
      })
      expect(await claim()).toBe(!isWithdrawn)
      expect(isWithdrawn).toBe(place === 0)
    }
  })

  test('in the same moment either was claimed before, or is never dialled', async () => {
    const claim = await consented()
    const [isClaimed, isWithdrawn] = await Promise.all([claim(), withdraw()])
    expect(isWithdrawn).toBe(true)
    expect(await claim()).toBe(isClaimed)
  })

  test('and given again meanwhile: the claim of the first consent fails', async () => {
    const claim = await consented()
    await withdraw()
    await consents(store).record({ ...consent, id: idAt(now, 2), given_at: now + 1 })
    expect(await claim()).toBe(false)
  })
})
