import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { historyNouns } from '../../../shared/table/history-ref.ts'
import { callKey, dueKey, historyKeys, smsKey } from '../../../shared/table/keys.ts'
import type { Item } from '../../../shared/table/table.ts'
import { idAt } from '../../../shared/words/id.ts'
import { must } from '../../../shared/words/must.ts'
import { ringingCall } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { noticeOf, run } from './harness.ts'

const startAt = Date.now()
const world = useWorld({ dynamodb: inject('dynamodb'), startAt })
let user: TestUser

const admin = async (line: string) => {
  const notice = await noticeOf(world)
  onTestFinished(notice.close)
  return run(notice.environment, line)
}
const idOf = (place: number) => idAt(startAt - 3_600_000, 0) + place
const headOf = async (noun: 'call' | 'sms') =>
  must(await world.parts.table.get<Item>(historyKeys(noun).head(user.id)), 'head')
const compact = () => registry.histories(world.parts).compact({ user_id: user.id, noun: 'call' })

beforeAll(async () => {
  user = await world.user()
  for (let place = 0; place < 40; place++) {
    const own = { id: idOf(place), user_id: user.id, assistant_id: 1, status: 'ended' } as const
    const call = { ...ringingCall(own, startAt), closed_at: 1 }
    await world.parts.table.write([
      { put: { ...callKey(user.id, call.id), ...call, client_phone_number: '+12025550100' } },
    ])
  }
  await compact()
})

test('check prints a line per list, without findings for a right one', async () => {
  const { status, stdout, stderr } = await admin(`history check --user ${user.id}`)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const lines = stdout.split('\n').map((line) => line.replace(/ +/g, ' '))
  expect(lines).toHaveLength(historyNouns.length)
  expect(lines).toContain('ok call 40 records, and the list has them all.')
  expect(lines).toContain('ok sms 0 records, and the list has them all.')
})

test('check says what differs, and what to do; rebuild does it', async () => {
  const id = idOf(3)
  await world.parts.table.write([{ delete: callKey(user.id, id) }])
  const wrong = await admin(`history check --user ${user.id}`)
  expect(wrong.status).toBe(1)
  expect(wrong.stdout).toMatch(
    new RegExp(
      `WRONG {2}call +39 records: 1 is listed, and not there \\(${id}\\)\\. Run it again; then history rebuild --list call\\.`,
    ),
  )
  const rebuilt = await admin(`history rebuild --user ${user.id} --list call`)
  expect(rebuilt.answer).toEqual([{ list: 'call', rebuilt: true }])
  expect(await headOf('call')).toMatchObject({ sealed_until: 0, volumes: '[]', due_at: expect.any(Number) })
  expect((await admin(`history check --user ${user.id}`)).status).toBe(0)
  await world.run(600)
  expect(JSON.parse(String((await headOf('call')).volumes))).toMatchObject([
    [expect.any(String), idOf(0), idOf(39), 39, 0, 0, [0, 39]],
  ])
  expect((await admin(`history check --user ${user.id}`)).status).toBe(0)
})

test('rebuild takes all lists by default, and skips uncompacted ones', async () => {
  const { answer } = await admin(`history rebuild --user ${user.id}`)
  expect(answer).toHaveLength(historyNouns.length)
  expect(answer).toContainEqual({ list: 'call', rebuilt: true })
  expect(answer).toContainEqual({ list: 'sms', rebuilt: false })
  await world.run(300)
})

test.each(['check', 'rebuild'])('%s of a user that there is not is refused', async (name) => {
  const { status, stderr } = await admin(`history ${name} --user 1`)
  expect(status).toBe(2)
  expect(stderr).toContain('There is no user 1.')
})

test('the doctor tells of a list that waits, and that all is well otherwise', async () => {
  for (let place = 0; place < 40; place++) {
    const id = idOf(place)
    await world.parts.table.write([{ put: { ...smsKey(user.id, id), id, user_id: user.id, status: 'sent' } }])
  }
  const waits = { ...historyKeys('sms').head(user.id), ...dueKey(user.id, world.clock.now() + 600_000) }
  await world.parts.table.write([{ put: waits }])
  const line = (stdout: string) => stdout.split('\n').find((line) => line.slice(7).startsWith('lists'))
  expect(line((await admin('doctor')).stdout)).toContain(
    `user ${user.id}: 0 of 40 messages compacted, about 60 seconds left. If that stands still: docs/runbook/history-waits.md.`,
  )
  await world.run(1200)
  expect(line((await admin('doctor')).stdout)).toBe(
    'ok     lists            All records that are old enough are compacted.',
  )
})
