import { expect, test } from 'vitest'
import { dialOf } from '../../../shared/domain/calls/leg.ts'
import { must } from '../../../shared/words/must.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { dialledLeg } from './leg-posts.ts'

const world = useWorld()
const user = useUser(world)

test('an answer joins who is not asked first, and the end tells the seconds', async () => {
  const { post, leg } = await dialledLeg(world, user)
  await post('status', { CallSid: 'CA2', CallStatus: 'in-progress' })
  expect(dialOf(must(await leg(), 'leg'))?.joined_at).toBeDefined()
  await post('status', { CallSid: 'CA2', CallStatus: 'completed', CallDuration: '12' })
  expect(await leg()).toMatchObject({ carrier_sid: 'CA2', duration: 12, stage: { gone_at: expect.any(Number) } })
})

test('who is asked first is not joined by answering; another phone’s report changes nothing', async () => {
  const { post, leg } = await dialledLeg(world, user, { is_warm: true })
  await post('status', { CallSid: 'CA2', CallStatus: 'in-progress' })
  expect(await leg()).toMatchObject({ stage: { answered_at: expect.any(Number) } })
  expect(dialOf(must(await leg(), 'leg'))?.joined_at).toBeUndefined()
  await post('status', { CallSid: 'CA3', CallStatus: 'completed', CallDuration: '99' })
  expect((await leg())?.duration).toBeUndefined()
})
