import { expect, test } from 'vitest'
import { restricted } from '../../../infra/stack/permissions.ts'
import { getCall, placeCall } from '../../../shared/operations/calls.ts'
import { redriveDue } from '../../../shared/operations/deadlines.ts'
import { getTool } from '../../../shared/operations/tools.ts'
import { callKey, tableShape } from '../../../shared/table/keys.ts'
import { exists } from '../../../shared/table/table.ts'
import { assistantFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('a call lives and dies within what the roles of its functions allow', async () => {
  const user = await world.user()
  await world.number(user)
  const assistant_id = await assistantFor(world, user)
  const made = await world.api(
    user.token,
    'POST',
    '/user/make_call',
    { phone_number: '+12025550100', assistant_id },
    { 'idempotency-key': 'once' },
  )
  expect(made.status).toBe(200)
  await world.run(400)
  const path = `/user/calls/${made.body.data.id}`
  expect((await world.api(user.token, 'GET', path)).body.status).toBe('ended_by_customer')
  expect((await world.api(user.token, 'GET', '/user/calls')).body.total).toBe(1)
  expect((await world.api(user.token, 'DELETE', path)).status).toBe(200)
  expect(world.logged.filter(({ message }) => message === 'accident')).toEqual([])
})

test('what a role does not hold is refused', async () => {
  const key = callKey(1, 1)
  const { table } = restricted(getTool, world.parts)
  expect(await table.get(key)).toBeUndefined()
  await expect(table.query({ pk: key.pk })).rejects.toThrow('AccessDenied: get-tool may not Query')
  await expect(table.write([{ put: { ...key } }])).rejects.toThrow('AccessDenied: get-tool may not PutItem')
  await expect(table.write([{ delete: key }])).rejects.toThrow('may not DeleteItem')
  await expect(table.write([{ check: key, when: exists }])).rejects.toThrow('may not ConditionCheckItem')
})

test('the index and the table are granted apart', async () => {
  const { table } = restricted(redriveDue, world.parts)
  expect(await table.query({ pk: 'due#0', index: tableShape.dueIndex, to: 0 })).toEqual([])
  await expect(table.query({ pk: 'due#0' })).rejects.toThrow('AccessDenied: redrive-due may not Query')
  await expect(table.write([{ update: callKey(1, 1) }])).rejects.toThrow('may not UpdateItem')
})

test('only carrier functions read its secret or know our address', async () => {
  const knowing = restricted(placeCall, world.parts)
  expect(await knowing.secrets.read('CARRIER')).toHaveProperty('auth_token')
  expect(knowing.settings.required('PUBLIC_URL')).toContain('http')

  const ignorant = restricted(getCall, world.parts)
  await expect(ignorant.secrets.read('CARRIER')).rejects.toThrow('get-call may not read the secret CARRIER')
  expect(ignorant.settings.get('PUBLIC_URL')).toBeUndefined()
  expect(() => ignorant.settings.required('PUBLIC_URL')).toThrow('The environment lacks PUBLIC_URL')
})
