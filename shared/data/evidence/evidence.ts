import type { ChainHead } from '../../domain/evidence/bundle.ts'
import { headOf } from '../../domain/evidence/bundle-lines.ts'
import {
  type Decision,
  type DecisionRecord,
  factsHash,
  type GapRecord,
  type Link,
  type Linked,
  linkHash,
  noHash,
  type PersonalFacts,
} from '../../domain/evidence/evidence.ts'
import { evidenceDays, expiryOf } from '../../domain/evidence/evidence-life.ts'
import { lost, type StoreParts, untilWritten } from '../../table/compare-and-set.ts'
import { userPartition } from '../../table/items.ts'
import {
  dueKey,
  dueShards,
  evidenceBlockKey,
  evidenceFactsKey,
  evidenceKey,
  evidenceSort,
  type StoredKey,
  tableShape,
} from '../../table/keys.ts'
import { exists, isNew, type Table, type Write, when } from '../../table/table.ts'
import type { Random } from '../../words/clock.ts'
import { idAt } from '../../words/id.ts'
import { findUnsignedHead, unsignedHeadWrite } from './unsigned-heads.ts'

export interface Evidence {
  record(user_id: number, decision: Decision): Promise<void>
  /** Oldest first. */
  ofCall(user_id: number, call_id: number): Promise<Proof[]>
  /**
   * Links decisions to their hash chains. `unsigned_since`: earliest time since which a chain waits
   * for a signature.
   */
  link(
    user_id: number,
    keys: readonly string[],
    newestHead: NewestHead,
  ): Promise<{ linked: number; unsigned_since: number }>
  /**
   * After a restore, continues a chain after its newest signed head and records that links were
   * lost.
   */
  goOn(user_id: number, chain: number, newestHead: NewestHead): Promise<boolean>
  keptDays(): number
  head(user_id: number, chain: number): Promise<ChainHead | undefined>
  blocks(user_id: number, after?: string): Promise<LinkBlock[]>
  unlinked(user_id: number): Promise<string[]>
  contents(user_id: number, keys: readonly string[]): Promise<(Content | undefined)[]>
}

/**
 * Reads the newest head of a chain from storage outside the table, so that a restore does not lose
 * it.
 */
export type NewestHead = (user_id: number, chain: number) => Promise<ChainHead | undefined>

export interface Content {
  key: string
  record: Linked
  /** Absent after an erasure. */
  facts?: PersonalFacts
  erased_at?: number
}

export interface Proof extends Content {
  link?: Link
}

export interface LinkBlock {
  chain: number
  first: number
  prev: string
  links: { key: string; hash: string }[]
  place: string
}

interface StoredFacts extends StoredKey {
  facts?: PersonalFacts
  erased_at?: number
  chain: number
  seq?: number
}

/**
 * `table`: name of the table that wrote the block. A restored table has another name. Absent in old
 * blocks.
 */
type StoredBlock = StoredKey & Omit<LinkBlock, 'place'> & { table?: string }

interface EvidenceParts extends StoreParts {
  settings: { get(name: string): string | undefined; required(name: string): string }
}
type StoredRecord = StoredKey & { record: Linked }

/**
 * Maximum decisions per block, because a transaction has at most 100 writes. Block and head need
 * two of them.
 */
const blockMax = 90
const blocksPageMax = 20
const saltBytes = 16

export const decisionWrites = (
  random: Random,
  user_id: number,
  { phone_number, ...decided }: Decision,
  at: number,
): Write[] => {
  const id = idAt(at, random.number())
  const facts = { salt: Buffer.from(random.bytes(saltBytes)).toString('hex'), phone_number }
  const record: DecisionRecord = { ...decided, format: 1, id, at, facts_hash: factsHash(facts) }
  const subject = decided.call_id ?? decided.lead_id ?? 0
  const expires_at_seconds = expiryOf(at, evidenceDays())
  return [
    { put: { ...evidenceKey(user_id, subject, id), record, expires_at_seconds }, when: isNew },
    {
      put: {
        ...evidenceFactsKey(user_id, subject, id),
        ...dueKey(id, at),
        chain: record.chain,
        facts,
        expires_at_seconds,
      },
      when: isNew,
    },
  ]
}

interface Chain {
  user_id: number
  chain: number
  newestHead: NewestHead
}

const keptDays = ({ settings }: EvidenceParts) => evidenceDays(settings.get('EVIDENCE_YEARS'))
const hasOwnLife = (parts: EvidenceParts) => keptDays(parts) !== evidenceDays()
/**
 * Returns the number of decisions per block: half if the stage sets how long decisions are kept.
 * Each decision then needs two writes.
 */
