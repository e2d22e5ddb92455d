import { beforeAll, describe, expect, inject, test } from 'vitest'
import { startDialling } from '../../../infra/admin/dialling.ts'
import { reconcile } from '../../../infra/admin/reconcile/reconcile.ts'
import type { Stack } from '../../../infra/admin/stacks.ts'
import { type AdminTools, adminUses } from '../../../infra/admin/tools.ts'
import type { Entry } from '../../../shared/domain/account/transaction.ts'
import type { Call } from '../../../shared/domain/calls/call.ts'
import { reasons } from '../../../shared/domain/dialling/eligible.ts'
import type { Lead } from '../../../shared/domain/leads/lead.ts'
import type { Sms } from '../../../shared/domain/sms/sms.ts'
import type { Parts } from '../../../shared/runtime/parts.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { dependenciesOf } from '../../../shared/runtime/wiring.ts'
import { callKey, leadKey, ledgerKey, type StoredKey, smsKey } from '../../../shared/table/keys.ts'
import type { Item } from '../../../shared/table/table.ts'
import { must } from '../../../shared/words/must.ts'
import { isoTime } from '../../../shared/words/time.ts'
import { withFaults } from '../../faults.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser, World } from '../../world.ts'
import { noticeOf, run } from './harness.ts'

type Stored = Item & StoredKey

/** Restores earlier items and stops dialling, as a deployment with a restored table does. */
const restore = async (world: World, kept: Stored[]) => {
  const { items, parts } = world
  const places = new Set(kept.map(({ pk, sk }) => `${pk} ${sk}`))
  const gone = (await items()).filter(({ pk, sk }) => !places.has(`${pk} ${sk}`))
  await Promise.all(gone.map(({ pk, sk }) => parts.table.write([{ delete: { pk, sk } }])))
  await Promise.all(kept.map((item) => parts.table.write([{ put: item }])))
  await stop(world)
}
const stop = ({ parts, clock }: World) => registry.dialling(parts).stop('The table was lost', 'Ada', clock.now())

const toolsOf = (world: World, through: (parts: Parts) => Parts = (parts) => parts): AdminTools => {
  const parts = through({ ...world.parts, clock: { now: world.clock.now, sleep: async () => {} } })
  const silent = { warn: () => {}, showProgress: () => {} }
  return { ...dependenciesOf(adminUses, registry, parts), stack: { parts } as Stack, ...silent }
}

const listedBy = async (world: World, what: 'Calls' | 'Messages') => {
  const account = `${world.carrierUrl}/2010-04-01/Accounts/AC00000000000000000000000000000001`
  const authorization = `Basic ${btoa('AC00000000000000000000000000000001:test-auth-token')}`
  const answer = await world.parts.fetch(`${account}/${what}.json?PageSize=1000`, { headers: { authorization } })
  const body = (await answer.json()) as Record<string, { sid: string; to: string; from: string; direction: string }[]>
  return must(body[what.toLowerCase()], 'list')
}

const partition = <T>(world: World, { pk }: StoredKey) => world.parts.table.query<T>({ pk })

/**
 * Expects one record for each call and message that the carrier lists, with one charge if it cost
 * money.
 */
const expectOneRecordEach = async (world: World, users: TestUser[], isCharged = true) => {
  const all = async <T>(keyOf: (user: number, id: number) => StoredKey) =>
    (await Promise.all(users.map(({ id }) => partition<T>(world, keyOf(id, 0))))).flat()
  const [calls, messages, entries] = [await all<Call>(callKey), await all<Sms>(smsKey), await all<Entry>(ledgerKey)]
  for (const { sid } of await listedBy(world, 'Calls')) {
    const records = calls.filter(({ carrier_sid }) => carrier_sid === sid)
    expect(records.length, `records of ${sid}`).toBe(1)
    const charges = entries.filter(({ type, call_id }) => type === 'call' && call_id === records[0]?.id)
    if (isCharged) expect(charges.length, `charges of ${sid}`).toBe(records[0]?.total_cost ? 1 : 0)
  }
  for (const { sid, direction } of await listedBy(world, 'Messages')) {
    if (direction !== 'outbound-api') continue
    const records = messages.filter(({ sms_sid }) => sms_sid === sid)
    expect(records.length, `records of ${sid}`).toBe(1)
    expect(entries.filter(({ type, sms_id }) => type === 'hold' && sms_id === records[0]?.id).length).toBe(1)
  }
  expect(calls.filter(({ carrier_sid }) => carrier_sid).length).toBe((await listedBy(world, 'Calls')).length)
}

