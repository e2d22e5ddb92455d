import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { openBuyer } from '../../functions/numbers/buyer.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { noticeOf, run } from './harness.ts'

const world = useWorld({ dynamodb: inject('dynamodb') })
let notice: Awaited<ReturnType<typeof noticeOf>>
beforeAll(async () => {
  notice = await noticeOf(world)
})
afterAll(() => notice.close())

const point = (options = '') => run(notice.environment, `number point ${options}`)
const voiceUrl = async (phone: string) => (await world.carrierPort.fetchNumber(phone))?.voice_url
/**
 * Runs the command's clock a thousand times as fast, because an erasure waits minutes for running
 * functions.
 */
const erase = async ({ id }: TestUser) => {
  await notice.setClock({ speed: 1000 })
  const ended = await run(notice.environment, `delete --user ${id} --yes`)
  await notice.setClock()
  return ended
}

test('number point sets addresses, and removes trunks', async () => {
  const user = await world.user()
  const [right, wrong, trunk] = [await world.number(user), await world.number(user), await world.number(user)]
  const lost = await world.number(user)
  await world.setCarrierNumber({ phone_number: wrong.phone_number, ...{ voiceUrl: 'https://elsewhere.test' } })
  await world.setCarrierNumber({ phone_number: trunk.phone_number, ...{ rest: { trunk_sid: 'TK1' } } })
  world.carrier.loseNumber(lost.phone_number)
  const { answer } = await point()
  expect(answer).toMatchObject({ missing: [lost.phone_number] })
  expect(answer.pointed.toSorted()).toEqual([wrong.phone_number, trunk.phone_number].toSorted())
  expect(await voiceUrl(wrong.phone_number)).toBe(await voiceUrl(right.phone_number))
  expect((await world.carrierPort.fetchNumber(trunk.phone_number))?.voice_override).toBe(undefined)
  expect((await point()).answer).toMatchObject({ pointed: [] })
})

test('number point --phone sets the addresses of one number only', async () => {
  const user = await world.user()
  const [one, other] = [await world.number(user), await world.number(user)]
  for (const { phone_number } of [one, other])
    await world.setCarrierNumber({ phone_number, ...{ voiceUrl: 'https://elsewhere.test' } })
  const { answer } = await point(`--phone ${one.phone_number}`)
  expect(answer).toEqual({ pointed: [one.phone_number], missing: [], unchanged: 0 })
  expect(await voiceUrl(other.phone_number)).toBe('https://elsewhere.test')
  expect(await point('--phone +12025550123')).toMatchObject({ status: 2, stderr: expect.stringContaining('No user') })
})

test('delete returns bought numbers and keeps imported ones', async () => {
  const buyer = await openBuyer(world)
  await buyer.buy('+14157000020')
  const imported = { phone_number: '+12025557001' }
  await world.api(buyer.user.token, 'POST', '/user/phone-numbers/import', imported)
  expect(await buyer.numbers()).toHaveLength(2)
  expect((await erase(buyer.user)).answer).toMatchObject({ erased: true })
  expect(world.carrier.shop.find('+14157000020')).toBe(undefined)
  expect(world.carrier.shop.released).toContain('+14157000020')
  expect(await world.carrierPort.fetchNumber(imported.phone_number)).toBeDefined()
  expect(await buyer.numbers()).toEqual([])
  for (const phone of ['+14157000020', imported.phone_number])
    expect(await world.services.numbers.ownerOf(phone)).toBe(undefined)
})

test('delete gives back a number whose purchase had no answer yet', async () => {
  const buyer = await openBuyer(world)
  await buyer.buyInVain('+13127000096')
  expect(world.carrier.shop.find('+13127000096')).toBeDefined()
  await erase(buyer.user)
  expect(world.carrier.shop.find('+13127000096')).toBe(undefined)
})

test('delete refused by a live call leaves the number to a worker', async () => {
  const buyer = await openBuyer(world)
  const { user } = buyer
  await buyer.buy('+14157000021')
  const assistant_id = await assistantFor(world, user)
  await world.api(user.token, 'POST', '/user/make_call', { assistant_id, phone_number: '+12025550100' })
  await notice.setClock()
  const refused = await run(notice.environment, `delete --user ${user.id} --yes`)
  expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('1 call is live.') })
  expect(await buyer.numbers()).toMatchObject([{ phone_number: '+14157000021', leaves_at: expect.any(Number) }])
  expect(world.carrier.shop.find('+14157000021')).toBeDefined()
  await world.run(3900)
  expect(world.carrier.shop.find('+14157000021')).toBe(undefined)
  expect(await buyer.numbers()).toEqual([])
})
