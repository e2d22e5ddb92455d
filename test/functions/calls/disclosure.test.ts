import { describe, expect, test } from 'vitest'
import { assistantKey, campaignKey } from '../../../shared/table/keys.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { aboutCalls } from '../../subjects.ts'
import { useCaller, useWorld } from '../../use-world.ts'
import { multimodal } from '../conversations/realtime.ts'

const faults = openFaults()
const unhurried = { CARRIER_CALLS_PER_SECOND: '1000' }
const world = useWorld({ open: faults.open, together: true, environment: unhurried })
const user = useCaller(world)

const berlin = '+4915112345120'
const notice = 'Hello, this is Anna, an AI assistant. This call is recorded.'
const about = { assistant_name: 'Anna', initial_message: 'Good day, Acme here.', post_call_evaluation: false }
const named = { disclosure: 'auto', recording_notice: true, record_call: true }

const read = async (path: string) => (await world.api(user.token, 'GET', path)).body
const carriedTo = (number: string) => {
  const carried = world.carrier.calls().find(({ to }) => to === number)
  if (!carried) throw new Error(`No call to ${number}`)
  return carried
}
const isRecordedFromTheRing = (number: string) => {
  const { recordedFrom, answeredAt } = carriedTo(number)
  return recordedFrom !== undefined && recordedFrom === answeredAt
}

const campaignCalls = async (number: string, campaign: object, settings: object, seconds = 60) => {
  const assistant_id = await assistantFor(world, user, { ...about, ...settings })
  const id = await campaignFor(world, user, { assistant_id, max_retries: 0, ...campaign })
  await leadFor(world, user, id, number)
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id: id, action: 'start' })
  await world.run(seconds)
  const { data } = await read(`/user/calls?phone_number=${encodeURIComponent(number)}`)
  return { call: await read(`/user/calls/${data[0].id}`), carried: carriedTo(number) }
}

const called = async (number: string, settings: object, seconds = 60) => {
  const assistant_id = await assistantFor(world, user, { ...about, ...settings })
  const made = await world.api(user.token, 'POST', '/user/make_call', { phone_number: number, assistant_id })
  await world.run(seconds)
  return { call: await read(`/user/calls/${made.body.data.id}`), carried: carriedTo(number) }
}

describe.each([
  ['pipeline', {}, '1'],
  ['multimodal', multimodal, '2'],
])('a call of a %s assistant', (_, engine, digit) => {
  test('under enforce starts with both notices, then greeting and recording', async () => {
    const number = `${berlin.slice(0, -1)}${digit}`
    const { call, carried } = await campaignCalls(
      number,
      { calling_rules: 'enforce' },
      { ...engine, record_call: true },
    )
    expect(carried.spoken[0]).toBe(notice)
    expect(carried.spoken.filter((text) => text === notice)).toHaveLength(1)
    expect(isRecordedFromTheRing(number)).toBe(false)
    expect(carried.recordingsBegun).toBe(1)
    expect(carried.recordedFrom).toBeGreaterThanOrEqual((carried.answeredAt ?? Infinity) + 2_000)
    expect(call.transcript).toMatch(
      /^AI: Hello, this is Anna, an AI assistant\. This call is recorded\. Good day, Acme here\./,
    )
    expect(Date.parse(call.disclosure_spoken_at)).toBeGreaterThanOrEqual(carried.recordedFrom ?? Infinity)
    expect(call).toMatchObject({ disclosure_cut: false, recording_url: expect.stringMatching(/^http/) })
    const { decisions } = await read(`/user/calls/${call.id}/evidence`)
    expect(decisions[0].record.disclosure).toEqual({
      announced: ['ai', 'recording'],
      needed: ['ai', 'recording'],
      rows: ['DE@2026-08-02'],
    })
    expect(decisions[0].words).toContain(
      'Before the conversation it was to be said that an AI is calling, and that the call is recorded.',
    )
  })

  test('under observe starts with the greeting, recorded from the ring on', async () => {
    const number = `${berlin.slice(0, -2)}3${digit}`
    const { call, carried } = await campaignCalls(
      number,
      { calling_rules: 'observe' },
      { ...engine, record_call: true },
    )
    expect(carried.spoken).not.toContain(notice)
    expect(isRecordedFromTheRing(number)).toBe(true)
    expect(call.transcript).toMatch(/^AI: Good day, Acme here\./)
    expect(call).toMatchObject({ disclosure_spoken_at: null, disclosure_cut: false })
    const { decisions } = await read(`/user/calls/${call.id}/evidence`)
    expect(decisions[0].record.disclosure).toMatchObject({ announced: [], needed: ['ai', 'recording'] })
  })

  test('whose assistant says so itself has the notices under any mode', async () => {
    const number = `+12025550${engine === multimodal ? '126' : '125'}`
    const { call, carried } = await called(number, { ...engine, ...named })
    expect(carried.spoken[0]).toBe(notice)
    expect(call).toMatchObject({ disclosure_spoken_at: expect.any(String), disclosure_cut: false })
  })

  test('that ends during the notice has it cut, without recording', async () => {
    const { body } = await world.api(user.token, 'GET', '/user/calls')
    const { call, carried } = await called('+12025550124', { ...engine, ...named }, 20)
    expect(call.id).not.toBe(body.data[0]?.id)
    expect(carried.spoken).toEqual([notice])
    expect([carried.recordedFrom, carried.recordingsBegun]).toEqual([undefined, 0])
    expect(call).toMatchObject({
      disclosure_spoken_at: null,
      disclosure_cut: true,
      transcript: null,
      recording_url: null,
    })
  })

  test('that comes in has what its assistant says itself', async () => {
    const number = await world.number(user)
    const receiving = { ...about, ...engine, ...named, calls_direction: 'receive', phone_number_id: number.id }
    await assistantFor(world, user, receiving)
    await world.incomingCall({ to: number.phone_number, from: '+12025550100' })
    await world.run(60)
    const carried = carriedTo(number.phone_number)
    expect(carried.spoken[0]).toBe(notice)
    expect(carried.recordingsBegun).toBe(1)
    expect(carried.recordedFrom).toBeGreaterThanOrEqual((carried.answeredAt ?? Infinity) + 2_000)
    const { data } = await read('/user/calls?type=inbound')
    expect(await read(`/user/calls/${data[0].id}`)).toMatchObject({
      disclosure_cut: false,
      transcript: expect.stringMatching(/^AI: Hello, this is Anna/),
    })
  })
})