const balanceOf = async (world: World, user: TestUser) => {
  const entries = await partition<Entry>(world, ledgerKey(user.id, 0))
  return entries.reduce((sum, { amount }) => sum + amount, 0)
}

const standing = ({ status, dials, in_line, attempts, call_id, contacts, next_attempt_at }: Lead) => ({
  status,
  dials,
  in_line,
  contacts: contacts.map((contact) => ({ status: contact.status, dials: contact.dials, in_line: contact.in_line })),
  attempts: attempts.map(({ outcome }) => outcome),
  isLive: call_id !== undefined,
  ...(status === 'created' && { next: Math.round(next_attempt_at / 10_000) }),
})

const leadsOf = async (world: World, user: TestUser): Promise<Map<number, Lead>> => {
  const stored = await partition<Lead & { main_id?: number }>(world, leadKey(user.id, 0))
  return new Map(stored.filter(({ main_id }) => main_id === undefined).map((lead) => [lead.id, lead]))
}

const open = { allowed_days: ['wednesday'], allowed_hours_start_time: '00:00:00', allowed_hours_end_time: '23:59:59' }
const rules = { max_calls_in_parallel: 3, max_retries: 2, retry_interval: 120, timezone: 'UTC', ...open }

describe.each([201, 480])('lost %i s after the start, at any second of the restore', (lostAfter) => {
  const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' } })
  let user: TestUser
  let own: { id: number; phone_number: string }
  const snapshots: { at: number; items: Stored[] }[] = []
  let lost: Stored[]
  let leadsThen: Map<number, Lead>
  let balanceThen: number

  beforeAll(async () => {
    user = await world.user()
    own = await world.number(user)
    const campaign_id = await campaignFor(world, user, rules)
    const numbers = ['0101', '0102', '0120', '0121', '0122', '0123', '0107', '0124']
    for (const ending of numbers) await leadFor(world, user, campaign_id, `+1202555${ending}`)
    await leadFor(world, user, campaign_id, '+12025550130', {
      secondary_contacts: [{ phone_number: '+12025550131' }],
    })
    const assistant_id = await assistantFor(world, user)
    await assistantFor(world, user, { calls_direction: 'receive', phone_number_id: own.id })
    await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
    const happenings: [at: number, happens: () => Promise<unknown>][] = [
      [3, () => world.api(user.token, 'POST', '/user/sms', { from: own.id, to: '+12025550140', body: 'One' })],
      [9, () => world.api(user.token, 'POST', '/user/make_call', { phone_number: '+12025550141', assistant_id })],
      [24, () => world.incomingCall({ to: own.phone_number, from: '+12025550142' })],
      [33, () => world.api(user.token, 'POST', '/user/sms', { from: own.id, to: '+12025550140', body: 'Two' })],
      [36, () => world.api(user.token, 'POST', '/user/make_call', { phone_number: '+12025550107', assistant_id })],
    ]
    for (let second = 0; second < lostAfter; second += 3) {
      for (const [at, happens] of happenings) if (at === second) await happens()
      if (second <= 180 && second % 18 === 0) snapshots.push({ at: world.clock.now(), items: await world.items() })
      await world.run(3)
    }
    lost = await world.items()
    leadsThen = await leadsOf(world, user)
    balanceThen = await balanceOf(world, user)
  })

  test('every call and message has one record, and every lead stands where it stood', async () => {
    expect(lost.length).toBeGreaterThan(0)
    for (const { at, items } of snapshots) {
      await restore(world, items)
      const found = await reconcile(at, toolsOf(world))
      const after = isoTime(at)
      await expectOneRecordEach(world, [user], false)
      const leads = await leadsOf(world, user)
      for (const [id, then] of leadsThen)
        if (then.call_id === undefined)
          expect([after, standing(must(leads.get(id), 'lead'))]).toEqual([after, standing(then)])
      expect([after, found.leads_that_wait_for_a_hand]).toEqual([after, []])
      const again = await reconcile(at, toolsOf(world))
      expect([after, again.calls]).toMatchObject([after, { recorded: 0, ended: 0 }])
      expect([after, again.messages.recorded]).toEqual([after, 0])
    }
  })

  test('calls nobody again for a made attempt, also after a wake-up', async () => {
    const { at, items } = must(snapshots[2], 'snapshot')
    await restore(world, items)
    await world.run(100)
    await reconcile(at, toolsOf(world))
    const before = (await listedBy(world, 'Calls')).length
    const leads = await leadsOf(world, user)
    for (const [id, then] of leadsThen)
      if (then.call_id === undefined) expect(standing(must(leads.get(id), 'lead'))).toEqual(standing(then))
    await world.run(30)
    expect((await listedBy(world, 'Calls')).length).toBe(before)

    await startDialling('Ada', toolsOf(world))
    await world.run(600)
    await expectOneRecordEach(world, [user])
    const calls = await listedBy(world, 'Calls')
    for (const { phone_number, contacts, attempts } of (await leadsOf(world, user)).values()) {
      const family = [phone_number, ...contacts.map((contact) => contact.phone_number)]
      const made = calls.filter(({ to, direction }) => direction === 'outbound-api' && family.includes(to)).length
      const single = phone_number === '+12025550107' ? 1 : 0
      expect([phone_number, made]).toEqual([phone_number, attempts.length + single])
      expect(attempts.length).toBeLessThanOrEqual(family.length * (1 + rules.max_retries))
    }
  })

  test.runIf(lostAfter === 480)('what was taken from the balance is taken again, and no more', async () => {
    const { at, items } = must(snapshots[1], 'snapshot')
    await restore(world, items)
    await reconcile(at, toolsOf(world))
    await world.run(180)
    await expectOneRecordEach(world, [user])
    expect(await balanceOf(world, user)).toBe(balanceThen)
  })
})

