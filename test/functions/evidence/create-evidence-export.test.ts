import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('202 with what is recorded, and the files come', async () => {
  const user = await world.user()
  const { status, body } = await world.api(user.token, 'POST', '/user/evidence/exports')
  expect(status).toBe(202)
  expect(body.data).toMatchObject({ status: 'waiting', files: [] })
  await world.run(5)
  const made = await registry.evidenceExports(world.parts).find({ user_id: user.id, export_id: body.data.id })
  expect(made).toMatchObject({ status: 'done', files: 1 })
})
