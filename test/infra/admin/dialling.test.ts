import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { diallingKey } from '../../../shared/table/keys.ts'
import { assistantFor } from '../../fixtures.ts'
import { openWorld, type World } from '../../world.ts'
import { serveAws } from './aws.ts'
import { noticeOf, run, spawned } from './harness.ts'

let world: World
let notice: Awaited<ReturnType<typeof noticeOf>>
beforeAll(async () => {
  world = await openWorld({ dynamodb: inject('dynamodb') })
  notice = await noticeOf(world)
})
afterAll(async () => {
  await notice.close()
  await world.close()
})

const admin = async (line: string, ...more: string[]) => {
  await notice.setClock()
  const { status, answer, stderr } = await run(notice.environment, line, ...more)
  expect(status).toBe(0)
  return { answer, stderr }
}
const never = { why: null, stopped_at: null, stopped_by: null, started_at: null, started_by: null }
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

test('start without a stop changes nothing, and says so', async () => {
  expect((await admin('dialling')).answer).toEqual({ dialling: 'running', ...never })
  const { answer, stderr } = await admin('dialling start')
  expect(answer).toEqual({ changed: false, dialling: 'running', ...never })
  expect(stderr).toBe('Dialling was not stopped, so there is nothing to start.')
})

test('stop holds calls back until start; pressed twice it stays as it was', async () => {
  const user = await world.user()
  await world.number(user)
  const assistant_id = await assistantFor(world, user)
  const { answer, stderr } = await admin('dialling stop --by Ada --why', 'The carrier is down')
  const stopped = { dialling: 'stopped', ...never, why: 'The carrier is down', stopped_at: moment, stopped_by: 'Ada' }
  expect(answer).toEqual({ changed: true, ...stopped })
  expect(stderr).toContain('Within five seconds nothing more goes out.')
  const again = await admin('dialling stop --by Bo --why', 'Another reason')
  expect(again.answer).toEqual({ ...answer, changed: false })
  expect(again.stderr).toBe('Dialling was stopped before: that stays as it was.')
  expect((await admin('dialling')).answer).toEqual({ ...answer, changed: undefined })

  const call = { phone_number: '+12025550100', assistant_id }
  expect((await world.api(user.token, 'POST', '/user/make_call', call)).status).toBe(200)
  await world.run(120)
  expect(world.carrier.stats().creates).toEqual([])
  const minutes = world.logged.filter(({ message }) => message === 'dialling is stopped')
  expect(minutes).toHaveLength(2)

  const started = await admin('dialling start')
  expect(started.answer).toMatchObject({ changed: true, dialling: 'running', started_at: moment })
  expect(started.answer.started_by).not.toBe('')
  expect((await admin('dialling start')).answer).toEqual({ ...started.answer, changed: false })
  await world.run(5)
  expect(world.carrier.stats().creates).toHaveLength(1)
})

test.each([
  ['dialling stop', '--why is missing.'],
  ['dialling stop --why', '--why needs a value.'],
  ['dialling start --why x', '"dialling start" takes no --why.'],
])('%s is refused', async (line, sentence) => {
  const { status, stderr } = await run(notice.environment, line)
  expect(status).toBe(2)
  expect(stderr).toContain(sentence)
})

test('stops and starts a deployed stack, also one stopped by template', async () => {
  const deployed = await serveAws(world)
  const stopped = await spawned(deployed, 'dialling', 'stop', '--stack', 'parlance-dev', '--why', 'Restore')
  expect(stopped.answer).toMatchObject({ changed: true, dialling: 'stopped' })
  expect((await admin('dialling')).answer).toMatchObject({ dialling: 'stopped', why: 'Restore' })
  const started = await spawned(deployed, 'dialling', 'start', '--stack', 'parlance-dev')
  expect(started.answer).toMatchObject({ changed: true, dialling: 'running' })

  await world.parts.table.write([{ delete: diallingKey(world.dynamodb.tableName) }])
  const byTemplate = await serveAws(world, { outputs: { Dialling: 'stopped' } })
  const shown = await spawned(byTemplate, 'dialling', '--stack', 'parlance-dev')
  expect(shown.answer).toEqual({ dialling: 'stopped', ...never, why: 'the stack was deployed over a restored table' })
  const last = await spawned(byTemplate, 'dialling', 'start', '--stack', 'parlance-dev')
  expect(last.answer).toMatchObject({ changed: true, dialling: 'running', stopped_at: null })
})
