/**
 * Compares the canary with the live version after every call; docs/decisions/canary.md explains the
 * statistics.
 */

/** Probability of a false alarm, and of a false all-clear, over all guarded metrics together. */
export const alpha = 0.05

export interface Counts {
  calls: number
  bad: number
}

export interface RateCounts {
  canary: Counts
  live: Counts
}

export interface ArmSums {
  calls: number
  sum: number
  squares: number
}

const liveRates = [0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
const oddsFactors = [2.5, 5]

const logsOf = (rate: number) => ({ bad: Math.log(rate), good: Math.log(1 - rate) })

const alternatives = liveRates.flatMap((live) =>
  oddsFactors.map((factor) => {
    const odds = (live / (1 - live)) * factor
    const canary = odds / (1 + odds)
    return { rates: { live, canary }, live: logsOf(live), canary: logsOf(canary) }
  }),
)

/**
 * Returns the logarithm of the evidence that the bad outcome is more frequent in the canary.
 * `share`: the canary's part of all people.
 */
export const rateEvidence = ({ canary, live }: RateCounts, share: number): number => {
  const gains = alternatives.map((logs) => {
    const all = logsOf(share * logs.rates.canary + (1 - share) * logs.rates.live)
    return (
      canary.bad * (logs.canary.bad - all.bad) +
      (canary.calls - canary.bad) * (logs.canary.good - all.good) +
      live.bad * (logs.live.bad - all.bad) +
      (live.calls - live.bad) * (logs.live.good - all.good)
    )
  })
  const most = Math.max(...gains)
  return most + Math.log(gains.reduce((sum, gain) => sum + Math.exp(gain - most), 0) / gains.length)
}

/** Number of canary calls within which a halved goal rate should be detected. */
const firstPlanCalls = 40
/**
 * Shares of the allowed error probability. The shares in use add up to 0.98; the rest is a margin
 * for approximations. A test uses `only`, or `first` and `second`.
 */
const betPart = 0.1
const planParts = { only: 0.88, first: 0.6, second: 0.28 }

interface Plan {
  calls: number
  risk: number
}

const plansFor = (after_calls: number, risk: number): Plan[] =>
  after_calls <= firstPlanCalls
    ? [{ calls: after_calls, risk: planParts.only * risk }]
    : [
        { calls: firstPlanCalls, risk: planParts.first * risk },
        { calls: after_calls, risk: planParts.second * risk },
      ]

const fall = 0.5
/** Correction for a boundary that is checked only after each call (Siegmund, 1985). */
const stepExcess = 0.583

/**
 * Returns the height of the boundary at time 0. Brownian motion reaches the falling boundary before
 * time 1 with probability `risk`.
 */
const boundaryStart = ({ calls, risk }: Plan): number => {
  // Newton's method. The logarithm of the probability is concave, so no step passes the root.
  let start = 5
  for (let step = 1; step > 1e-6; start -= step) {
    const beyond = Math.exp(2 * start * fall) * normalTail(start + fall)
    const reached = normalTail(start - fall) + beyond
    const slope = 2 * fall * beyond - (2 * Math.exp(-((start - fall) ** 2) / 2)) / Math.sqrt(2 * Math.PI)
    step = Math.log(reached / risk) * (reached / slope)
  }
  return start - stepExcess / Math.sqrt(calls)
}

const levelOf = (plan: Plan, canaryCalls: number): number => {
  const time = canaryCalls / plan.calls
  return time > 1 ? 0 : normalTail((boundaryStart(plan) - fall * time) / Math.sqrt(time))
}

/** Upper tail of the normal distribution; relative error 2e-7 (erfc of Numerical Recipes). */
const normalTail = (z: number): number => {
  const at = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + at / 2)
  const series = tailSeries.reduceRight((sum, factor) => sum * t + factor, 0)
  const tail = (t * Math.exp(series - at * at)) / 2
  return z >= 0 ? tail : 1 - tail
}
const tailSeries = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
  0.17087277,
]

/**
 * Returns the mid-p value of Fisher's exact test: the probability of at least this many bad canary
 * calls.
 */
const fisherMidP = ({ canary, live }: RateCounts): number => {
  const bad = canary.bad + live.bad
  const good = canary.calls + live.calls - bad
  let term = Math.exp(
    logChoose(bad, canary.bad) + logChoose(good, canary.calls - canary.bad) - logChoose(bad + good, canary.calls),
  )
  let chance = term / 2
  for (let count = canary.bad; count < Math.min(bad, canary.calls); count++) {
    const left = canary.calls - count
    term *= ((bad - count) * left) / ((count + 1) * (good - left + 1))
    chance += term
  }
  return chance
}

const logChoose = (of: number, chosen: number): number =>
  logFactorial(of) - logFactorial(chosen) - logFactorial(of - chosen)

const logFactorials = [0]
for (let n = 1; n < 20; n++) logFactorials.push((logFactorials[n - 1] ?? 0) + Math.log(n))

const logFactorial = (n: number): number =>
  logFactorials[n] ?? n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3)

export const isRateWorse = (
  counts: RateCounts,
  { share, after_calls, risk }: { share: number; after_calls: number; risk: number },
): boolean => {
  const { canary, live } = counts
  if (canary.calls === 0 || live.calls === 0 || canary.bad * live.calls <= live.bad * canary.calls) return false
  const chance = fisherMidP(counts)
  if (chance > risk) return false
  if (rateEvidence(counts, share) >= -Math.log(betPart * risk)) return true
  return plansFor(after_calls, risk).some((plan) => chance <= levelOf(plan, canary.calls))
}

const meanCallsMin = 20

/**
 * Returns the logarithm of the evidence that the canary's mean is greater. `scale`: smallest
 * difference that matters.
 */
export const meanEvidence = ({ canary, live }: { canary: ArmSums; live: ArmSums }, scale: number): number => {
  if (canary.calls < meanCallsMin || live.calls < meanCallsMin) return 0
  const variance = varianceOf(canary) / canary.calls + varianceOf(live) / live.calls
  const difference = meanOf(canary) - meanOf(live)
  if (variance <= 0 || difference <= 0) return 0
  const information = 1 / variance
  const prior = 1 / scale ** 2
  return 0.5 * Math.log(prior / (information + prior)) + (difference * information) ** 2 / (2 * (information + prior))
}

/**
 * Returns an upper bound of how much greater the canary's mean is. With probability 1 - `risk`, the
 * bound holds at all checks.
 */
export const worstDifference = (
  { canary, live }: { canary: ArmSums; live: ArmSums },
  { scale, risk }: { scale: number; risk: number },
): number => {
  if (canary.calls < meanCallsMin || live.calls < meanCallsMin) return Number.POSITIVE_INFINITY
  const variance = varianceOf(canary) / canary.calls + varianceOf(live) / live.calls
  const information = 1 / Math.max(variance, Number.MIN_VALUE)
  const prior = 1 / scale ** 2
  const both = information + prior
  return meanOf(canary) - meanOf(live) + Math.sqrt(both * Math.log(both / (prior * risk ** 2))) / information
}

/** Adds one good and one bad call, because the variance of only good calls would be 0. */
export const smoothed = ({ calls, bad }: Counts): ArmSums => ({ calls: calls + 2, sum: bad + 1, squares: bad + 1 })

export const meanOf = ({ calls, sum }: Pick<ArmSums, 'calls' | 'sum'>): number => (calls === 0 ? 0 : sum / calls)

const varianceOf = ({ calls, sum, squares }: ArmSums): number =>
  Math.max(0, (squares - sum ** 2 / calls) / Math.max(1, calls - 1))