const blockSize = (parts: EvidenceParts) => (hasOwnLife(parts) ? blockMax / 2 : blockMax)
const factsKey = (user_id: number, sk: string): StoredKey => ({ pk: evidenceFactsKey(user_id, 0, 0).pk, sk })
const recordKey = (user_id: number, sk: string): StoredKey => ({ pk: evidenceKey(user_id, 0, 0).pk, sk })

export const evidence = (parts: EvidenceParts): Evidence => {
  const { table, clock, random } = parts

  return {
    contents: (user_id, keys) => contents(table, user_id, keys),
    keptDays: () => keptDays(parts),

    record: async (user_id, decision) => {
      while (!(await table.write(decisionWrites(random, user_id, decision, clock.now()))).done);
    },

    ofCall: ofCall(table),
    link: link(parts),

    goOn: (user_id, chain, newestHead) =>
      untilWritten(parts, 'chain of evidence', async () => {
        const last = await blockAt(table, { user_id, chain }, Number.MAX_SAFE_INTEGER)
        const lostOnes = await lostHead(parts, { user_id, chain, newestHead }, last)
        if (!lostOnes) return false
        return (await writeGap(parts, user_id, last, lostOnes)) ? true : lost
      }),

    head: async (user_id, chain) => {
      const last = await blockAt(table, { user_id, chain }, Number.MAX_SAFE_INTEGER)
      return last && headOf(last)
    },

    unlinked: async (user_id) => {
      const own = factsKey(user_id, '').pk
      const range = { index: tableShape.dueIndex, only: ['pk', 'sk'] }
      const shards = Array.from({ length: dueShards }, (_, shard) =>
        table.query<StoredKey>({ ...range, pk: `due#${shard}` }),
      )
      return (await Promise.all(shards)).flat().flatMap(({ pk, sk }) => (pk === own ? [sk] : []))
    },

    blocks: async (user_id, after) => {
      const range = { pk: userPartition(user_id, 'evidence-block'), from: after, limit: blocksPageMax + 1 }
      const stored = await table.query<StoredBlock>(range)
      return stored
        .filter(({ sk, links }) => sk !== after && links !== undefined)
        .slice(0, blocksPageMax)
        .map(({ chain, first, prev, links, sk }) => ({ chain, first, prev, links, place: sk }))
    },
  }
}

const ofCall =
  (table: Table): Evidence['ofCall'] =>
  async (user_id, call_id) => {
    const range = { from: evidenceSort(call_id, 0), to: evidenceSort(call_id, Number.MAX_SAFE_INTEGER) }
    const [records, facts] = await Promise.all([
      table.query<StoredRecord>({ pk: recordKey(user_id, '').pk, ...range }),
      table.query<StoredFacts>({ pk: factsKey(user_id, '').pk, ...range }),
    ])
    const factsOf = new Map(facts.map((one) => [one.sk, one]))
    const proofs = records.map(async (stored): Promise<Proof | undefined> => {
      const known = factsOf.get(stored.sk)
      const content = contentOf(stored.sk, stored, known)
      if (!content || known?.seq === undefined) return content
      const block = await blockAt(table, { user_id, chain: content.record.chain }, known.seq)
      return { ...content, link: block && linkOf(block, known.seq) }
    })
    return (await Promise.all(proofs)).filter((proof) => proof !== undefined)
  }

const link =
  (parts: EvidenceParts): Evidence['link'] =>
  async (user_id, keys, newestHead) => {
    const { table, clock } = parts
    const size = blockSize(parts)
    const chains = Map.groupBy(await waitingOf(table, user_id, [...new Set(keys)]), ({ record }) => record.chain)
    let linked = 0
    let unsigned_since = clock.now()
    for (const [chain, members] of chains)
      for (let start = 0; start < members.length; start += size) {
        const batch = members.slice(start, start + size).map(({ key }) => key)
        linked += await untilWritten(parts, 'chain of evidence', async () => {
          const waiting = await waitingOf(table, user_id, batch)
          if (waiting.length === 0) return 0
          const moved_at = await linkSome(parts, { user_id, chain, newestHead }, waiting)
          if (moved_at === undefined) return lost
          unsigned_since = Math.min(unsigned_since, moved_at)
          return waiting.length
        })
      }
    return { linked, unsigned_since }
  }

const blockAt = async (
  table: Table,
  { user_id, chain }: Pick<Chain, 'user_id' | 'chain'>,
  seq: number,
): Promise<StoredBlock | undefined> => {
  const { pk, sk: to } = evidenceBlockKey(user_id, chain, seq)
  const from = evidenceBlockKey(user_id, chain, 0).sk
  return (await table.query<StoredBlock>({ pk, from, to, newestFirst: true, limit: 1 }))[0]
}

const contents = async (table: Table, user_id: number, keys: readonly string[]) => {
  const [records, facts] = await Promise.all([
    table.getMany<StoredRecord>(keys.map((sk) => recordKey(user_id, sk))),
    table.getMany<StoredFacts>(keys.map((sk) => factsKey(user_id, sk))),
  ])
  return keys.map((key, index) => contentOf(key, records[index], facts[index]))
}

