import { describe, expect, test } from 'vitest'
import { phoneKey } from '../../../shared/table/keys.ts'
import { dueLeft } from '../../due-left.ts'
import { type FaultKind, faultKinds, openFaults } from '../../faults.ts'
import { useWorld } from '../../use-world.ts'
import { type Buyer, monthPrice, openBuyer } from './buyer.ts'

const callsMax = 40
const lifetimeSeconds = 900

const faults = openFaults()
const world = useWorld({ open: faults.open })

const expectSound = async (buyer: Buyer) => {
  const [numbers, entries, balance] = await Promise.all([buyer.numbers(), buyer.entries(), buyer.balance()])
  const bought = world.carrier.shop.owned().filter(({ friendly_name }) => friendly_name.includes(` ${buyer.user.id}-`))
  expect(bought.length).toBeLessThanOrEqual(1)
  expect(buyer.creates().length).toBeLessThanOrEqual(1)
  expect(numbers.map(({ carrier_sid }) => carrier_sid)).toEqual(bought.map(({ sid }) => sid))
  expect(balance).toBe((10 - bought.length) * monthPrice)
  const count = (wanted: string) => entries.filter((entry) => entry === wanted).length
  expect(count(`hold ${-monthPrice}`) - count(`release ${monthPrice}`)).toBe(bought.length)
  expect(count('number 0')).toBe(bought.length)
  expect(await dueLeft(world.services.deadlines, world.clock.now())).toEqual([])
}

let numbersMade = 0
const strike = async (
  operation: string,
  kind: FaultKind,
  act: (buyer: Buyer, phone: string) => Promise<unknown>,
  phoneOf: () => string,
) => {
  const struck: { buyer: Buyer; phone: string }[] = []
  for (let call = 0; call < callsMax; call++) {
    const buyer = await openBuyer(world)
    const phone = phoneOf()
    faults.arm({ operation, call, kind })
    await act(buyer, phone)
    const wasStruck = faults.struck()
    faults.disarm()
    struck.push({ buyer, phone })
    if (wasStruck) continue
    expect(call).toBeGreaterThan(1)
    return struck
  }
  throw new Error('The operation makes more calls than expected')
}

const anyNumber = () => `+1312700${String(numbersMade++).padStart(4, '0')}`

describe('purchase-number', () => {
  test.each(faultKinds)('%s, at every call it makes: a number that is paid, or neither', async (kind) => {
    const struck = await strike('purchase-number', kind, (buyer, phone) => buyer.buy(phone), anyNumber)
    await world.run(lifetimeSeconds)
    for (const { buyer } of struck) await expectSound(buyer)
  })

  test.each(faultKinds)('%s, and sent again with its Idempotency-Key: one number at most', async (kind) => {
    const again = { 'idempotency-key': 'again' }
    const struck = await strike('purchase-number', kind, (buyer, phone) => buyer.buy(phone, again), anyNumber)
    for (const { buyer, phone } of struck) await buyer.buy(phone, again)
    await world.run(lifetimeSeconds)
    for (const { buyer, phone } of struck) {
      await buyer.buy(phone, again)
      await expectSound(buyer)
    }
  })
})

describe('purchase-number of a number that the carrier refuses', () => {
  let refusedNumbers = 0
  const refusedNumber = () =>
    `+1${['212', '415', '312'][refusedNumbers % 3]}70${String(refusedNumbers++).padStart(3, '0')}94`
  test.each(faultKinds)('%s, at every call it makes: the hold is released once', async (kind) => {
    const struck = await strike('purchase-number', kind, (buyer, phone) => buyer.buy(phone), refusedNumber)
    await world.run(lifetimeSeconds)
    for (const { buyer, phone } of struck) {
      await expectSound(buyer)
      expect(await buyer.numbers()).toEqual([])
      expect(await world.services.numbers.ownerOf(phone)).toBe(undefined)
    }
    expect(await struck.at(-1)?.buyer.entries()).toEqual([`hold ${-monthPrice}`, `release ${monthPrice}`])
  })
})

describe('tend-number, after an answer that was lost', () => {
  let prefix = 0
  const lostAnswer = () => `+1${['212', '415', '312'][prefix++ % 3]}7000096`
  test.each(faultKinds)('%s, at every call it makes: the number is found and charged once', async (kind) => {
    for (let call = 0; call < callsMax; call++) {
      const buyer = await openBuyer(world)
      const phone = lostAnswer()
      faults.arm({ operation: 'tend-number', call, kind })
      await buyer.buyInVain(phone)
      await world.run(lifetimeSeconds)
      const wasStruck = faults.struck()
      faults.disarm()
      await expectSound(buyer)
      expect(await buyer.numbers()).toHaveLength(1)
      const bought = world.carrier.shop.find(phone)
      if (bought) world.carrier.shop.release(bought)
      await world.parts.table.write(
        (await buyer.numbers()).flatMap((number) => [{ delete: phoneKey(number.phone_number) }]),
      )
      if (!wasStruck) return
    }
    throw new Error('The operation makes more calls than expected')
  })
})
