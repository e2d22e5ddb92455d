/** Reads a time of the API, which is in UTC with or without `Z`. */
export const readTime = (text: string): Date => new Date(/Z$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)

export const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone

const written = (time: Date, timeZone: string): string => {
  const day = (date: Date) => date.toLocaleDateString('en-CA', { timeZone })
  const clock = time.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' })
  return day(time) === day(new Date()) ? clock : `${day(time)} ${clock}`
}

export interface Shown {
  own: string
  /** Time in the zone that `writeTime` receives; absent if equal to `own`. */
  there?: { text: string; zone: string }
}

export const writeTime = (text: string, zone: string = viewerZone): Shown => {
  const time = readTime(text)
  const own = written(time, viewerZone)
  const there = written(time, zone)
  return own === there ? { own } : { own, there: { text: there, zone } }
}

export const secondsSince = (text: string): number => Math.max(0, (Date.now() - readTime(text).getTime()) / 1000)

interface Timed {
  status: string
  created_at: string
  duration: number
}

export const isLive = ({ status }: Pick<Timed, 'status'>): boolean =>
  ['initiated', 'ringing', 'in-progress'].includes(status)

/** Returns a call's length; for a live call, the time since it began. */
export const lengthOf = (call: Timed): number => (isLive(call) ? secondsSince(call.created_at) : call.duration)

export const showDuration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

export const showMoney = (amount: number): string =>
  amount.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  })
