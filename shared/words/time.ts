/** Epoch milliseconds → `YYYY-MM-DD HH:MM:SS` (UTC): leads, calls, SMS. */
export const plainTime = (time: number): string => joined(new Date(time).toISOString())

const joined = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`

/** Epoch milliseconds → `YYYY-MM-DDTHH:MM:SS.ffffffZ`: assistants and campaigns. */
export const isoTime = (time: number): string => `${new Date(time).toISOString().slice(0, -1)}000Z`

const dayMs = 24 * 60 * 60 * 1000

/** `YYYY-MM-DD` → its first millisecond, in UTC. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** `YYYY-MM-DD` → the first millisecond of the next day, in UTC. */
export const endOfDay = (day: string): number => startOfDay(day) + dayMs
