import { beforeEach, describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'

let meanwhile = async () => {}
const looks: string[] = []
let refusal: (() => Response) | undefined
const world = useWorld({
  open: ({ operation, open }, parts) => {
    const send: typeof fetch = async (url, init) =>
      refusal && String(url).endsWith('/Calls.json') ? refusal() : parts.fetch(url, init)
    const run = open({ ...parts, fetch: send }, registry)
    return async (event, context) => {
      if (operation.id === 'place-call') await meanwhile()
      if (operation.id === 'advance-call') looks.push(JSON.stringify(event))
      return run(event, context)
    }
  },
})
beforeEach(() => {
  meanwhile = async () => {}
  refusal = undefined
})

const aCaller = async () => {
  const user = await world.user()
  await world.number(user)
  const assistant_id = await assistantFor(world, user)
  const place = async (phone_number: string): Promise<number> => {
    const { body } = await world.api(user.token, 'POST', '/user/make_call', { phone_number, assistant_id })
    return body.data.id
  }
  const dials = () =>
    world.carrier.stats().creates.filter(({ statusCallback }) => statusCallback?.includes(`/${user.id}-`)).length
  const read = async (id: number) => (await world.api(user.token, 'GET', `/user/calls/${id}`)).body
  const moves = (id: number) =>
    world.logged
      .filter(({ message, fields }) => message === 'call moved' && fields.call_id === id)
      .map(({ fields }) => fields.to)
  return { user, place, dials, read, moves }
}

test('the carrier is asked once', async () => {
  const { place, dials, read } = await aCaller()
  const id = await place('+12025550101')
  await world.run(60)
  expect(dials()).toBe(1)
  expect((await read(id)).status).toBe('busy')
})

test('does not dial a number blacklisted since: failed, without cost', async () => {
  const { user, place, dials, read, moves } = await aCaller()
  meanwhile = async () => {
    await registry.blacklist(world.parts).add(user.id, '+12025550100', { cause: 'user' })
  }
  const id = await place('+12025550100')
  await world.run(60)
  expect(dials()).toBe(0)
  expect(await read(id)).toMatchObject({ status: 'failed', total_cost: 0 })
  expect(moves(id)).toEqual(['failed'])
})

test('an unplaced call after a blacklisting wakes the webhook worker', async () => {
  const { user, place } = await aCaller()
  meanwhile = async () => {
    await registry.blacklist(world.parts).add(user.id, '+12025550100', { cause: 'user' })
  }
  const id = await place('+12025550100')
  await world.run(5)
  expect(looks.filter((look) => look.includes(String(id)))).toHaveLength(1)
})

test('a call that the carrier refuses has failed, and the log says so', async () => {
  const { place, read, moves } = await aCaller()
  const id = await place('+12025550103')
  await world.run(5)
  expect((await read(id)).status).toBe('failed')
  expect(moves(id)).toEqual(['failed'])
})

describe('a carrier that takes no more calls', () => {
  const tooMany = (retryAfter?: string) => {
    const askedAt: number[] = []
    refusal = () => {
      askedAt.push(world.clock.now())
      return Response.json({ code: 20429 }, { status: 429, headers: retryAfter ? { 'retry-after': retryAfter } : {} })
    }
    return askedAt
  }

  test('is asked again when it says, and no sooner', async () => {
    const { place, dials, read } = await aCaller()
    const askedAt = tooMany('45')
    const id = await place('+12025550101')
    await world.run(50)
    expect(askedAt).toHaveLength(2)
    const [first = 0, second = 0] = askedAt
    expect(second - first).toBeGreaterThanOrEqual(45_000)
    refusal = undefined
    await world.run(100)
    expect(dials()).toBe(1)
    expect((await read(id)).status).toBe('busy')
  })

  test('is asked for ten minutes; then the call fails with its reason', async () => {
    const { place, dials, read } = await aCaller()
    const askedAt = tooMany()
    const id = await place('+12025550101')
    await world.run(9 * 60)
    expect((await read(id)).status).toBe('initiated')
    await world.run(90)
    expect(await read(id)).toMatchObject({
      status: 'failed',
      failure_reason: expect.stringContaining('The carrier took no more calls for ten minutes.'),
      total_cost: 0,
    })
    const { length } = askedAt
    await world.run(300)
    expect(askedAt).toHaveLength(length)
    expect(dials()).toBe(0)
  })
})
