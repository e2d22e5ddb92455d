import { describe, expect, test } from 'vitest'
import { assistantDrafts } from '../../shared/data/assistants/assistant-drafts.ts'
import { assistants } from '../../shared/data/assistants/assistants.ts'
import { rollouts } from '../../shared/data/webhooks/rollouts.ts'
import type { Draft } from '../../shared/domain/assistants/assistant-draft.ts'
import type { RolloutPlace } from '../../shared/domain/assistants/rollout.ts'
import { must } from '../../shared/words/must.ts'
import { assistantFor } from '../fixtures.ts'
import { overtake, type Worker, worker, world } from './meet.ts'

describe('a rollout of an assistant', () => {
  const drafted = async () => {
    const user = await world.user()
    const assistant_id = await assistantFor(world, user)
    const live = must(await assistants(worker()).find(user.id, assistant_id), 'assistant')
    const own = { user_id: user.id, assistant_id, changes: {}, note: null, token_id: 't', updated_at: 0 }
    const draft: Draft = { ...own, revision: 1 }
    await assistantDrafts(worker()).replace(undefined, draft)
    const terms = { percent: 50, guards: [], after_calls: 20 }
    const author = { note: null, token_id: 't' }
    const canary = { ...live, name: 'Canary' }
    const begin = (parts: Worker) => rollouts(parts).begin({ id: world.newId(), live, canary, draft, author, terms })
    const find = () => rollouts(worker()).find(user.id, assistant_id)
    const assistantNow = async () => must(await assistants(worker()).find(user.id, assistant_id), 'assistant')
    return { live, draft, begin, find, assistantNow }
  }
  const running = async () => {
    const made = await drafted()
    await made.begin(worker())
    const rollout = must(await made.find(), 'rollout')
    const end = (reason: string) => (parts: Worker) => rollouts(parts).end(rollout, 'aborted', reason, 0)
    return { ...made, rollout, end }
  }

  test('does not begin with a draft that is changed meanwhile', async () => {
    const { draft, begin, find, assistantNow } = await drafted()
    const change = (parts: Worker) => assistantDrafts(parts).replace(draft, { ...draft, revision: 2 })
    expect(await overtake(begin, change)).toBeUndefined()
    expect(await find()).toBeUndefined()
    expect(await assistantNow()).not.toHaveProperty('rollout')
  })

  test('is begun by one of two workers', async () => {
    const { begin } = await drafted()
    expect(await overtake(begin, begin)).toBeUndefined()
  })

  test('is ended by one of two workers, who gives the reason', async () => {
    const { end, find } = await running()
    expect(await overtake(end('slow'), end('fast'))).toBe(false)
    expect(await find()).toMatchObject({ state: 'aborted', reason: 'fast' })
  })

  test('is not made live when another worker ends it', async () => {
    const { end, find, assistantNow } = await running()
    const live = await assistantNow()
    const finish = (parts: Worker) =>
      rollouts(parts).finish(live, { ...live, name: 'Canary', version: 2 }, { note: null, token_id: 't' })
    expect(await overtake(finish, end('fast'))).toBeUndefined()
    expect(await find()).toMatchObject({ state: 'aborted' })
    expect(await assistantNow()).toMatchObject({ name: live.name, version: 1 })
  })

  test('stays ended when its guards are found to hold', async () => {
    const { rollout, end, assistantNow } = await running()
    await overtake((parts) => rollouts(parts).prove(rollout), end('fast'))
    expect(await assistantNow()).not.toHaveProperty('rollout')
  })

  test('counts the calls of two workers', async () => {
    const { rollout } = await running()
    const place = (person: string): RolloutPlace => ({ arm: 'live', share: 0, person })
    const outcome = { goals: 1, short: 0, apologies: 0, tool_failures: 0, cost: 1 }
    const count = (person: string) => (parts: Worker) => rollouts(parts).count(rollout, place(person), outcome)
    await overtake(count('AAAAAAAA'), count('BBBBBBBB'))
    expect(await overtake(count('CCCCCCCC'), count('DDDDDDDD'))).toMatchObject({ live: { calls: 4, goals: 4 } })
  })

  test('gives the last place to one of two people', async () => {
    const { rollout } = await running()
    const live = { id: rollout.id, version: rollout.version, percent: 50, after_calls: 20 }
    const admit = (person: number) => (parts: Worker) =>
      rollouts(parts).admit(rollout.user_id, live, { arm: 'canary', share: 0, person: `person${person}` })
    for (let person = 0; person < 19; person++) await admit(person)(worker())
    expect(await overtake(admit(19), admit(20))).toEqual({ arm: 'live', counts: false })
  })
})
