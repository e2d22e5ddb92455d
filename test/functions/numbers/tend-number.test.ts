import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { monthPrice, openBuyer } from './buyer.ts'

const world = useWorld()

test('finds a number at the carrier whose answer was lost', async () => {
  const buyer = await openBuyer(world)
  expect(await buyer.buyInVain('+12127000096')).toMatchObject({
    status: 500,
    body: { error: expect.stringContaining('may have been bought') },
  })
  await world.run(30)
  expect((await buyer.numbers()).map(({ phone_number }) => phone_number)).toEqual(['+12127000096'])
  expect(await buyer.entries()).toEqual([`hold ${-monthPrice}`, 'number 0'])
  expect(buyer.creates()).toHaveLength(1)
})

test('gives the money back after the horizon when the carrier never had the request', async () => {
  const buyer = await openBuyer(world)
  expect((await buyer.buyInVain('+12127000097')).status).toBe(500)
  await world.run(300)
  expect(await buyer.entries()).toEqual([`hold ${-monthPrice}`])
  await world.run(400)
  expect(await buyer.entries()).toEqual([`hold ${-monthPrice}`, `release ${monthPrice}`])
  expect(await world.services.numbers.ownerOf('+12127000097')).toBe(undefined)
})
