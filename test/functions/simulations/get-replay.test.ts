import { expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { recordedCall, replay, replayed, shownReplay } from './replay.ts'

const world = useWorld()
const user = useUser(world)

test('shows calls that were not begun, and no verdict while it goes on', async () => {
  const assistant_id = await assistantFor(world, user)
  const call_id = await recordedCall(world, user, { assistant_id })
  const id = await replay(world, user, assistant_id, { call_ids: [call_id], version: 1 })
  const shown = await shownReplay(world, user, id)
  expect(shown).toMatchObject({ status: 'running', verdict: null, failed: 0, finished_at: null })
  expect(shown.results).toMatchObject([
    { call_id, status: expect.stringMatching(/waiting|running/), verdict: null, recorded: null, cost: 0 },
  ])
})

test('counts what differs, and assertions that do not hold', async () => {
  const assistant_id = await assistantFor(world, user, { initial_message: 'Hello.' })
  const call_id = await recordedCall(world, user, {
    assistant_id,
    lines: ['AI: Hello.', 'Goodbye!', 'AI: Thank you for your time. Goodbye!', 'Wait!', 'AI: Yes?'],
  })
  const assertions = [{ type: 'said', text: 'see you on Monday' }]
  const id = await replay(world, user, assistant_id, { call_ids: [call_id], version: 1, assertions })
  const body = await replayed(world, user, id)
  expect(body).toMatchObject({ worse: 1, assertions_failed: 1, differs: { outcome: 1, turns: 1, tools: 0 } })
  expect(body.verdict).toBe('unclear')
  expect(body.results[0]).toMatchObject({
    verdict: 'worse',
    reason: 'The assistant ended the talk after 1 of 2 turns.',
    assertions: [{ type: 'said', holds: false, found: null }],
  })
})

test('404 for a replay of another user', async () => {
  const other = await world.user()
  const assistant_id = await assistantFor(world, other)
  const call_id = await recordedCall(world, other, { assistant_id })
  const id = await replay(world, other, assistant_id, { call_ids: [call_id], version: 1 })
  for (const path of [`/user/replays/${id}`, `/user/replays/${id}/calls/${call_id}`]) {
    const { status, body } = await world.api(user.token, 'GET', path)
    expect([status, body]).toEqual([404, { message: 'Replay not found' }])
  }
})
