import { describe, expect, test } from 'vitest'
import { replays } from '../../shared/data/simulations/replays.ts'
import { settingsOf } from '../../shared/domain/assistants/assistant-version.ts'
import { replayKey } from '../../shared/table/keys.ts'
import { must } from '../../shared/words/must.ts'
import { assistantFor } from '../fixtures.ts'
import { overtake, slowerOf, type Worker, worker, world } from './meet.ts'
import { entriesOf, erase, payer, stored } from './records.ts'

describe('a replay', () => {
  const opened = async () => {
    const user_id = await payer(1_000_000_000)
    const owner = await world.user()
    const assistant_id = await assistantFor(world, owner)
    const assistant = must(await world.services.assistants.find(owner.id, assistant_id), 'assistant')
    const now = world.clock.now()
    const call_id = world.newId()
    const wanted = {
      ...{ user_id, assistant_id, hash: '', settings: settingsOf(assistant), assertions: [], due_at: now + 9e6 },
      calls: [{ call_id, expected: 50_000, held: 100_000, minutesMax: 2 }],
    }
    const seen = { account: { micros: 1_000_000_000 }, place: 0 }
    const open = (id: number) => (parts: Worker) => replays(parts).open({ ...wanted, id }, 0, seen)
    const id = world.newId()
    await open(id)(worker())
    const ref = { user_id, replay_id: id }
    const claimed = { call_id, phone_number: '+12025550100', retention_months: undefined }
    return {
      ...{ user_id, ref, now, open, call_id },
      claim: (parts: Worker) => replays(parts).claim(ref, claimed, { now, until: now + 1000 }),
      giveUp: (parts: Worker) => replays(parts).giveUp(ref, call_id, 'It died', now),
      replay: must(await replays(worker()).find(ref), 'replay'),
    }
  }

  const end = async (user_id: number, replay_id: number, call_id: number) => {
    const ref = { user_id, replay_id }
    await replays(worker()).giveUp(ref, call_id, 'It died', 1)
    await replays(worker()).conclude(must(await replays(worker()).find(ref), 'replay'), 1)
  }

  test('is not begun again by a slow worker after its end', async () => {
    const { user_id, ref, open, call_id } = await opened()
    await end(user_id, ref.replay_id, call_id)
    const id = world.newId()
    const beginAndEnd = async (parts: Worker) => {
      await open(id)(parts)
      await end(user_id, id, call_id)
    }
    expect(await overtake(open(id), beginAndEnd)).toBe('exists')
  })

  test('has a position of its own when another one is begun', async () => {
    const { user_id, ref, open, call_id } = await opened()
    await end(user_id, ref.replay_id, call_id)
    expect(await overtake(open(world.newId()), open(world.newId()))).toBe('opened')
    expect(await stored(`${user_id}#simulation-place`)).toHaveLength(2)
  })

  test('has each call played by one of two workers', async () => {
    const { claim } = await opened()
    expect(await slowerOf(claim)).toBeUndefined()
  })

  test('has no call played when it is erased meanwhile', async () => {
    const { user_id, claim } = await opened()
    expect(await overtake(claim, () => erase(user_id, 'replay', 'replay-call'))).toBeUndefined()
    expect(await stored(`${user_id}#replay-call`)).toEqual([])
  })

  test('has a call failed once by two workers', async () => {
    const { giveUp } = await opened()
    expect(await slowerOf(giveUp)).toBe(false)
  })

  test('has a call recorded once by two workers', async () => {
    const { ref, claim } = await opened()
    const call = must(await claim(worker()), 'call')
    const record = (parts: Worker) =>
      replays(parts).record(ref, { ...call, state: 'failed', failure: 'It died' }, undefined)
    expect(await slowerOf(record)).toBe(false)
  })

  test('gives money back once when two workers end it', async () => {
    const { user_id, replay, giveUp, now } = await opened()
    await giveUp(worker())
    expect(await slowerOf((parts) => replays(parts).conclude(replay, now))).toBeUndefined()
    expect(await entriesOf(user_id, 'release')).toEqual([100_000])
  })

  test('has no deadline when it ends while another worker looks after it', async () => {
    const { user_id, ref, replay, giveUp, now } = await opened()
    await giveUp(worker())
    await overtake(
      (parts) => replays(parts).recheckAt(ref, now + 5),
      (parts) => replays(parts).conclude(replay, now),
    )
    expect(await world.parts.table.get(replayKey(user_id, ref.replay_id))).not.toHaveProperty('due_at')
  })
})
