import { addressHash } from '../../domain/conversations/visitor.ts'
import { hourlyShare } from '../../table/hourly-share.ts'
import { type HashParts, hashSecret } from './hash-secret.ts'

type Taken = { isAllowed: true } | { isAllowed: false; resetSeconds: number }

export interface Visit {
  user_id: number
  assistant_id: number
  /** IP address; stored as a keyed hash. */
  address: string
}

type Limits = { ofAddress: number; ofAssistant: number }

export interface Visits {
  begin(visit: Visit, limits: Limits, now: number): Promise<Taken>
  call(visit: Visit, limits: Limits, now: number): Promise<Taken>
  write(visit: Visit, ofAddress: number, now: number): Promise<Taken>
}

export const visits = (parts: HashParts): Visits => {
  const { table } = parts
  const kindOf = async (what: string, { user_id, assistant_id, address }: Visit): Promise<string> =>
    `${what} ${assistant_id} ${addressHash(await hashSecret(parts), user_id, address)}`

  /** Checks the address's limit first, so that one address cannot use up the assistant's limit. */
  const take = async (names: { one: string; all: string }, visit: Visit, limits: Limits, now: number) => {
    const { user_id, assistant_id } = visit
    const kind = await kindOf(names.one, visit)
    const own = await hourlyShare(table, { user_id, kind, now }, { requests: { add: 1, max: limits.ofAddress } })
    if (!own.isAllowed) return own
    const all = { user_id, kind: `${names.all} ${assistant_id}`, now }
    return hourlyShare(table, all, { requests: { add: 1, max: limits.ofAssistant } })
  }

  return {
    begin: (visit, limits, now) => take({ one: 'visitor', all: 'visits' }, visit, limits, now),
    call: (visit, limits, now) => take({ one: 'caller', all: 'calls' }, visit, limits, now),

    write: async (visit, ofAddress, now) => {
      const kind = await kindOf('writer', visit)
      return hourlyShare(table, { user_id: visit.user_id, kind, now }, { requests: { add: 1, max: ofAddress } })
    },
  }
}
