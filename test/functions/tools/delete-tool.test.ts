import { expect, test } from 'vitest'
import { faultKinds, openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { toolFor } from './tool.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })
const user = useUser(world)
const ask = (method: string, path: string, body?: unknown, token = user.token) => world.api(token, method, path, body)
const secretHeaders = [{ name: 'Authorization', value: 'Bearer a-long-and-secret-token' }]

test('a deleted tool is taken off every assistant', async () => {
  const [gone, stays] = [await toolFor(world, user, { headers: secretHeaders }), await toolFor(world, user)]
  const ids = [
    await assistantFor(world, user, { tool_ids: [gone, stays] }),
    await assistantFor(world, user, { tool_ids: [gone] }),
  ]
  expect(await ask('DELETE', `/user/tools/${gone}`)).toMatchObject({
    status: 200,
    text: '{"message":"Tool deleted successfully"}',
  })
  const shown = await Promise.all(ids.map(async (id) => (await ask('GET', `/user/assistant/${id}`)).body.tool_ids))
  expect(shown).toEqual([[stays], []])
  expect((await ask('DELETE', `/user/tools/${gone}`)).text).toBe('{"message":"Tool not found"}')
  const left = (await world.items()).filter(({ pk, sk }) => /#tool(-secret)?$/.test(pk) && Number(sk) === gone)
  expect(left).toEqual([])
})

test.each(faultKinds)('a crash that %s: a repeated request clears every assistant', async (kind) => {
  for (let call = 0; ; call++) {
    const own = await world.user()
    const id = await toolFor(world, own)
    const having = await Promise.all([1, 2].map(() => assistantFor(world, own, { tool_ids: [id] })))
    faults.arm({ operation: 'delete-tool', call, kind, about: id })
    await ask('DELETE', `/user/tools/${id}`, undefined, own.token)
    const struck = faults.struck()
    if (!struck) return expect(call).toBeGreaterThan(4)
    await ask('DELETE', `/user/tools/${id}`, undefined, own.token)
    const last = await ask('DELETE', `/user/tools/${id}`, undefined, own.token)
    expect(last.text, struck).toBe('{"message":"Tool not found"}')
    for (const assistant of having)
      expect((await ask('GET', `/user/assistant/${assistant}`, undefined, own.token)).body.tool_ids, struck).toEqual([])
  }
})

test('404 for unknown, impossible and foreign ids alike', async () => {
  const other = await world.user()
  const id = await toolFor(world, user)
  const missing = { status: 404, text: '{"message":"Tool not found"}' }
  expect(await ask('DELETE', '/user/tools/1')).toMatchObject(missing)
  expect(await ask('DELETE', '/user/tools/x')).toMatchObject(missing)
  expect(await ask('DELETE', `/user/tools/${id}`, undefined, other.token)).toMatchObject(missing)
})
