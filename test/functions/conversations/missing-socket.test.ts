import { beforeEach, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'
import { openLine, openSocket, relayOf } from './line.ts'

let isLate = (_setup: number): boolean => false
let late: (() => Promise<unknown>)[] = []
let setups = 0
let asked: URLSearchParams[] = []
let afterRead = async () => {}
let beforeAsking = async () => {}

const world = useWorld({
  open: ({ operation, open }, parts) => {
    if (operation.id === 'receive-frame') {
      const run = open(parts, registry)
      return async (event, context) => {
        if (!JSON.stringify(event).includes('setup')) return run(event, context)
        setups += 1
        if (!isLate(setups)) return run(event, context)
        late.push(() => run(event, context))
        return { statusCode: 200 }
      }
    }
    if (operation.id !== 'watch-silence') return open(parts, registry)
    const get: typeof parts.table.get = async (key) => {
      const item = await parts.table.get<never>(key)
      await afterRead()
      return item
    }
    const send: typeof fetch = async (url, init) => {
      if (init?.method === 'POST' && init.body instanceof URLSearchParams) {
        asked.push(init.body)
        await beforeAsking()
      }
      return parts.fetch(url, init)
    }
    return open({ ...parts, table: { ...parts.table, get }, fetch: send }, registry)
  },
})
const user = useCaller(world)

beforeEach(() => {
  isLate = () => false
  late = []
  setups = 0
  asked = []
  afterRead = async () => {}
  beforeAsking = async () => {}
})

const place = async (phone_number: string): Promise<number> => {
  const assistant_id = await assistantFor(world, user)
  return (await world.api(user.token, 'POST', '/user/make_call', { phone_number, assistant_id })).body.data.id
}
const silent = '+12025550105'
const talkedTo = { status: 'ended', transcript: expect.stringContaining('AI: Are you still there?') }
const read = async (id: number) => (await world.api(user.token, 'GET', `/user/calls/${id}`)).body

test('a conversation that begins in the very moment of the look goes on', async () => {
  const { answer, carrier_sid, talk } = await openLine(world, user, await assistantFor(world, user))
  const relay = relayOf(await answer())
  const socket = await openSocket(relay.url)
  afterRead = async () => {
    afterRead = async () => {}
    socket.setup(carrier_sid, relay.parameters)
    await expect.poll(async () => (await talk())?.channel.type).toBe('socket')
  }
  await world.run(11)
  expect((await talk())?.channel.type).toBe('socket')
  expect(asked).toEqual([])
  socket.close()
})

test('a lost first frame costs ten seconds, then the carrier reconnects', async () => {
  isLate = (setup) => setup === 1
  const id = await place(silent)
  await world.run(80)
  expect(await read(id)).toMatchObject(talkedTo)
})

test('a first frame that crosses the redirection ends nothing', async () => {
  isLate = (setup) => setup === 1
  beforeAsking = async () => {
    for (const handOver of late.splice(0)) await handOver()
  }
  const id = await place(silent)
  await world.run(80)
  expect(await read(id)).toMatchObject(talkedTo)
  expect(asked.filter((form) => form.has('Url'))).toHaveLength(1)
})

test('a call whose sockets never come is ended by us, and says so', async () => {
  isLate = () => true
  const id = await place(silent)
  await world.run(100)
  expect(asked.filter((form) => form.has('Url'))).toHaveLength(5)
  expect(await read(id)).toMatchObject({ status: 'ended_by_assistant' })
})

test('a look that dies before it has asked the carrier is followed by another', async () => {
  isLate = (setup) => setup === 1
  beforeAsking = async () => {
    beforeAsking = async () => {}
    throw new Error('The function dies')
  }
  const id = await place(silent)
  await world.run(80)
  expect(await read(id)).toMatchObject(talkedTo)
})
