import { type Arm, type Arms, judge, type Rollout, type Tally } from '../../../shared/domain/assistants/rollout.ts'

export const chanceOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const none = (): Tally => ({
  ...{ calls: 0, goals: 0, short: 0, opt_outs: 0, apologies: 0, tool_failures: 0 },
  ...{ cost: 0, cost_squares: 0 },
})

interface Run {
  rollout: Pick<Rollout, 'guards' | 'percent' | 'after_calls'>
  /** Share of calls that reach their goal, by arm; may depend on the number of earlier calls. */
  goal: Record<Arm, number | ((calls: number) => number)>
  /** Draws the cost of a call, in micros. */
  cost?: (chance: () => number) => number
  exposedMax: number
}

/**
 * Simulates calls until a guard stops the rollout. Returns the number of canary calls; infinite if
 * no guard stops it.
 */
export const exposedUntilTripped = ({ rollout, goal, cost, exposedMax }: Run, chance: () => number): number => {
  const arms: Arms = { live: none(), canary: none(), people: 0 }
  while (arms.canary.calls < exposedMax) {
    const arm = chance() < rollout.percent / 100 ? 'canary' : 'live'
    const tally = arms[arm]
    const paid = cost?.(chance) ?? 0
    const rate = goal[arm]
    const calls = arms.live.calls + arms.canary.calls
    tally.calls += 1
    tally.goals += Number(chance() < (typeof rate === 'number' ? rate : rate(calls)))
    tally.cost += paid
    tally.cost_squares += paid ** 2
    if (judge(rollout, arms).some(({ state }) => state === 'tripped')) return arms.canary.calls
  }
  return Number.POSITIVE_INFINITY
}

export const trippedShare = (run: Run, runs: number, seed: number): number => {
  const chance = chanceOf(seed)
  let tripped = 0
  for (let n = 0; n < runs; n++) tripped += Number(exposedUntilTripped(run, chance) <= run.exposedMax)
  return tripped / runs
}
