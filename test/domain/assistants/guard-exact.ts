import { isRateWorse } from '../../../shared/domain/assistants/guard-test.ts'

interface Setting {
  percent: number
  after_calls: number
  bad: { live: number; canary: number }
  risk: number
}

const negligible = 1e-13

/**
 * Computes the exact probability that a guard stopped a rollout after 0, 1, … `after_calls` canary
 * calls.
 */
export const trippedBy = ({ percent, after_calls, bad, risk }: Setting): number[] => {
  const share = percent / 100
  const callsMax = Math.ceil((after_calls + 8 * Math.sqrt(after_calls)) / share)
  const from = tripsFrom({ share, after_calls, risk })
  const tripped = new Array<number>(after_calls + 1).fill(0)
  const size = after_calls + 1
  const width = callsMax + 1
  const chances = new Float64Array(size * size * width)
  chances[0] = 1
  const at = (canary: number, canaryBad: number, liveBad: number) =>
    canary < 0 || canaryBad < 0 || liveBad < 0 ? 0 : (chances[(canary * size + canaryBad) * width + liveBad] ?? 0)
  for (let calls = 1; calls < callsMax; calls++) {
    for (let canary = Math.min(calls, after_calls); canary >= 0; canary--) {
      const live = calls - canary
      for (let canaryBad = canary; canaryBad >= 0; canaryBad--) {
        for (let liveBad = live; liveBad >= 0; liveBad--) {
          const chance =
            share * bad.canary * at(canary - 1, canaryBad - 1, liveBad) +
            share * (1 - bad.canary) * at(canary - 1, canaryBad, liveBad) +
            (1 - share) * bad.live * at(canary, canaryBad, liveBad - 1) +
            (1 - share) * (1 - bad.live) * at(canary, canaryBad, liveBad)
          const trips = chance > negligible && canaryBad >= from(canary, live, canaryBad + liveBad)
          if (trips) tripped[canary] = (tripped[canary] ?? 0) + chance
          chances[(canary * size + canaryBad) * width + liveBad] = trips ? 0 : chance
        }
      }
    }
  }
  let sum = 0
  return tripped.map((chance) => {
    sum += chance
    return sum
  })
}

const tripsFrom = (how: { share: number; after_calls: number; risk: number }) => {
  const known = new Map<number, number>()
  const keyOf = (canary: number, live: number, bad: number) => (canary * 8192 + live) * 8192 + bad
  return (canary: number, live: number, bad: number): number => {
    const key = keyOf(canary, live, bad)
    const before = known.get(key)
    if (before !== undefined) return before
    const trips = (count: number) =>
      isRateWorse({ canary: { calls: canary, bad: count }, live: { calls: live, bad: bad - count } }, how)
    const [least, most] = [Math.max(0, bad - live), Math.min(bad, canary)]
    const near = known.get(keyOf(canary, live - 1, bad)) ?? known.get(keyOf(canary, live, bad - 1)) ?? most
    let from = Math.min(Math.max(near, least), most + 1)
    while (from <= most && !trips(from)) from++
    while (from > least && trips(from - 1)) from--
    known.set(key, from)
    return from
  }
}
