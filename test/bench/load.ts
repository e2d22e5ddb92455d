import { readFile, writeFile } from 'node:fs/promises'
import { LoadUnits, loadUnitsFile } from '../../infra/cost/units.ts'
import { readDeployment } from '../load/deployment.ts'
import { reportOf, usageIn } from '../load/report.ts'
import { livesThrough } from '../load/scenario.ts'
import type { Bench, Measure } from './measure.ts'

const callsUsual = 100
const readsPerWrite = 3
const rampSeconds = 60

/**
 * Simulates concurrent conversations under AWS's limits: `npm run bench load -- --calls 1000 --seed
 * 7 --minutes 2`. `--concurrency` limits functions, `--warm` sets write units per second, `--share`
 * is the largest user's share of calls, `--keep` stores the figures for docs/cost.md.
 */
export const load: Measure = {
  topic: 'load',
  title: 'Calls at a time, against what AWS gives an account',
  run: async ({ calls = callsUsual, concurrency, warm, share, seed = '1', minutes = 2, keep = false }: Bench) => {
    const deployment = await readDeployment()
    const quotas = {
      ...(concurrency !== undefined && { functions: concurrency }),
      ...(warm !== undefined && { freshWrites: warm, freshReads: readsPerWrite * warm }),
    }
    const startedAt = performance.now()
    const holdSeconds = minutes * 60
    const world = await livesThrough(deployment, { calls, seed, quotas, rampSeconds, holdSeconds, bigShare: share })
    try {
      const rows = await reportOf(world, deployment)
      if (keep) await keepUsage(calls, usageIn(world))
      const tookSeconds = Math.round((performance.now() - startedAt) / 1000)
      console.log(`${calls} calls at a time for ${minutes} minutes, seed ${seed}: played in ${tookSeconds} s\n`)
      for (const [line, count] of world.logged) console.log(`${count} × ${line}`)
      return rows
    } finally {
      world.close()
    }
  },
}

const keepUsage = async (calls: number, usage: LoadUnits[string]) => {
  const file = new URL(`../../${loadUnitsFile}`, import.meta.url)
  const known = LoadUnits.parse(JSON.parse(await readFile(file, 'utf8').catch(() => '{}')))
  await writeFile(file, `${JSON.stringify({ ...known, [calls]: usage }, null, 2)}\n`)
}
