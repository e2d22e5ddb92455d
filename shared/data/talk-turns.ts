import { rateKey } from './keys.ts'
import { type Table, when } from './table.ts'

/** Turns that users take in text: they cost the user nothing, so each user has a limit of them in an hour. */
export interface TalkTurns {
  /** Counts one more; when it was one too many, how long until there are others. */
  take(user_id: number, now: number): Promise<{ isAllowed: true } | { isAllowed: false; resetSeconds: number }>
}

const turnsPerHour = 100
const hourMs = 3_600_000

export const talkTurns = ({ table }: { table: Table }): TalkTurns => ({
  take: async (user_id, now) => {
    const hour = Math.floor(now / hourMs)
    const end = (hour + 1) * hourMs
    const written = await table.write([
      {
        update: rateKey(user_id, 'talk', hour),
        add: { requests: 1 },
        set: { expires_at_seconds: end / 1000 },
        when: when('attribute_not_exists(#requests) OR #requests < :turns', { turns: turnsPerHour }),
      },
    ])
    return written.done ? { isAllowed: true } : { isAllowed: false, resetSeconds: Math.ceil((end - now) / 1000) }
  },
})
