import { describe, expect, test } from 'vitest'
import { assistantDraft, assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { toolFor } from '../tools/tool.ts'

const world = useWorld()
const user = useUser(world)

const shown = async (id: number) => (await world.api(user.token, 'GET', `/user/assistant/${id}`)).body
const update = (id: number, changes: object) => world.api(user.token, 'PUT', `/user/assistant/${id}`, changes)
const create = (more: object) => world.api(user.token, 'POST', '/user/assistant', { ...assistantDraft, ...more })

const endCall = { type: 'end_call', data: { description: 'At the end' } }
const doNotCall = { type: 'do_not_call', data: { description: 'When asked' } }

test.each([
  [
    'flat',
    [
      { type: 'end_call', description: 'At the end' },
      { type: 'do_not_call', description: ' When asked ' },
    ],
  ],
  ['as they are read', [endCall, doNotCall]],
])('tools are taken %s, and what was read can be written back', async (_, tools) => {
  const id = await assistantFor(world, user, { tools })
  expect((await shown(id)).tools).toEqual([endCall, doNotCall])
  expect((await update(id, { tools: (await shown(id)).tools })).status).toBe(200)
  expect((await shown(id)).tools).toEqual([endCall, doNotCall])
})

test('an update replaces the list, [] clears it, and one without it leaves it', async () => {
  const id = await assistantFor(world, user, { tools: [endCall, doNotCall] })
  await update(id, { assistant_name: 'Berta' })
  expect((await shown(id)).tools).toEqual([endCall, doNotCall])
  await update(id, { tools: [doNotCall] })
  expect((await shown(id)).tools).toEqual([doNotCall])
  await update(id, { tools: [] })
  expect((await shown(id)).tools).toEqual([])
})

test('end_call_tool and an end_call among the tools are one and the same', async () => {
  const id = await assistantFor(world, user, { end_call_tool: { description: 'At the end' } })
  expect((await shown(id)).tools).toEqual([endCall])
  await update(id, { tools: [{ type: 'end_call' }] })
  expect((await shown(id)).tools).toEqual([{ type: 'end_call', data: {} }])
  await update(id, { 'end_call_tool.description': 'At the end', tools: [doNotCall] })
  expect((await shown(id)).tools).toEqual([endCall, doNotCall])
  const { status, body } = await update(id, { end_call_tool: { description: 'Now' }, tools: [endCall] })
  expect([status, body.errors]).toEqual([422, { tools: ['The tools field must say the same as end call tool.'] }])
})

describe('422', () => {
  const twenty = Array.from({ length: 21 }, () => ({ type: 'do_not_call' }))
  test.each([
    [{ tools: 'x' }, { tools: ['The tools field must be an array.'] }],
    [{ tools: ['x'] }, { 'tools.0': ['The tools.0 field must be an object.'] }],
    [{ tools: [{}] }, { 'tools.0.type': ['The selected tools.0.type is invalid.'] }],
    [{ tools: [{ type: 'fly' }] }, { 'tools.0.type': ['The selected tools.0.type is invalid.'] }],
    [
      { tools: [{ type: 'do_not_call', description: 'x'.repeat(501) }] },
      { 'tools.0.description': ['The tools.0.description field must not be greater than 500 characters.'] },
    ],
    [
      { tools: [{ type: 'do_not_call' }, { type: 'do_not_call' }] },
      { 'tools.1.type': ['The tools.1.type field has a duplicate value.'] },
    ],
    [{ tools: twenty }, { tools: ['The tools field must not have more than 20 items.'] }],
    [
      { tools: [{ type: 'calendar_integration', calcom_api_key: 'x', calcom_event_slug: 'y' }] },
      { 'tools.0.type': ['The calendar_integration tool is not supported.'] },
    ],
  ])('%j', async (more, errors) => {
    const { status, body } = await create(more)
    expect([status, body.errors]).toEqual([422, errors])
  })

  test('more than 20 tools, built-in and other ones together, whichever came first', async () => {
    const made: number[] = []
    for (let count = 0; count < 20; count++) made.push(await toolFor(world, user))
    const id = await assistantFor(world, user, { tool_ids: made, tools: [endCall] })
    const sentence = 'An assistant may have at most 20 tools, built-in and other ones together.'
    expect((await update(id, { tools: [doNotCall] })).body.errors).toEqual({ tools: [sentence] })
    await update(id, { tool_ids: made.slice(1), tools: [doNotCall] })
    expect((await update(id, { tool_ids: made })).body.errors).toEqual({ tool_ids: [sentence] })
  })

  test('of two updates at once that are too many together, one is refused', async () => {
    const made: number[] = []
    for (let count = 0; count < 20; count++) made.push(await toolFor(world, user))
    const id = await assistantFor(world, user, { tool_ids: made.slice(1) })
    const answers = await Promise.all([update(id, { tools: [doNotCall] }), update(id, { tool_ids: made })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const { tools, tool_ids } = await shown(id)
    expect(tools.length + tool_ids.length).toBe(20)
  })

  test('for a transfer to an unknown or foreign assistant, or to itself', async () => {
    const other = await assistantFor(world, user)
    const tool = (assistant_id: number) => ({ tools: [{ type: 'assistant_transfer', assistant_id }] })
    const id = await assistantFor(world, user, tool(other))
    const stranger = await assistantFor(world, await world.user())
    const errors = { 'tools.0.assistant_id': ['The selected tools.0.assistant id is invalid.'] }
    for (const wrong of [1, stranger, id]) expect((await update(id, tool(wrong))).body.errors).toEqual(errors)
    expect((await create(tool(stranger))).body.errors).toEqual(errors)
    await world.api(user.token, 'DELETE', `/user/assistant/${other}`)
    expect((await update(id, { tools: (await shown(id)).tools })).status).toBe(200)
  })

  test('a tool of their own may not take the name of a built-in one', async () => {
    const tool = { name: 'send_sms', description: 'Texts', endpoint: 'https://example.com', method: 'POST' }
    const { status, body } = await world.api(user.token, 'POST', '/user/tools', tool)
    expect([status, body.errors]).toEqual([422, { name: ['The selected name is invalid.'] }])
  })
})
