/** Times of the API are in UTC, with and without saying so. */
export const readTime = (text: string): Date => new Date(/Z$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone

const written = (time: Date, timeZone: string): string => {
  const day = (date: Date) => date.toLocaleDateString('en-CA', { timeZone })
  const clock = time.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' })
  return day(time) === day(new Date()) ? clock : `${day(time)} ${clock}`
}

/** In the viewer's zone, and beside it in that of the campaign, where it is another one. */
export const showTime = (text: string | null, zone: string | undefined = viewerZone): string => {
  if (text === null) return '–'
  const time = readTime(text)
  const own = written(time, viewerZone)
  const there = written(time, zone)
  return own === there ? own : `${own} (${there} in ${zone})`
}

/** 75 → `1:15` */
export const showDuration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

export const showMoney = (amount: number): string =>
  amount.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  })
