import { beforeAll, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { assistantsOf } from './drafts.ts'

let assistants: ReturnType<typeof assistantsOf>
let isBroken = false

const world = useWorld({
  open: (entry, parts) => {
    const write: typeof parts.table.write = (writes) => {
      if (isBroken) throw new Error('The table is broken')
      return parts.table.write(writes)
    }
    return entry.open({ ...parts, table: { ...parts.table, write } }, registry)
  },
})
const user = useUser(world)

beforeAll(() => {
  assistants = assistantsOf(world, user)
})

test('200, and it is gone from everywhere at once', async () => {
  const id = await assistants.id()
  const { status, body } = await assistants.remove(id)
  expect(status).toBe(200)
  expect(body).toEqual({ message: 'Assistant deleted successfully' })
  const look = (path: string) => world.api(user.token, 'GET', path)
  expect((await look('/user/assistants/get')).body).toMatchObject({ data: [], total: 0 })
  expect((await look('/user/assistants')).body).toEqual([])
  expect((await look('/user/assistants/outbound')).body).toEqual([])
  expect((await look(`/user/assistant/${id}`)).status).toBe(404)
})

test('the number that it answered is free again', async () => {
  const { id: phone_number_id } = await world.number(user)
  const id = await assistants.id({ calls_direction: 'receive', phone_number_id })
  await assistants.remove(id)
  expect(await world.services.numbers.find(user.id, phone_number_id)).not.toHaveProperty('inbound_assistant_id')
  expect((await assistants.create({ calls_direction: 'receive', phone_number_id })).status).toBe(201)
})

test('the outbound assistant’s number stays with the inbound one', async () => {
  const { id: phone_number_id } = await world.number(user)
  const inbound = await assistants.id({ calls_direction: 'receive', phone_number_id })
  await assistants.remove(await assistants.id({ calls_direction: 'make', phone_number_id }))
  const number = await world.services.numbers.find(user.id, phone_number_id)
  expect(number?.inbound_assistant_id).toBe(inbound)
})

test('404 the second time, and one success of many at once', async () => {
  const id = await assistants.id()
  const replies = await Promise.all(Array.from({ length: 5 }, () => assistants.remove(id)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
  const { status, body } = await assistants.remove(id)
  expect(status).toBe(404)
  expect(body).toEqual({ message: 'Assistant not found' })
})

test('404 for somebody else’s, which stays', async () => {
  const id = await assistants.id()
  const { status, body } = await assistantsOf(world, await world.user()).remove(id)
  expect(status).toBe(404)
  expect(body).toEqual({ message: 'Assistant not found' })
  expect((await assistants.read(id)).id).toBe(id)
})

test('500 when the table fails', async () => {
  const id = await assistants.id()
  isBroken = true
  const { status, body } = await assistants.remove(id)
  isBroken = false
  expect(status).toBe(500)
  expect(body).toEqual({ message: 'Assistant deletion failed' })
})
