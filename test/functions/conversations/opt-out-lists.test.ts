import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { historyKeys } from '../../../shared/table/keys.ts'
import { assistantFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { connectLine, openLine } from './line.ts'
import { multimodal } from './realtime.ts'

const starting = ['receive-words', 'serve-call-tools', 'watch-silence']
const world = useWorld({
  open: ({ operation, open }, parts) =>
    open(
      starting.includes(operation.id) ? { ...parts, random: { ...parts.random, number: () => 0 } } : parts,
      registry,
    ),
})

const expectStarted = async (user: TestUser, number: string) => {
  await expect.poll(() => registry.blacklist(world.parts).has(user.id, number)).toBe(true)
  const head = historyKeys('blacklist').head(user.id)
  await expect.poll(() => world.parts.table.get(head)).toBeDefined()
}

test('starts the compactor of its lists when the carrier writes down an opt-out', async () => {
  const user = await world.user()
  const line = await openLine(world, user, await assistantFor(world, user, multimodal))
  await line.answer()
  await line.post('words', {
    TranscriptionEvent: 'transcription-content',
    TranscriptionSid: 'GT1',
    SequenceId: '2',
    Timestamp: new Date(world.clock.now() + 1000).toISOString(),
    LanguageCode: 'en-US',
    Track: 'inbound_track',
    TranscriptionData: JSON.stringify({ transcript: 'Please do not call me again.', confidence: 0.9 }),
    Final: 'true',
  })
  await expectStarted(user, '+12025550100')
})

test('starts the compactor of its lists when a realtime model uses do_not_call', async () => {
  const user = await world.user()
  await world.number(user)
  const assistant_id = await assistantFor(world, user, { ...multimodal, tools: [{ type: 'do_not_call' }] })
  await world.api(user.token, 'POST', '/user/make_call', { phone_number: '+12025550100', assistant_id })
  await world.run(8)
  const session = world.realtime.sessionOf(world.realtime.calls().at(-1)?.id ?? '')
  await session?.callee.hears('[tool do_not_call]')
  await world.run(10)
  await expectStarted(user, '+12025550100')
})

test('starts the compactor when a resumed turn uses do_not_call', async () => {
  const user = await world.user()
  const assistant_id = await assistantFor(world, user, { tools: [{ type: 'do_not_call' }] })
  const line = await connectLine(world, user, assistant_id)
  await expect.poll(line.said).not.toEqual([])
  const heard = { text: 'Never again. [tool do_not_call]', at: world.clock.now() }
  const moved = await world.services.conversations.change(line.ref, (current) => ({
    talk: { ...current, turn: current.turn + 1, heard: [heard], said: '', finished: false, busy_until: 0 },
    settled: [],
  }))
  await world.services.watchSilenceQueue.nudge({ ...line.ref, turn: moved?.talk.turn ?? 0 })
  await world.run(2)
  await expectStarted(user, '+12025550100')
  line.socket.close()
})
