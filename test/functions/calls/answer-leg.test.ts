import { expect, test } from 'vitest'
import { dialOf } from '../../../shared/domain/calls/leg.ts'
import { must } from '../../../shared/words/must.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { dialledLeg } from './leg-posts.ts'

const world = useWorld()
const user = useUser(world)

test('joins a callee who presses the announced key', async () => {
  const { post, leg } = await dialledLeg(world, user, { is_warm: true })
  expect((await post('answer', { CallSid: 'CA2' })).text).toContain('To take the call, press 1.')
  expect((await post('answer', { CallSid: 'CA2', Digits: '5' })).text).toContain('<Hangup/>')
  expect(dialOf(must(await leg(), 'leg'))?.joined_at).toBeUndefined()
  expect((await post('answer', { CallSid: 'CA2', Digits: '1' })).text).not.toContain('<Hangup/>')
  expect(dialOf(must(await leg(), 'leg'))?.joined_at).toBeDefined()
})

test('a leg that is over is joined no more', async () => {
  const { post } = await dialledLeg(world, user, {
    is_warm: true,
    stage: { phase: 'undialled', outcome: 'canceled', over_at: 1 },
  })
  expect((await post('answer', { CallSid: 'CA2', Digits: '1' })).text).toContain('<Hangup/>')
})
