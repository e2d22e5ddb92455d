import { expect, test } from 'vitest'
import { writeExportQueue } from '../../../shared/providers/aws/queues.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { useWorld } from '../../use-world.ts'
import { idsIn, oldCalls } from './exporting.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })

const transcript = 'x'.repeat(170_000)
const calls = 51

test.each(faultKinds)(
  'writes each row once when a worker %s, at any call',
  async (kind) => {
    const user = await world.user()
    const ids = await oldCalls(world, user, calls, { transcript })
    const struck: string[] = []
    for (let call = 0; ; call++) {
      faults.arm({ operation: 'write-export', call, kind })
      const begun = await world.api(user.token, 'POST', '/user/exports', { what: 'calls', format: 'jsonl' })
      const path = `/user/exports/${begun.body.data.id}`
      const read = async () => (await world.api(user.token, 'GET', path)).body
      let made = await read()
      for (let minutes = 0; made.status !== 'done' && minutes < 60; minutes++) {
        await world.run(60)
        made = await read()
      }
      const wasStruck = faults.struck()
      faults.disarm()
      expect(made, wasStruck).toMatchObject({ status: 'done', rows: calls })
      expect(idsIn(await (await fetch(made.url)).text()), wasStruck).toEqual(ids)
      if (!wasStruck) break
      struck.push(wasStruck)
    }
    expect(struck.length).toBeGreaterThan(12)
    expect(struck).toContain('fetch')
  },
  240_000,
)

test('writes each row once when two workers get the message', async () => {
  const user = await world.user()
  const ids = await oldCalls(world, user, calls, { transcript })
  const begun = await world.api(user.token, 'POST', '/user/exports', { what: 'calls', format: 'jsonl' })
  const ref = { user_id: user.id, export_id: begun.body.data.id }
  for (let count = 0; count < 3; count++) await writeExportQueue(world.parts).nudge(ref)
  await world.run(600)
  const { body } = await world.api(user.token, 'GET', `/user/exports/${ref.export_id}`)
  expect(body).toMatchObject({ status: 'done', rows: calls })
  expect(idsIn(await (await fetch(body.url)).text())).toEqual(ids)
})
