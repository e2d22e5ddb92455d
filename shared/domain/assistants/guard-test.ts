/**
 * Sequential tests that compare two arms of a rollout. Both may be read after every call, because
 * their evidence is a betting gain: under equal arms, its chance of ever reaching 1 / alpha is at
 * most alpha (Ville's inequality).
 *
 * Rates: each call is a bet on its arm, given its outcome. If the arms are equal, the arm of a call
 * is independent of the outcome, and the canary's with the chance `share`, because people are
 * assigned by a hash. So the test is exact, also when the rate changes with the hour or the list.
 * The gain is averaged over a grid of rates. It depends on counts alone, so the order in which
 * calls are counted is irrelevant.
 *
 * Means: a normal mixture (Robbins, 1970). It is asymptotic, so a minimum of calls is required.
 */

/** Chance of a false alarm, and of a false all-clear, of all guards of a rollout together. */
export const alpha = 0.05

export interface Counts {
  /** Calls of an arm. */
  calls: number
  /** Calls of an arm with the bad outcome. */
  bad: number
}

export interface ArmSums {
  calls: number
  sum: number
  squares: number
}

const liveRates = [0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
/** Factors by which the odds of the bad outcome grow. 2.5 and 5 surround a halved goal rate. */
const oddsFactors = [2.5, 5]

const alternatives = liveRates.flatMap((live) =>
  oddsFactors.map((factor) => {
    const odds = (live / (1 - live)) * factor
    return { live, canary: odds / (1 + odds) }
  }),
)

/**
 * Logarithm of the evidence that the bad outcome is more frequent in the canary. `share`: the part
 * of people who are assigned to it.
 */
export const rateEvidence = ({ canary, live }: { canary: Counts; live: Counts }, share: number): number => {
  const gains = alternatives.map((rates) => {
    const bad = share * rates.canary + (1 - share) * rates.live
    return (
      canary.bad * Math.log(rates.canary / bad) +
      (canary.calls - canary.bad) * Math.log((1 - rates.canary) / (1 - bad)) +
      live.bad * Math.log(rates.live / bad) +
      (live.calls - live.bad) * Math.log((1 - rates.live) / (1 - bad))
    )
  })
  const most = Math.max(...gains)
  return most + Math.log(gains.reduce((sum, gain) => sum + Math.exp(gain - most), 0) / gains.length)
}

/** Calls of each arm before a mean is judged. */
const meanCallsMin = 20

/**
 * Logarithm of the evidence that the mean is greater in the canary. `scale`: a difference that
 * matters.
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
 * The most by which the canary may be worse, with a confidence of 1 - `risk` at every call
 * together.
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

/**
 * Counts as sums, with one further call of each outcome: without a single bad call, a variance of
 * zero would claim certainty.
 */
export const smoothed = ({ calls, bad }: Counts): ArmSums => ({ calls: calls + 2, sum: bad + 1, squares: bad + 1 })

export const meanOf = ({ calls, sum }: Pick<ArmSums, 'calls' | 'sum'>): number => (calls === 0 ? 0 : sum / calls)

const varianceOf = ({ calls, sum, squares }: ArmSums): number =>
  Math.max(0, (squares - sum ** 2 / calls) / Math.max(1, calls - 1))