test('of a former campaign and assistant has no notices', async () => {
  const assistant_id = await assistantFor(world, user, { ...about, record_call: true })
  const campaign_id = await campaignFor(world, user, { assistant_id, max_retries: 0 })
  const { table } = world.parts
  await table.write([
    {
      update: assistantKey(user.id, assistant_id),
      set: {},
      remove: ['disclosure', 'disclosure_text', 'recording_notice'],
    },
  ])
  await table.write([{ update: campaignKey(user.id, campaign_id), set: {}, remove: ['calling_rules'] }])
  const number = `${berlin.slice(0, -2)}41`
  await leadFor(world, user, campaign_id, number)
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(60)
  expect(carriedTo(number).spoken).toEqual([])
  expect(isRecordedFromTheRing(number)).toBe(true)
})

test('says the assistant’s name to a lead with its own name', async () => {
  const { carried } = await called('+12025550127', { ...named, record_call: false, variables: { name: 'Ada' } })
  expect(carried.spoken).toEqual(['Hello, this is Anna, an AI assistant.'])
})

describe.each(faultKinds)('%s', (kind) => {
  test.each(['place-call', 'answer-call', 'receive-frame', 'advance-call'])(
    'in %s, at every call: no recording before the notice, one at most',
    async (operation) => {
      const assistant_id = await assistantFor(world, user, { ...about, ...named, max_call_duration: 60 })
      const before = world.carrier.calls().length
      const struckEach = faults.armEach({ operation, kind, subjectOf: aboutCalls() })
      for (let made = 0; ![...struckEach().values()].includes(undefined); made += 8) {
        expect(made).toBeLessThan(48)
        const request = { phone_number: '+12025550100', assistant_id }
        await Promise.all(Array.from({ length: 8 }, () => world.api(user.token, 'POST', '/user/make_call', request)))
        await world.run(420)
      }
      faults.disarm()
      const carried = world.carrier.calls().slice(0, world.carrier.calls().length - before)
      expect(carried.length).toBeGreaterThan(2)
      for (const { spoken, recordedFrom, recordingsBegun, answeredAt = 0, endedAt } of carried) {
        expect(recordingsBegun).toBeLessThanOrEqual(1)
        if (recordedFrom !== undefined) expect(recordedFrom).toBeGreaterThanOrEqual(answeredAt + 2_000)
        if (recordedFrom !== undefined) expect(spoken).toContain(notice)
        expect(endedAt).toBeDefined()
      }
      expect(carried.some(({ recordedFrom }) => recordedFrom !== undefined)).toBe(true)
      const { calls } = await world.services.callPages.page(user.id, { assistant_id }, 0, 100)
      for (const { id, carrier_sid } of calls) {
        const { disclosure_spoken_at } = await read(`/user/calls/${id}`)
        const { recordedFrom = Infinity } = carried.find(({ sid }) => sid === carrier_sid) ?? {}
        if (disclosure_spoken_at) expect(Date.parse(disclosure_spoken_at)).toBeGreaterThanOrEqual(recordedFrom)
      }
    },
  )
})
