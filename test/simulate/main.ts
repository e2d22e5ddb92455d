import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import type { SeedOutcome } from './worker.ts'

/**
 * `npm run simulate -- --seeds 100` simulates 100 campaigns with seeds from `--seed` on; `-- --seed
 * 7` simulates one. Starts one process per core.
 */
const { values } = parseArgs({ options: { seeds: { type: 'string' }, seed: { type: 'string' } } })
const { seed: first = '1', seeds: asked = '1' } = values
const count = Number(asked)
if (!Number.isSafeInteger(count) || count < 1) throw new Error(`--seeds says how many, not ${asked}`)
if (count > 1 && !Number.isSafeInteger(Number(first))) throw new Error('Several seeds begin with a number')

/** A single seed may be any text. Several seeds are consecutive numbers. */
const seeds = Array.from({ length: count }, (_, index) => (count === 1 ? first : String(Number(first) + index)))
const startedAt = performance.now()
const total = { seeds: 0, days: 0, calls: 0, broken: 0 }

const tell = ({ seed, days, calls, broken }: SeedOutcome) => {
  total.seeds += 1
  total.days += days
  total.calls += calls
  if (broken) {
    total.broken += 1
    console.error(`${broken}\nSeed ${seed} broke a promise; this shows it again: npm run simulate -- --seed ${seed}`)
  }
  if (total.seeds % tellEvery !== 0 && total.seeds !== count) return
  const minutes = (performance.now() - startedAt) / 60_000
  const pace = `${Math.round(total.seeds / minutes)} seeds and ${Math.round(total.days / minutes)} campaign-days a minute`
  console.log(`${total.seeds} seeds, ${total.calls} calls, ${total.broken} broken: ${pace}`)
}
const tellEvery = 20

const work = async () => {
  const worker = fork(new URL('./worker.ts', import.meta.url))
  const exited = once(worker, 'exit')
  for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
    worker.send(seed)
    const [outcome] = await Promise.race([once(worker, 'message'), exited.then(endedEarly)])
    tell(outcome)
  }
  worker.disconnect()
}

const endedEarly = () => {
  throw new Error('A process of the simulation ended by itself')
}

await Promise.all(Array.from({ length: Math.min(count, availableParallelism()) }, work))
process.exitCode = total.broken ? 1 : 0
