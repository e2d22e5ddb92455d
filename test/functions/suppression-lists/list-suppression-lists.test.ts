import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { listOwner } from './listed.ts'

const world = useWorld()

test('200 with those in force, and until when; nothing of another user', async () => {
  const [one, other] = [listOwner(world, await world.user()), listOwner(world, await world.user())]
  const made = await one.bring(['+12025550155', '+12025550156'])
  await one.bring(['+442079460000'], { name: 'TPS', as_of: '2026-10-01', valid_days: 28 })
  expect(await one.lists()).toEqual([
    {
      ...{ id: made.id, name: 'Federal', numbers: 2, as_of: '2026-11-20', is_stale: false },
      ...{ stale_at: '2026-12-22 00:00:00', in_force_at: expect.any(String) },
    },
    expect.objectContaining({ name: 'TPS', stale_at: '2026-10-30 00:00:00', is_stale: true }),
  ])
  expect(await other.lists()).toEqual([])
})