const made = async (world: World, to: string) =>
  (await listedBy(world, 'Calls')).filter((call) => call.to === to).length
describe('what may have been several', () => {
  const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' } })
  const number = '+12025550120'
  let user: TestUser

  beforeAll(async () => {
    user = await world.user()
    await world.number(user)
  })

  test('an ambiguous call holds both leads back with the reason', async () => {
    const [one, other] = [await campaignFor(world, user, rules), await campaignFor(world, user, rules)]
    const leads = [await leadFor(world, user, one, number), await leadFor(world, user, other, number)]
    const [at, kept] = [world.clock.now(), await world.items()]
    await world.run(1)
    await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id: one, action: 'start' })
    await world.run(90)
    expect(await made(world, number)).toBe(1)

    await restore(world, kept)
    const found = await reconcile(at, toolsOf(world))
    expect(found.calls).toEqual({ known: 0, recorded: 1, attempts_of_leads: 0, in_doubt: 1, ended: 1 })
    const byCampaign = found.leads_that_wait_for_a_hand.toSorted((a, b) => a.campaign_id - b.campaign_id)
    expect(byCampaign).toEqual(
      [one, other].toSorted((a, b) => a - b).map((campaign_id) => ({ user_id: user.id, campaign_id, leads: 1 })),
    )
    await startDialling('Ada', toolsOf(world))
    for (const campaign_id of [one, other])
      await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
    await world.run(300)
    expect(await made(world, number)).toBe(1)
    await expectOneRecordEach(world, [user])
    const stored = await leadsOf(world, user)
    for (const { id } of leads) expect(stored.get(id)).toMatchObject({ in_doubt: true, attempts: [], dials: 0 })
    const preview = await world.api(user.token, 'GET', `/user/campaigns/${one}/preview`)
    expect(preview.body.reasons).toEqual([{ reason: reasons.inDoubt, leads: 1, is_final: false }])

    await world.api(user.token, 'PUT', `/user/leads/${leads[0].id}`, { status: 'created' })
    await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id: one, action: 'start' })
    await world.run(90)
    expect(await made(world, number)).toBe(2)
    await stop(world)
    expect((await reconcile(at, toolsOf(world))).leads_that_wait_for_a_hand).toEqual([
      { user_id: user.id, campaign_id: other, leads: 1 },
    ])
  })

  test('an ambiguous single call and lead are held back, too', async () => {
    const to = '+12025550121'
    const campaign_id = await campaignFor(world, user, rules)
    const lead = await leadFor(world, user, campaign_id, to)
    await startDialling('Ada', toolsOf(world))
    const assistant_id = await assistantFor(world, user)
    const { body } = await world.api(user.token, 'POST', '/user/make_call', { phone_number: to, assistant_id })
    const [at, kept] = [world.clock.now(), await world.items()]
    const waiting = { id: body.data.id, placement: expect.objectContaining({ phase: 'waiting' }) }
    expect(kept).toContainEqual(expect.objectContaining(waiting))
    await world.run(90)
    expect(await made(world, to)).toBe(1)

    await restore(world, kept)
    await reconcile(at, toolsOf(world))
    await startDialling('Ada', toolsOf(world))
    await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
    await world.run(180)
    expect(await made(world, to)).toBe(1)
    const single = await world.api(user.token, 'GET', `/user/calls/${body.data.id}`)
    expect(single.body).toMatchObject({ status: 'failed' })
    expect((await leadsOf(world, user)).get(lead.id)).toMatchObject({ in_doubt: true })
    await expectOneRecordEach(world, [user])
  })

  test('a lead that was made after the call had nothing to do with it', async () => {
    const to = '+12025550122'
    const assistant_id = await assistantFor(world, user)
    const [at, kept] = [world.clock.now(), await world.items()]
    await world.run(1)
    await world.api(user.token, 'POST', '/user/make_call', { phone_number: to, assistant_id })
    await world.run(60)
    await restore(world, kept)
    const campaign_id = await campaignFor(world, user, rules)
    const lead = await leadFor(world, user, campaign_id, to)
    const found = await reconcile(at, toolsOf(world))
    expect(found.calls).toMatchObject({ attempts_of_leads: 0, in_doubt: 0 })
    expect((await leadsOf(world, user)).get(lead.id)).toMatchObject({ attempts: [], dials: 0 })
  })
})

