const secondMs = 1000
const hourMs = 60 * 60 * secondMs
export const dayMs = 24 * hourMs

/** Cached, because creating a formatter costs as much as using it a hundred times. */
const formatters = new Map<string, Intl.DateTimeFormat>()

const formatterOf = (zone: string): Intl.DateTimeFormat => {
  const known = formatters.get(zone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(zone, formatter)
  return formatter
}

/**
 * Returns the local date and time, encoded as the epoch milliseconds at which UTC shows them.
 * Throws a RangeError for an unknown zone.
 */
export const wallTime = (zone: string, at: number): number => {
  const shown = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/.exec(formatterOf(zone).format(at))
  if (!shown) throw new RangeError(`No wall clock for ${zone}`)
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = shown.slice(1).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((at % secondMs) + secondMs) % secondMs)
}

/**
 * Returns the instant of a local time, or the first of two instants. A local time that a clock
 * change skips is moved forward.
 */
export const instantAt = (zone: string, wall: number): number => {
  const offsetAt = (at: number) => wallTime(zone, at) - at
  const [before, after] = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)]
  const fitting = [Math.max(before, after), Math.min(before, after)].find(
    (offset) => offsetAt(wall - offset) === offset,
  )
  return wall - (fitting ?? before)
}

/** Milliseconds between two samples of the UTC offset. Clock changes are at least weeks apart. */
const stepMs = 12 * hourMs

export const nextClockChange = (zone: string, from: number, to: number): number | undefined => {
  const offsetAt = (at: number) => wallTime(zone, at) - at
  const offset = offsetAt(from)
  for (let before = from; before < to; before += stepMs) {
    const after = Math.min(before + stepMs, to)
    if (offsetAt(after) === offset) continue
    let [same, changed] = [before, after]
    while (changed - same > 1) {
      const middle = Math.floor((same + changed) / 2)
      if (offsetAt(middle) === offset) same = middle
      else changed = middle
    }
    return changed
  }
  return undefined
}
