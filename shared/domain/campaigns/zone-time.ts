/**
 * Wall clocks: what a clock on a wall in a zone shows at an instant, also across daylight-saving
 * changes.
 */

const secondMs = 1000
const hourMs = 60 * 60 * secondMs
export const dayMs = 24 * hourMs

/** Making a formatter costs a hundred times what using it does. */
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
 * The wall clock at `at` (epoch milliseconds), written as the instant at which a clock in UTC would
 * show the same. Throws a RangeError for an unknown zone.
 */
export const wallTime = (zone: string, at: number): number => {
  const shown = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/.exec(formatterOf(zone).format(at))
  if (!shown) throw new RangeError(`No wall clock for ${zone}`)
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = shown.slice(1).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((at % secondMs) + secondMs) % secondMs)
}

/**
 * The instant at which the clock on the wall shows `wall`, written as `wallTime` writes it. Of two
 * such instants the first; a time that the clocks skip comes as much later as they were put
 * forward.
 */
export const instantAt = (zone: string, wall: number): number => {
  const offsetAt = (at: number) => wallTime(zone, at) - at
  const [before, after] = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)]
  const fitting = [Math.max(before, after), Math.min(before, after)].find(
    (offset) => offsetAt(wall - offset) === offset,
  )
  return wall - (fitting ?? before)
}

/**
 * Zones change their clocks months apart, or weeks at the least; none changes them twice in half a
 * day.
 */
const stepMs = 12 * hourMs

/**
 * The first instant after `from`, and not after `to`, at which the zone's clocks are put forward or
 * back.
 */
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
