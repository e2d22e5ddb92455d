import { parseArgs } from 'node:util'
import { campaignDays, liveThrough } from './campaign-days.ts'

/** `npm run simulate -- --seeds 100`, or `-- --seed 7` for one that failed. */
const { values } = parseArgs({ options: { seeds: { type: 'string' }, seed: { type: 'string' } } })
const first = values.seed ?? '1'
const count = Number(values.seeds ?? 1)
if (!Number.isSafeInteger(count) || count < 1) throw new Error('--seeds is how many, 1 or more')

/** A seed is any word; several are numbered on from a number. */
const seeds = Array.from({ length: count }, (_, index) => (count === 1 ? first : String(Number(first) + index)))

const startedAt = performance.now()
let failed = 0
let calls = 0
for (const [index, seed] of seeds.entries()) {
  try {
    calls += (await liveThrough(seed)).calls
  } catch (cause) {
    failed += 1
    console.error(`Seed ${seed} broke a promise; npm run simulate -- --seed ${seed} shows it again.`, cause)
  }
  const minutes = (performance.now() - startedAt) / 60_000
  const done = index + 1
  if (done % 10 === 0 || done === count)
    console.log(
      `${done} seeds, ${calls} calls, ${failed} failed: ${Math.round(done / minutes)} seeds or ${Math.round((done * campaignDays) / minutes)} campaign-days a minute`,
    )
}
process.exitCode = failed ? 1 : 0
