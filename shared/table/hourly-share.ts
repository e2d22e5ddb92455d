import { rateKey } from './keys.ts'
import { type Table, when } from './table.ts'

const hourMs = 3_600_000

interface Share {
  add: number
  max: number
}

/** Takes a part of the hourly limit. At the limit, returns the seconds until the next window. */
export const hourlyShare = async (
  table: Table,
  { user_id, kind, now, windowMs = hourMs }: { user_id: number; kind: string; now: number; windowMs?: number },
  shares: Record<string, Share>,
): Promise<{ isAllowed: true } | { isAllowed: false; resetSeconds: number }> => {
  const hour = Math.floor(now / windowMs)
  const end = (hour + 1) * windowMs
  const names = Object.keys(shares)
  const fits = names.map((name) => `(attribute_not_exists(#${name}) OR #${name} <= :${name}_left)`).join(' AND ')
  const left = Object.fromEntries(Object.entries(shares).map(([name, { add, max }]) => [`${name}_left`, max - add]))
  const written = await table.write([
    {
      update: rateKey(user_id, kind, hour),
      add: Object.fromEntries(Object.entries(shares).map(([name, { add }]) => [name, add])),
      set: { expires_at_seconds: end / 1000 },
      when: when(fits, left),
    },
  ])
  return written.done ? { isAllowed: true } : { isAllowed: false, resetSeconds: Math.ceil((end - now) / 1000) }
}
