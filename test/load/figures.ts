interface Series {
  second: number
  sum: number
  peak: number
  total: number
}

export const openFigures = (now: () => number) => {
  const rates = new Map<string, Series>()
  const levels = new Map<string, { value: number; peak: number; since: number; area: number }>()
  const counts = new Map<string, number>()
  const spans = new Map<string, number[]>()
  let startedAt = now()

  return {
    rate: (name: string, amount = 1) => {
      const second = Math.floor(now() / 1000)
      const series = rates.get(name)
      if (!series) {
        rates.set(name, { second, sum: amount, peak: amount, total: amount })
        return
      }
      if (series.second !== second) {
        series.second = second
        series.sum = 0
      }
      series.sum += amount
      series.total += amount
      if (series.sum > series.peak) series.peak = series.sum
    },
    level: (name: string, change: number) => {
      const level = levels.get(name) ?? { value: 0, peak: 0, since: startedAt, area: 0 }
      levels.set(name, level)
      level.area += level.value * (now() - level.since)
      level.since = now()
      level.value += change
      if (level.value > level.peak) level.peak = level.value
    },
    levelNow: (name: string) => levels.get(name)?.value ?? 0,
    count: (name: string, amount = 1) => {
      counts.set(name, (counts.get(name) ?? 0) + amount)
    },
    span: (name: string, ms: number) => {
      const known = spans.get(name)
      if (known) known.push(ms)
      else spans.set(name, [ms])
    },
    start: () => {
      startedAt = now()
      rates.clear()
      counts.clear()
      spans.clear()
      for (const level of levels.values()) Object.assign(level, { peak: level.value, since: startedAt, area: 0 })
    },

    seconds: () => (now() - startedAt) / 1000,
    peakRate: (name: string) => rates.get(name)?.peak ?? 0,
    totalOf: (name: string) => rates.get(name)?.total ?? 0,
    peakLevel: (name: string) => levels.get(name)?.peak ?? 0,
    meanLevel: (name: string) => {
      const { value = 0, since = now(), area = 0 } = levels.get(name) ?? {}
      return (area + value * (now() - since)) / (now() - startedAt)
    },
    countOf: (name: string) => counts.get(name) ?? 0,
    quantile: (name: string, part: number) => {
      const sorted = (spans.get(name) ?? []).toSorted((one, other) => one - other)
      return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
    },
    namesOf: (prefix: string) =>
      [...new Set([...rates.keys(), ...levels.keys(), ...counts.keys(), ...spans.keys()])].filter((name) =>
        name.startsWith(prefix),
      ),
  }
}

export type Figures = ReturnType<typeof openFigures>

/** Limits units per second. Units that a second leaves unused do not carry over. */
export const openSecond = (now: () => number, perSecond: number) => {
  let second = 0
  let used = 0
  return {
    has: (amount: number) => {
      const current = Math.floor(now() / 1000)
      if (current !== second) used = 0
      second = current
      return used === 0 || used + amount <= perSecond
    },
    take: (amount: number) => {
      used += amount
    },
  }
}

/** Limits units per second with a token bucket of `burst` tokens. */
export const openBucket = (now: () => number, perSecond: number, burst = perSecond) => {
  let left = burst
  let seenAt = now()
  const fill = () => {
    left = Math.min(burst, left + ((now() - seenAt) * perSecond) / 1000)
    seenAt = now()
  }
  return {
    has: (amount: number) => {
      fill()
      return left >= Math.min(amount, burst)
    },
    take: (amount: number) => {
      left -= amount
    },
  }
}

export type HistogramBucket = ReturnType<typeof openBucket>