const lostHead = async (
  { settings }: EvidenceParts,
  { user_id, chain, newestHead }: Chain,
  last: StoredBlock | undefined,
): Promise<ChainHead | undefined> => {
  if (last?.table === settings.required('TABLE_NAME')) return undefined
  const signed = await newestHead(user_id, chain)
  return signed && signed.seq > (last ? headOf(last).seq : 0) ? signed : undefined
}

const writeGap = async (
  parts: EvidenceParts,
  user_id: number,
  last: StoredBlock | undefined,
  { chain, seq, hash }: ChainHead,
) => {
  const { table, clock, random, settings } = parts
  const at = clock.now()
  const id = idAt(at, random.number())
  const record: GapRecord = { format: 1, id, at, chain, decision: 'restored', lost_seq: seq, lost_hash: hash }
  const key = evidenceKey(user_id, 0, id)
  const [first, prev, expires_at_seconds] = [seq + 1, last ? headOf(last).hash : noHash, expiryOf(at, keptDays(parts))]
  const links = [{ key: key.sk, hash: linkHash(first, prev, record) }]
  const block = { chain, first, prev, links, table: settings.required('TABLE_NAME'), expires_at_seconds }
  const written = await table.write([
    { put: { ...evidenceBlockKey(user_id, chain, first), ...block }, when: isNew },
    { put: { ...key, record, expires_at_seconds }, when: isNew },
    unsignedHeadWrite({ user_id, chain, seq: first, moved_at: at }),
  ])
  return written.done
}

/** Returns the time since which the head waits for a signature; undefined on a conflict. */
const linkSome = async (parts: EvidenceParts, its: Chain, waiting: Content[]) => {
  const { table, clock, settings } = parts
  const { user_id, chain } = its
  const [last, unsigned] = await Promise.all([
    blockAt(table, its, Number.MAX_SAFE_INTEGER),
    findUnsignedHead(table, user_id, chain),
  ])
  const lostOnes = await lostHead(parts, its, last)
  if (lostOnes) {
    await writeGap(parts, user_id, last, lostOnes)
    return undefined
  }
  const first = last ? last.first + last.links.length : 1
  const prev = last?.links.at(-1)?.hash ?? noHash
  let hash = prev
  const links = waiting.map(({ key, record }, index) => {
    hash = linkHash(first + index, hash, record)
    return { key, hash }
  })
  const newest = Math.max(clock.now(), ...waiting.map(({ record }) => record.at))
  const block = {
    ...{ chain, first, prev, links, table: settings.required('TABLE_NAME') },
    expires_at_seconds: expiryOf(newest, keptDays(parts)),
  }
  const lifeOf = (at: number) => ({ expires_at_seconds: expiryOf(at, keptDays(parts)) })
  const moved_at = unsigned?.moved_at ?? clock.now()
  const written = await table.write([
    { put: { ...evidenceBlockKey(user_id, chain, first), ...block }, when: isNew },
    unsignedHeadWrite({ user_id, chain, seq: first + links.length - 1, moved_at }),
    ...waiting.map(
      ({ key, record }, index): Write => ({
        update: factsKey(user_id, key),
        set: { seq: first + index, ...(hasOwnLife(parts) && lifeOf(record.at)) },
        remove: ['due_shard', 'due_at'],
        when: when('attribute_exists(#pk) AND attribute_not_exists(#seq)'),
      }),
    ),
    ...(hasOwnLife(parts)
      ? waiting.map(
          ({ key, record }): Write => ({ update: recordKey(user_id, key), set: lifeOf(record.at), when: exists }),
        )
      : []),
  ])
  return written.done ? moved_at : undefined
}

const waitingOf = async (table: Table, user_id: number, keys: readonly string[]) => {
  const stored = await table.getMany<StoredFacts>(keys.map((sk) => factsKey(user_id, sk)))
  const unlinked = keys.filter((_, index) => stored[index] && stored[index].seq === undefined)
  const found = (await contents(table, user_id, unlinked)).filter((content) => content !== undefined)
  return found.toSorted((one, other) => one.record.id - other.record.id)
}

const linkOf = ({ first, prev, links }: StoredBlock, seq: number): Link | undefined => {
  const place = seq - first
  const hash = links[place]?.hash
  return hash === undefined ? undefined : { seq, prev: links[place - 1]?.hash ?? prev, hash }
}

const contentOf = (key: string, stored: StoredRecord | undefined, known: StoredFacts | undefined) =>
  stored?.record && {
    key,
    record: stored.record,
    ...(known?.facts && { facts: known.facts }),
    ...(known?.erased_at !== undefined && { erased_at: known.erased_at }),
  }
