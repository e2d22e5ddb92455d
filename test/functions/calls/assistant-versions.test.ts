import { expect, test } from 'vitest'
import { callKey } from '../../../shared/table/keys.ts'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'

const world = useWorld()
const user = useUser(world)

test('calls show their version, and are filtered and counted by it', async () => {
  await world.number(user)
  const [id, other] = [await assistantFor(world, user), await assistantFor(world, user)]
  const call = async (assistant_id: number): Promise<number> => {
    const body = { phone_number: '+12025550100', assistant_id }
    return (await world.api(user.token, 'POST', '/user/make_call', body)).body.data.id
  }
  const first = await call(id)
  await call(other)
  await world.api(user.token, 'PUT', `/user/assistant/${id}`, { speech_speed: 1.1 })
  const [second, third] = [await call(id), await call(id)]

  const one = (await world.api(user.token, 'GET', `/user/calls/${first}`)).body
  expect(one).toMatchObject({ assistant_id: id, assistant_version: 1 })
  const listed = async (version: number) => {
    const path = `/user/calls?assistant_id=${id}&assistant_version=${version}`
    const { data } = (await world.api(user.token, 'GET', path)).body
    return data.map((row: { id: number }) => row.id)
  }
  expect(await listed(1)).toEqual([first])
  expect(new Set(await listed(2))).toEqual(new Set([second, third]))
  expect(await listed(3)).toEqual([])
  const { data } = (await world.api(user.token, 'GET', `/user/assistants/${id}/versions`)).body
  expect(data).toMatchObject([
    { number: 2, calls: 2 },
    { number: 1, calls: 1 },
  ])
  expect((await world.api(user.token, 'GET', `/user/assistants/${id}/versions/1`)).body).toMatchObject({ calls: 1 })

  await world.parts.table.write([{ update: callKey(user.id, third), remove: ['assistant_version'] }])
  const old = (await world.api(user.token, 'GET', `/user/calls/${third}`)).body
  expect(old).toMatchObject({ assistant_id: id, assistant_version: null })
})

test('422 for a version without its assistant', async () => {
  const { status, body } = await world.api(user.token, 'GET', '/user/calls?assistant_version=1')
  expect([status, body.errors]).toEqual([
    422,
    { assistant_id: ['The assistant id field is required when assistant version is present.'] },
  ])
})
