import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Fault } from '../../../infra/local/carrier/parts.ts'
import { writeCallRef } from '../../../shared/domain/calls/call-ref.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'
import { seededRandom } from '../../world.ts'

let create: () => Fault | undefined = () => undefined
let arrives: () => boolean = () => true
const reported = new Set<string>()

const world = useWorld({
  environment: { CARRIER_CALLS_PER_SECOND: '100' },
  carrierFaults: (request) => (request.method === 'POST' && request.url.endsWith('/Calls.json') ? create() : undefined),
  open: ({ operation, open }, parts) => {
    const run = open(parts, registry)
    if (operation.kind !== 'callback') return run
    return async (event, context) => {
      if (!arrives()) return { statusCode: 503 }
      reported.add(/calls\/(\d+-\d+)/.exec(JSON.stringify(event))?.[1] ?? '')
      return run(event, context)
    }
  },
})
const user = useCaller(world)
let assistant_id: number
beforeAll(async () => {
  assistant_id = await assistantFor(world, user, { post_call_evaluation: false, max_call_duration: 60 })
})
beforeEach(() => {
  create = () => undefined
  arrives = () => true
})

const place = async (phone_number: string): Promise<number> =>
  (await world.api(user.token, 'POST', '/user/make_call', { phone_number, assistant_id })).body.data.id
const find = async (call_id: number) => {
  const call = await world.services.calls.find({ user_id: user.id, call_id })
  if (!call) throw new Error('There is no such call')
  return call
}
const madeFor = (ids: number[]) => {
  const refs = ids.map((call_id) => writeCallRef({ user_id: user.id, call_id }))
  const creates = world.carrier.stats().creates.flatMap(({ statusCallback, sid }) => {
    const ref = refs.find((one) => statusCallback?.includes(`/${one}/`))
    return ref && sid ? [[ref, sid] as const] : []
  })
  return new Map(creates)
}

test.each([2, 12, 19])('an unmade call does not take the one %i s later', async (seconds) => {
  create = () => 'refuse'
  const never = await place('+12025550100')
  await world.run(seconds)
  create = () => undefined
  const next = await place('+12025550100')
  await world.run(200)
  expect(await find(never)).toMatchObject({ status: 'failed', total_cost: 0 })
  expect((await find(never)).carrier_sid).toBeUndefined()
  expect((await find(next)).status).toBe('ended_by_customer')
})

test('a call that was made is found, although nothing tells of it', async () => {
  create = () => 'drop-after'
  arrives = () => false
  const id = await place('+12025550101')
  await world.run(120)
  expect((await find(id)).status).toBe('busy')
})

test.each(Array.from({ length: 8 }, (_, seed) => seed))(
  'each made call of unknown outcomes has one record (seed %i)',
  async (seed) => {
    const random = seededRandom(`unknown-${seed}`)
    const faults = ['refuse', 'drop-after', undefined] as const
    create = () => faults[Math.floor(random.number() * faults.length)]
    arrives = () => random.number() < 0.4
    const number = seed % 2 ? '+12025550101' : '+12025550100'
    const ids: number[] = []
    for (let count = 0; count < 6; count++) {
      ids.push(await place(number))
      await world.run(Math.floor(random.number() * 8))
    }
    await world.run(400)
    const records = await Promise.all(ids.map(find))
    const made = madeFor(ids)
    const named = records.flatMap(({ carrier_sid }) => carrier_sid ?? [])
    expect(named.toSorted()).toEqual([...made.values()].toSorted())
    for (const record of records) {
      const ref = writeCallRef({ user_id: user.id, call_id: record.id })
      expect(record.closed_at).toBeDefined()
      if (reported.has(ref)) expect(record.carrier_sid).toBe(made.get(ref))
    }
  },
)

test('a wrongly attributed call moves to the one that the carrier names', async () => {
  create = () => 'refuse'
  arrives = () => false
  const ids = [await place('+12025550105'), await place('+12025550105')]
  await world.run(1)
  const [wrong = { user_id: 0, call_id: 0 }, right = wrong] = ids.map((call_id) => ({ user_id: user.id, call_id }))
  const { calls } = world.services
  const carrier_sid = `CA${'7'.repeat(32)}`
  const now = world.clock.now()
  expect(await calls.adopt(wrong, carrier_sid)).toBe(true)
  await calls.apply(wrong, { carrier_sid }, now)
  await calls.apply(wrong, { carrier_sid, progress: 'in-progress' }, now)
  expect(await find(wrong.call_id)).toMatchObject({ carrier_sid, placement: { phase: 'answered' } })

  await calls.apply(right, { carrier_sid, progress: 'ringing' }, now)
  expect(await find(right.call_id)).toMatchObject({ carrier_sid, placement: { phase: 'ringing' } })
  expect(await find(wrong.call_id)).toMatchObject({ placement: { phase: 'asked' }, status: 'initiated' })
  expect((await find(wrong.call_id)).carrier_sid).toBeUndefined()

  await calls.apply(wrong, { carrier_sid, outcome: 'completed' }, now)
  expect(await calls.adopt(wrong, carrier_sid)).toBe(false)
  expect((await find(wrong.call_id)).placement.phase).toBe('asked')
})
