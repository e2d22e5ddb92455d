import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { callWith, phoneOf } from './transfers.ts'

const world = useWorld()

test.each([
  ['0103', 13224, 'The carrier does not call this number, or it is not valid'],
  ['0180', 13227, 'may not call this country'],
  ['0181', 13214, 'does not accept the number that we call from'],
  ['0182', 32100, 'A trial account at the carrier may call verified numbers only'],
  ['0183', 10004, 'as many calls as it may have at a time'],
  ['0184', 13221, 'wrong method'],
  ['0185', 404, 'The number is not in use'],
  ['0186', 503, 'takes no calls at the moment'],
  ['0187', 29999, 'could not complete the call'],
])('a transfer to %s fails with code %i and its meaning', async (ending, carrier_code, meaning) => {
  const { transfer, events, call, stored } = await callWith(world, undefined, { customer: '0105' })
  await world.run(10)
  expect((await transfer({ phone_number: phoneOf(ending) })).status).toBe(200)
  await world.run(20)
  const why = { carrier_code, failure_reason: expect.stringContaining(meaning) }
  expect((await call()).transfers).toMatchObject([{ status: 'failed', reason: null, ...why }])
  const transfers = (await events()).filter(({ type }: { type: string }) => type === 'transfer')
  expect(transfers.at(-1)).toMatchObject({ status: 'failed', ...why })
  expect(transfers[0]).toMatchObject({ status: 'asked', carrier_code: null, failure_reason: null })
  const alarms = world.logged.filter(({ level, fields }) => level === 'error' && fields.code === carrier_code)
  expect(alarms).toHaveLength(['0181', '0182', '0184'].includes(ending) ? 1 : 0)
  expect((await stored())?.placement.phase).toBe('answered')
})
