import { timeOfId } from '../../words/id.ts'
import { isoTime } from '../../words/time.ts'
import type { Manifest } from './bundle.ts'
import type { GapRecord } from './evidence.ts'
import { dayMs, evidenceDays } from './evidence-life.ts'
import { type EvidenceKey, isSigned } from './signature.ts'
import type { SignedHead } from './signed-head.ts'

interface Signed {
  hash: string
  at: number
  keptMs: number
}

interface Walked {
  first: number
  before: string
  seq: number
  /** Number of the last link whose record is missing; 0 if all records exist. */
  bare: number
}

/**
 * Milliseconds by which a link may expire before `at + keptMs`. A head may be signed (`at`) hours
 * after its link is stored.
 */
const slackMs = dayMs

const evidenceMs = (days = evidenceDays()) => days * dayMs

const newestOf = (heads: Map<number, Signed>) => [...heads].reduce((one, other) => (other[0] > one[0] ? other : one))

const isOld = ({ at, keptMs }: Signed, now: number) => at + keptMs <= now + slackMs

/**
 * Returns the number of the last link that is old enough to be deleted, by the dates of signed
 * heads.
 */
const provenOld = (heads: Map<number, Signed>, now: number) =>
  [...heads].reduce((most, [seq, head]) => (isOld(head, now) ? Math.max(most, seq) : most), 0)

export const signedChains = (keys: readonly EvidenceKey[] | undefined, fault: (sentence: string) => void) => {
  const chains = new Map<number, Map<number, Signed>>()
  const users = new Set<number>()
  let count = 0

  return {
    take: ({ signature, ...statement }: SignedHead) => {
      const { user_id, chain, seq, hash, at, kept_days } = statement
      if (keys && !isSigned(statement, signature, keys))
        return fault(`Chain ${chain}, record ${seq}: its head was not signed with any of the keys.`)
      users.add(user_id)
      const heads = chains.get(chain) ?? new Map<number, Signed>()
      const known = heads.get(seq)
      if (known && known.hash !== hash)
        return fault(`Chain ${chain}, record ${seq}: two heads were signed that contradict each other.`)
      if (!known) count += 1
      heads.set(seq, { hash, at: Math.min(at, known?.at ?? at), keptMs: evidenceMs(kept_days) })
      chains.set(chain, heads)
    },

    count: () => count,

    checkLink: (chain: number, seq: number, hash: string, name: string) => {
      const head = chains.get(chain)?.get(seq)
      if (head && head.hash !== hash)
        fault(`${name}: it is not what was signed at ${isoTime(head.at)}: the chain was written anew.`)
    },

    /** A gap is valid only if a signed head shows what was lost. */
    checkGap: ({ chain, lost_seq, lost_hash }: GapRecord, name: string) => {
      if (chains.get(chain)?.get(lost_seq)?.hash !== lost_hash)
        fault(`${name}: it says that the table was restored, and no signed head shows what was lost.`)
    },

    /**
     * Reports chains that lack their newest records. A chain without any record is accepted if its
     * newest signed head has expired.
     */
    checkEnds: (walked: ReadonlyMap<number, Walked>, { user_id, made_at, kept_days }: Manifest) => {
      for (const other of users)
        if (other !== user_id) fault(`There are heads of user ${other}, and the bundle is of user ${user_id}.`)
      for (const [chain, heads] of chains) {
        const [seq, newest] = newestOf(heads)
        const last = walked.get(chain)?.seq ?? 0
        if (seq <= last || (last === 0 && isOld(newest, made_at))) continue
        fault(
          `Chain ${chain}, records ${last + 1} to ${seq}: they were dropped from its end; they were there at ${isoTime(newest.at)}.`,
        )
      }
      let anchored = 0
      for (const [chain, { first, before, bare }] of walked) {
        const heads = chains.get(chain) ?? new Map<number, Signed>()
        const anchor = heads.get(first - 1)
        if (anchor && anchor.hash !== before)
          fault(`Chain ${chain}, record ${first}: it does not follow what was signed at ${isoTime(anchor.at)}.`)
        const gone = Math.max(first - 1, bare)
        if (gone === 0) continue
        const isOlderThanHeads = heads.size === 0 || gone < Math.min(...heads.keys())
        // A chain is no older than its campaign or user, whose id contains the time of creation.
        const mayBeGone = isOlderThanHeads
          ? made_at - timeOfId(chain === 0 ? user_id : chain) >= evidenceMs(kept_days)
          : gone <= provenOld(heads, made_at)
        if (mayBeGone) anchored += isOlderThanHeads ? 0 : 1
        else if (first > 1)
          fault(
            `Chain ${chain}, records 1 to ${first - 1}: they were dropped, for not all are old enough to have expired.`,
          )
        else
          fault(
            `Chain ${chain}, records up to ${bare}: they were dropped and their hashes kept, and not all are old enough to have expired.`,
          )
      }
      return anchored
    },
  }
}
