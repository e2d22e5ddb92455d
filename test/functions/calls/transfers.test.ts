import { describe, expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { callTransferTo, callWith, nothingHeld, phoneOf, warmTransferTo } from './transfers.ts'

const world = useWorld()

describe('call_transfer', () => {
  test('transfers the customer; call and leg are separate ledger entries', async () => {
    const { call, transfers, heard, charges, account } = await callWith(world, callTransferTo('0100'))
    await world.run(20)
    expect(await heard()).toMatch(/One moment, I will put you through\.$/)
    expect(await transfers()).toEqual(['asked', 'ringing', 'in-progress'])
    await world.run(60)
    expect(await transfers()).toEqual(['asked', 'ringing', 'in-progress', 'completed'])
    expect(await call()).toMatchObject({
      status: 'completed',
      duration: expect.toBeOneOf([20, 21]),
      tool_calls: [{ name: 'call_transfer', outcome: 'done' }],
      transfers: [
        { phone_number: phoneOf('0100'), requested_by: 'assistant', is_warm: false, status: 'completed', duration: 12 },
      ],
      carrier_cost: 0.028,
      total_cost: 0.078,
      cost_breakdown: { call: 0.064, transfers: 0.014 },
    })
    expect(await charges()).toEqual([0.064, 0.014])
    expect(await account()).toMatchObject(nothingHeld)
  })

  test.each([
    ['0101', 'busy'],
    ['0102', 'no-answer'],
    ['0103', 'failed'],
  ])('of %s (%s) the customer returns to the same talk', async (ending, status) => {
    const { call, transfers, said, charges, account } = await callWith(world, callTransferTo(ending))
    await world.run(60)
    expect(await transfers()).toEqual(['asked', 'ringing', status])
    expect(await said()).toContain('I am sorry, I could not reach anyone. What can I do for you?')
    expect((await call()).status).toBe('in-progress')
    await world.run(300)
    expect(await call()).toMatchObject({ cost_breakdown: { transfers: 0 }, transfers: [{ status, cost: 0 }] })
    expect(await charges()).toHaveLength(1)
    expect(await account()).toMatchObject(nothingHeld)
  })

  test('watches no silence during a transfer; the call’s limit holds', async () => {
    const settings = { max_call_duration: 60, max_silence_duration: 10, re_engagement_interval: 8 }
    const { call, said, stored, account } = await callWith(world, callTransferTo('0105'), settings)
    await world.run(120)
    expect(await said()).not.toContain('Are you still there?')
    const { status, duration, transfers } = await call()
    expect(status).toBe('ended')
    expect(duration).toBeLessThanOrEqual(62)
    expect(transfers).toMatchObject([{ status: 'completed' }])
    expect((await stored())?.legs?.[0]?.limit_seconds).toBeLessThan(60)
    expect(await account()).toMatchObject(nothingHeld)
  })

  test('says first what the model makes of its message, and dials then', async () => {
    const asks = { warm_transfer: true, warm_transfer_message: 'Say that Ada takes over.' }
    const { said, transfers } = await callWith(world, callTransferTo('0102', asks))
    await world.run(30)
    expect(await said()).toContain('First say one short sentence to them. Say that Ada takes over.')
    expect(await transfers()).toEqual(['asked', 'ringing'])
  })

  test('outside its hours the model is told, and nothing is dialled', async () => {
    const hours = { timezone: 'UTC', allowed_hours_start_time: '14:00', allowed_hours_end_time: '18:00' }
    const closed = await callWith(world, callTransferTo('0100', hours))
    const weekend = await callWith(world, callTransferTo('0100', { timezone: 'UTC', allowed_days: ['sunday'] }))
    const open = await callWith(world, callTransferTo('0100', { timezone: 'Asia/Tokyo' }))
    await world.run(20)
    for (const { said, transfers } of [closed, weekend]) {
      expect(await said()).toContain('It is outside the hours in which that phone is answered.')
      expect(await transfers()).toEqual([])
    }
    expect((await open.transfers()).length).toBeGreaterThan(1)
  })

  test('a customer who hangs up during the ring pays nothing for it', async () => {
    const customer = { customer: '0117', max_silence_duration: 120 }
    const { call, ask, transfer, transfers, ref } = await callWith(world, undefined, customer)
    await world.run(8)
    await transfer({ phone_number: phoneOf('0102') })
    await world.run(5)
    expect(await transfers()).toEqual(['asked', 'ringing'])
    await ask('POST', `/user/calls/${ref.call_id}/end`)
    await world.run(60)
    expect(await call()).toMatchObject({ status: 'ended', transfers: [{ status: 'canceled', cost: 0 }] })
  })
})

describe('warm_call_transfer', () => {
  const customer = { customer: '0122' }

  test('the callee hears the summary and joins with a key', async () => {
    const tool = warmTransferTo('0100', { hold_message: 'Please hold.' })
    const { call, transfers, heard, account } = await callWith(world, tool, customer)
    await world.run(80)
    expect(await transfers()).toEqual(['asked', 'ringing', 'in-progress', 'completed'])
    expect(await heard()).toContain('Please hold.')
    const { transfers: made, status } = await call()
    expect(status).toBe('completed')
    expect(made).toMatchObject([{ is_warm: true, status: 'completed', cost: 0.014 }])
    expect(made[0].duration).toBeGreaterThan(12)
    expect(await account()).toMatchObject(nothingHeld)
  })

  test.each([
    ['0104', 'a mailbox, which presses nothing'],
    ['0123', 'a person who presses another key'],
  ])('%s, %s: the customer returns, and that minute is paid', async (ending) => {
    const { call, transfers, said, charges, account } = await callWith(world, warmTransferTo(ending), customer)
    await world.run(75)
    expect(await transfers()).toEqual(['asked', 'ringing', 'declined'])
    expect(await said()).toContain('I could not reach anyone.')
    await world.run(200)
    expect(await call()).toMatchObject({ transfers: [{ status: 'declined', connected_at: null, cost: 0.014 }] })
    expect((await charges())[1]).toBe(0.014)
    expect(await account()).toMatchObject(nothingHeld)
  })
})

describe('a leg whose end the carrier never reports', () => {
  test('is looked up, charged by what the carrier lists, and the call ends', async () => {
    const { call, charges, account } = await callWith(world, callTransferTo('0110'))
    await world.run(200)
    const { status, transfers } = await call()
    expect(status).not.toBe('in-progress')
    expect(transfers).toMatchObject([{ status: 'completed', duration: 12, cost: 0.014 }])
    expect((await charges())[1]).toBe(0.014)
    expect(await account()).toMatchObject(nothingHeld)
  })

  test('reports that come twice and backwards charge it once', async () => {
    const { call, charges, account } = await callWith(world, callTransferTo('0109'))
    await world.run(200)
    expect((await call()).transfers).toMatchObject([{ status: 'completed', cost: 0.014 }])
    expect(await charges()).toHaveLength(2)
    expect(await account()).toMatchObject(nothingHeld)
  })
})

describe('money', () => {
  const minute = 64_000
  const legMinute = 14_000

  test('holds the leg’s whole price before dialling', async () => {
    const { account, stored } = await callWith(world, callTransferTo('0102'), { money: 10_000_000 })
    await world.run(20)
    const [leg] = (await stored())?.legs ?? []
    expect(leg?.limit_seconds).toBeGreaterThan(0)
    const minutes = Math.ceil((leg?.limit_seconds ?? 0) / 60)
    expect((await account())?.[`call_${leg?.id ?? 0}`]).toBe(minutes * legMinute)
  })

  test('lasts as long as the money pays; without money the model is told', async () => {
    const little = await callWith(world, callTransferTo('0102'), { money: 3 * minute + 2 * (minute + legMinute) })
    const none = await callWith(world, callTransferTo('0102'), { money: 3 * minute })
    await world.run(20)
    expect((await little.stored())?.legs).toMatchObject([{ limit_seconds: 120 }])
    expect(await none.transfers()).toEqual(['asked', 'refused'])
    expect(await none.said()).toContain('The balance is')
    await world.run(600)
    for (const { account } of [little, none]) expect(await account()).toMatchObject(nothingHeld)
  })
})
