import { expect, test } from 'vitest'
import { callDetailKey } from '../../../shared/table/keys.ts'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { recordedCall, replay, replayed } from './replay.ts'

const world = useWorld()
const user = useUser(world)

test('shows both talks; that of the call as long as the call is kept', async () => {
  const assistant_id = await assistantFor(world, user, { initial_message: 'Hello.' })
  const call_id = await recordedCall(world, user, { assistant_id })
  const id = await replay(world, user, assistant_id, { call_ids: [call_id], version: 1 })
  await replayed(world, user, id)
  const get = async (call: number) => world.api(user.token, 'GET', `/user/replays/${id}/calls/${call}`)
  expect((await get(call_id)).body).toMatchObject({
    ...{ call_id, status: 'done' },
    recorded_transcript: [
      { sender: 'bot', text: 'Hello.' },
      { sender: 'human', text: 'Who are you?' },
      { sender: 'bot', text: 'I am Anna.' },
    ],
    replayed_transcript: [{ sender: 'bot' }, { sender: 'human', text: 'Who are you?' }, { sender: 'bot' }],
    tool_calls: [],
    judge: {
      recorded_first: { better: expect.any(String), reason: expect.any(String) },
      replayed_first: { better: expect.any(String), reason: expect.any(String) },
    },
  })
  await world.parts.table.write([{ delete: callDetailKey(user.id, call_id) }])
  expect((await get(call_id)).body).toMatchObject({ recorded_transcript: [] })
  expect((await get(call_id + 1)).status).toBe(404)
})