describe('opt-outs', () => {
  const world = useWorld()
  let user: TestUser
  let own: { id: number; phone_number: string }
  const say = async (from: string, body: string) => {
    await world.incomingMessage({ to: own.phone_number, from, body })
    await world.run(2)
  }
  const isLeftAlone = (phone_number: string) => registry.blacklist(world.parts).refusesTexts(user.id, phone_number)

  test('are restored in order, once, and no listed number is removed', async () => {
    user = await world.user()
    own = await world.number(user)
    const [stopped, back, again, byHand] = ['+12025550161', '+12025550162', '+12025550163', '+12025550164']
    await say(back, 'STOP')
    await say(again, 'Stop')
    await world.api(user.token, 'POST', '/user/blacklist', { phone_number: byHand })
    await world.run(60)
    const [at, kept] = [world.clock.now(), await world.items()]
    await say(stopped, 'Please STOP')
    await say(back, 'START')
    await say(again, 'START')
    await say(again, 'Stop it. STOP')
    await say(byHand, 'START')
    await say(stopped, 'Thank you')

    await restore(world, kept)
    const expected = [true, false, true, true]
    for (let time = 0; time < 2; time++) {
      const found = await reconcile(at, toolsOf(world))
      expect(found.opt_outs).toEqual({ stop: 2, start: 2 })
      expect(await Promise.all([stopped, back, again, byHand].map(isLeftAlone))).toEqual(expected)
    }
    await say(back, 'STOP')
    expect(await isLeftAlone(back)).toBe(true)
  })
})

