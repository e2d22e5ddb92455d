import { addressHash } from '../../domain/conversations/visitor.ts'
import { hourlyShare } from '../../table/hourly-share.ts'
import { type HashParts, hashSecret } from './hash-secret.ts'

type Taken = { isAllowed: true } | { isAllowed: false; resetSeconds: number }

export interface Visit {
  user_id: number
  assistant_id: number
  /** IP address of the visitor. It is hashed with a key before it is stored. */
  address: string
}

/** Counts of visitors' requests per hour. The counts expire with their hour. */
export interface Visits {
  /** Counts a chat that an address begins, and among those of all visitors of the assistant. */
  begin(visit: Visit, limits: { ofAddress: number; ofAssistant: number }, now: number): Promise<Taken>
  /** Counts a message of an address. */
  write(visit: Visit, ofAddress: number, now: number): Promise<Taken>
}

export const visits = (parts: HashParts): Visits => {
  const { table } = parts
  const kindOf = async (what: string, { user_id, assistant_id, address }: Visit): Promise<string> =>
    `${what} ${assistant_id} ${addressHash(await hashSecret(parts), user_id, address)}`

  return {
    begin: async (visit, { ofAddress, ofAssistant }, now) => {
      const { user_id, assistant_id } = visit
      const kind = await kindOf('visitor', visit)
      const own = await hourlyShare(table, { user_id, kind, now }, { requests: { add: 1, max: ofAddress } })
      if (!own.isAllowed) return own
      const all = { user_id, kind: `visits ${assistant_id}`, now }
      return hourlyShare(table, all, { requests: { add: 1, max: ofAssistant } })
    },

    write: async (visit, ofAddress, now) => {
      const kind = await kindOf('writer', visit)
      return hourlyShare(table, { user_id: visit.user_id, kind, now }, { requests: { add: 1, max: ofAddress } })
    },
  }
}
