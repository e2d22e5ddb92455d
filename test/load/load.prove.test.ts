import { beforeAll, describe, expect, test } from 'vitest'
import { type LoadDeployment, readDeployment } from './deployment.ts'
import { harmIn } from './harm.ts'
import type { Quotas } from './quotas.ts'
import { reportOf } from './report.ts'
import { livesThrough } from './scenario.ts'

let deployment: LoadDeployment
beforeAll(async () => {
  deployment = await readDeployment()
})

const played = async (quotas: Partial<Quotas> = {}, changed: Partial<LoadDeployment> = {}, calls = 25) => {
  const load = { calls, seed: '7', rampSeconds: 15, holdSeconds: 75, quotas }
  const world = await livesThrough({ ...deployment, ...changed }, load)
  try {
    return { rows: await reportOf(world, deployment), harm: await harmIn(world), world }
  } finally {
    world.close()
  }
}

describe('a load that fits into an account', () => {
  test('harms nobody, and comes to the same figures from the same seed', async () => {
    const { rows, harm } = await played()
    const { calls, ...harms } = harm
    expect(calls).toBeGreaterThan(20)
    expect(harms).toEqual(Object.fromEntries(Object.keys(harms).map((name) => [name, 0])))
    expect((await played()).rows).toEqual(rows)
  })
})

describe('what is planted is found', () => {
  test('an account that runs too few functions: callers hear nothing, reports are lost', async () => {
    const { harm, world } = await played({ functions: 3 })
    expect(world.figures.peakLevel('functions of all')).toBe(3)
    expect(harm.silences + harm.unanswered).toBeGreaterThan(0)
    expect(harm.refusedRequests).toBeGreaterThan(0)
  })

  test('a queue that is worked on too slowly: calls are dialled late', async () => {
    const queues = deployment.queues.map((queue) =>
      queue.id === 'place-call' ? { ...queue, batchMax: 1, visibilitySeconds: 600, concurrencyMax: 0 } : queue,
    )
    const { harm } = await played({}, { queues })
    expect(harm.dialledLate).toBeGreaterThan(0)
  })

  test('a table that takes too few writes of one key: requests fail', async () => {
    const { harm, world } = await played({ keyWrites: 5 })
    expect(world.figures.namesOf('throttled write of key').length).toBeGreaterThan(0)
    expect(harm.refusedRequests + harm.silences + harm.unanswered).toBeGreaterThan(0)
  })
})
