/** Writes times of leads, calls and SMS: `YYYY-MM-DD HH:MM:SS` (UTC). */
export const plainTime = (time: number): string => joined(new Date(time).toISOString())

const joined = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`

/** Writes times of assistants and campaigns: `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export const isoTime = (time: number): string => `${new Date(time).toISOString().slice(0, -1)}000Z`

const dayMs = 24 * 60 * 60 * 1000

export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export const endOfDay = (day: string): number => startOfDay(day) + dayMs