describe('a run that dies', () => {
  const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' } })

  test('at any request continues in the next run', async () => {
    const user = await world.user()
    const own = await world.number(user)
    const [one, other] = [await campaignFor(world, user, rules), await campaignFor(world, user, rules)]
    for (const ending of ['0101', '0120', '0121']) await leadFor(world, user, one, `+1202555${ending}`)
    await leadFor(world, user, other, '+12025550121')
    const assistant_id = await assistantFor(world, user)
    await world.api(user.token, 'POST', '/user/make_call', { phone_number: '+12025550124', assistant_id })
    const [at, kept] = [world.clock.now(), await world.items()]
    await world.run(1)
    await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id: one, action: 'start' })
    await world.api(user.token, 'POST', '/user/make_call', { phone_number: '+12025550123', assistant_id })
    for (const body of ['One', 'One', 'Two'])
      await world.api(user.token, 'POST', '/user/sms', { from: own.id, to: '+12025550140', body })
    await world.run(150)

    await restore(world, kept)
    const whole = await reconcile(at, toolsOf(world))
    const leadsThen = await leadsOf(world, user)
    expect(whole.calls).toMatchObject({ in_doubt: 1 })
    for (const dies of ['before', 'after'] as const) {
      await restore(world, kept)
      for (let count = 1; ; count++) {
        let left = count
        const step = async <T>(_: string, perform: () => Promise<T>): Promise<T> => {
          left -= 1
          if (left > 0) return perform()
          if (left === 0 && dies === 'after') await perform()
          throw new Error('The process died')
        }
        const ended = await reconcile(
          at,
          toolsOf(world, (parts) => ({ ...withFaults(parts, step), fetch: parts.fetch, secrets: parts.secrets })),
        ).then(
          () => true,
          (cause) => {
            if (cause.message !== 'The process died') throw cause
            return false
          },
        )
        if (ended) break
      }
      await expectOneRecordEach(world, [user], false)
      const leads = await leadsOf(world, user)
      for (const [id, then] of leadsThen) {
        expect(standing(must(leads.get(id), 'lead'))).toEqual(standing(then))
        expect(leads.get(id)?.in_doubt).toBe(then.in_doubt)
      }
    }
    await world.run(180)
    await expectOneRecordEach(world, [user])
  })
})

describe('the command', () => {
  const world = useWorld({ dynamodb: inject('dynamodb'), environment: { CARRIER_CALLS_PER_SECOND: '100' } })

  test('prints findings, omits foreign numbers, and names the unknown', async () => {
    const user = await world.user()
    await world.number(user)
    const campaign_id = await campaignFor(world, user, rules)
    await leadFor(world, user, campaign_id, '+12025550120')
    const [at, kept] = [world.clock.now(), await world.items()]
    await world.run(2)
    const stranger = await world.user()
    await world.number(stranger)
    const assistant_id = await assistantFor(world, stranger)
    await world.api(stranger.token, 'POST', '/user/make_call', { phone_number: '+12025550123', assistant_id })
    await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
    await world.run(90)
    await restore(world, kept)
    const notice = await noticeOf(world)
    const ended = await run(notice.environment, `reconcile --since ${new Date(at).toISOString()}`)
    expect(ended.stderr).toBe('')
    expect(ended.answer).toMatchObject({
      calls: { known: 0, recorded: 1, attempts_of_leads: 1, in_doubt: 0, ended: 1 },
      messages: { known: 0, recorded: 0 },
      opt_outs: { stop: 0, start: 0 },
      of_numbers_not_in_this_table: { calls: 1, messages: 0 },
      leads_that_wait_for_a_hand: [],
      not_known: { from: isoTime(at), what: expect.arrayContaining(['opt-outs that were spoken in calls']) },
    })
    expect(await run(notice.environment, 'reconcile --since 2999-01-01T00:00:00Z')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--since must be in the past.'),
    })
    await startDialling('Ada', toolsOf(world))
    expect(await run(notice.environment, `reconcile --since ${new Date(at).toISOString()}`)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Dialling continues, so old and new calls look alike'),
    })
    expect((await run(notice.environment, 'reconcile')).stderr).toContain('--since is missing.')
    await notice.close()
  })
})
