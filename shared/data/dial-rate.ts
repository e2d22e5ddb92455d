import { noTurns, type Party, type Turns, takeSingle, takeTurns } from '../domain/dialling/dial-rate.ts'
import { lost, type StoreParts, untilWritten } from './compare-and-set.ts'
import { paceKey } from './keys.ts'
import { isNew, when } from './table.ts'

/** How fast the carrier is asked for calls: `CARRIER_CALLS_PER_SECOND` for the whole account, 1 by default. */
export interface Pace {
  /** When a single call may be created: it goes before every campaign. */
  takeSingle(now: number): Promise<number>
  /** The turns that a campaign may have now of those it wants, and when it shall come again for the rest. */
  takeTurns(party: Party, wanted: number, now: number): Promise<{ turns_at: number[]; again_at: number | undefined }>
}

interface PaceParts extends StoreParts {
  settings: { get(name: string): string | undefined }
}

type Stored = Omit<Turns, 'line'> & { line: string; revision: number }

export const pace = (parts: PaceParts): Pace => {
  const { table, settings } = parts
  const intervalMs = () => {
    const perSecond = Number(settings.get('CARRIER_CALLS_PER_SECOND') ?? 1)
    if (!(perSecond > 0)) throw new Error('CARRIER_CALLS_PER_SECOND is not a positive number')
    return 1000 / perSecond
  }

  /** Runs `take` on the turns as they are, again when another writer was faster. */
  const change = async <T extends { turns: Turns }>(take: (turns: Turns) => T): Promise<T> => {
    let stored = await table.get<Stored>(paceKey)
    return untilWritten(parts, 'pace', async () => {
      const before: Turns = stored ? { free_at: stored.free_at, line: JSON.parse(stored.line) } : noTurns
      const taken = take(before)
      const revision = stored?.revision ?? 0
      const next = { free_at: taken.turns.free_at, line: JSON.stringify(taken.turns.line), revision: revision + 1 }
      const unchanged = stored ? when('#revision = :revision', { revision }) : isNew
      const written = await table.write<Stored>([{ put: { ...paceKey, ...next }, when: unchanged }])
      if (written.done) return taken
      stored = written.before[0]
      return lost
    })
  }

  return {
    takeSingle: async (now) => (await change((turns) => takeSingle(turns, now, intervalMs()))).turn_at,
    takeTurns: async (party, wanted, now) => {
      const { turns_at, again_at } = await change((turns) => takeTurns(turns, party, wanted, now, intervalMs()))
      return { turns_at, again_at }
    },
  }
}
