import { dayMs, nextClockChange, wallTime } from './zone-time.ts'

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

/**
 * Local hours. If the start is after the end, the window spans midnight and belongs to the day on
 * which it starts. Equal times mean all day. The end is exclusive; 23:59:59 means midnight.
 */
export interface CallingWindow {
  /** An IANA name. */
  timezone: string
  /** `HH:MM:SS` */
  allowed_hours_start_time: string
  allowed_hours_end_time: string
  allowed_days: readonly Weekday[]
}

export const isOpen = (window: CallingWindow, at: number): boolean =>
  isOpenOnWall(window, wallTime(window.timezone, at))

export const nextOpening = (window: CallingWindow, at: number): number | undefined => {
  let time = at
  for (let change = 0; change < changesMax; change++) {
    const wall = wallTime(window.timezone, time)
    if (isOpenOnWall(window, wall)) return time
    const start = nextStart(window, wall)
    if (start === undefined) return undefined
    const opening = time + (start - wall)
    const clockChange = nextClockChange(window.timezone, time, opening)
    if (clockChange === undefined) return opening
    time = clockChange
  }
  return undefined
}

/**
 * Limit of clock changes between now and the next opening. At each change, the search starts again.
 */
const changesMax = 100

const isOpenOnWall = (window: CallingWindow, wall: number): boolean => {
  const { start, end, isAllDay } = hoursOf(window)
  const time = modulo(wall, dayMs)
  const isToday = isAllowed(window, wall)
  if (isAllDay) return isToday
  if (start < end) return isToday && start <= time && time < end
  return (isToday && start <= time) || (time < end && isAllowed(window, wall - dayMs))
}

const nextStart = (window: CallingWindow, wall: number): number | undefined => {
  const { start, isAllDay } = hoursOf(window)
  const midnight = wall - modulo(wall, dayMs)
  for (let day = 0; day <= weekdays.length; day++) {
    const candidate = midnight + day * dayMs + (isAllDay ? 0 : start)
    if (candidate >= wall && isAllowed(window, candidate)) return candidate
  }
  return undefined
}

const hoursOf = ({ allowed_hours_start_time: from, allowed_hours_end_time: to }: CallingWindow) => ({
  start: timeOfDay(from),
  end: to === '23:59:59' ? dayMs : timeOfDay(to),
  isAllDay: from === to,
})

const timeOfDay = (text: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000
}

const isAllowed = ({ allowed_days }: CallingWindow, wall: number): boolean => {
  const weekday = weekdays[modulo(Math.floor(wall / dayMs) + 3, 7)]
  return weekday !== undefined && allowed_days.includes(weekday)
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by
