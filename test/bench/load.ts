import { readDeployment } from '../load/deployment.ts'
import { reportOf } from '../load/report.ts'
import { livesThrough } from '../load/scenario.ts'
import type { Bench, Measure } from './measure.ts'

const callsUsual = 100
const rampSeconds = 60

/**
 * So many talks at a time under AWS's limits, in virtual time: `npm run bench load -- --calls 1000 --seed 7 --minutes 2`;
 * `--concurrency 10` for an account that may run no more functions.
 */
export const load: Measure = {
  topic: 'load',
  title: 'Calls at a time, against what AWS gives an account',
  run: async ({ calls = callsUsual, concurrency, seed = '1', minutes = 2 }: Bench) => {
    const deployment = await readDeployment()
    const quotas = concurrency === undefined ? {} : { functions: concurrency }
    const startedAt = performance.now()
    const holdSeconds = minutes * 60
    const world = await livesThrough(deployment, { calls, seed, quotas, rampSeconds, holdSeconds })
    try {
      const rows = await reportOf(world, deployment)
      const tookSeconds = Math.round((performance.now() - startedAt) / 1000)
      console.log(`${calls} calls at a time for ${minutes} minutes, seed ${seed}: played in ${tookSeconds} s\n`)
      for (const [line, count] of world.logged) console.log(`${count} × ${line}`)
      return rows
    } finally {
      world.close()
    }
  },
}
