import { idempotencyKey } from '../../table/keys.ts'
import { type Table, when } from '../../table/table.ts'

export interface KeyedRequest {
  user_id: number
  operation: string
  key_hash: string
  /** SHA-256 of the request. An idempotency key cannot be used again for another request. */
  request_hash: string
}

export interface StoredAnswer {
  status: number
  body: string
}

export type Begun =
  | { state: 'started'; id: number; resumed: boolean }
  | { state: 'answered'; answer: StoredAnswer }
  | { state: 'running' }
  | { state: 'reused' }

export interface Idempotency {
  /** `resumed`: the request takes over the claim and the id of a crashed request. */
  begin(request: KeyedRequest, id: number, now: number): Promise<Begun>
  finish(request: KeyedRequest, answer: StoredAnswer, now: number): Promise<void>
  forget(request: KeyedRequest): Promise<void>
}

const keptSeconds = 24 * 60 * 60
/** Milliseconds after which an unfinished request counts as crashed. */
const claimMs = 60_000

interface Claim {
  request_hash: string
  id: number
  claimed_at: number
  expires_at_seconds: number
  answer?: StoredAnswer
}

export const idempotency = ({ table }: { table: Table }): Idempotency => {
  const keyOf = ({ user_id, operation, key_hash }: KeyedRequest) => idempotencyKey(user_id, operation, key_hash)

  return {
    begin: async (request, id, now) => {
      const claim: Claim = {
        request_hash: request.request_hash,
        id,
        claimed_at: now,
        expires_at_seconds: Math.floor(now / 1000) + keptSeconds,
      }
      const free = when('attribute_not_exists(#pk) OR #expires_at_seconds < :now', { now: Math.floor(now / 1000) })
      const written = await table.write<Claim>([{ put: { ...keyOf(request), ...claim }, when: free }])
      if (written.done) return { state: 'started', id, resumed: false }
      const [held] = written.before
      if (!held) throw new Error('A failed claim shows who holds it')
      if (held.request_hash !== request.request_hash) return { state: 'reused' }
      if (held.answer) return { state: 'answered', answer: held.answer }
      if (now < held.claimed_at + claimMs) return { state: 'running' }
      const taken = await table.write([
        {
          update: keyOf(request),
          set: { claimed_at: now },
          when: when('#claimed_at = :seen AND attribute_not_exists(#answer)', { seen: held.claimed_at }),
        },
      ])
      return taken.done ? { state: 'started', id: held.id, resumed: true } : { state: 'running' }
    },
    finish: async (request, answer, now) => {
      const expires_at_seconds = Math.floor(now / 1000) + keptSeconds
      await table.write([{ update: keyOf(request), set: { answer, expires_at_seconds } }])
    },
    forget: async (request) => {
      await table.write([{ delete: keyOf(request) }])
    },
  }
}
