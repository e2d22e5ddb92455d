import { attemptsMax, type KnowledgeDocument, nextPollMs, uploadWaitMs } from '../../domain/knowledge/document.ts'
import { type Knowledgebase, passagesMax, uploadKey } from '../../domain/knowledge/knowledgebase.ts'
import { type Block, type Passage, passagesOf } from '../../domain/knowledge/passages.ts'
import type { Services } from '../../services.ts'
import type { Clock, Random } from '../../words/clock.ts'
import type { Log } from '../../words/log.ts'
import { embedNext } from './embed-documents.ts'
import { type ClaimedLease, type Contents, knownOf, store, unpacked, withKnown } from './pack-documents.ts'

export interface ReadingParts {
  knowledgeWork: Pick<Services['knowledgeWork'], 'claim' | 'finish' | 'release'>
  knowledgebases: Pick<
    Services['knowledgebases'],
    'unfinished' | 'reserve' | 'publish' | 'forgetSpare' | 'remove' | 'find'
  >
  documents: Pick<Services['documents'], 'list' | 'begin' | 'fail' | 'clear'>
  knowledgeStore: Pick<Services['knowledgeStore'], 'put' | 'load' | 'etagOf' | 'remove'>
  documentReader: Pick<Services['documentReader'], 'read'>
  embeddings: Pick<Services['embeddings'], 'open'>
  siteReader: Pick<Services['siteReader'], 'read'>
  assistants: Pick<Services['assistants'], 'list' | 'change'>
  clock: Clock
  random: Random
}

type Outcome = 'done' | { pollMs: number } | undefined

const againMs = 60_000

/** Returns milliseconds until more work is due; undefined without work. */
export const processDocuments = async (
  parts: ReadingParts,
  { user_id, leaseMs, log }: { user_id: number; leaseMs: number; log: Log },
): Promise<number | undefined> => {
  const { knowledgeWork, knowledgebases, clock } = parts
  const lease = await knowledgeWork.claim(user_id, clock.now(), leaseMs)
  if (!lease) return undefined
  try {
    let pollMs: number | undefined
    for (const base of await knowledgebases.unfinished(user_id)) {
      const outcome = await processBase(parts, base, lease, log)
      if (outcome === 'done') {
        await knowledgeWork.release(lease, clock.now() + againMs)
        return 0
      }
      if (outcome) pollMs = Math.min(pollMs ?? outcome.pollMs, outcome.pollMs)
    }
    if (pollMs === undefined && (await knowledgeWork.finish(lease))) return undefined
    const moreMs = pollMs ?? 0
    await knowledgeWork.release(lease, clock.now() + againMs + moreMs)
    return moreMs
  } catch (cause) {
    await knowledgeWork.release(lease, clock.now() + againMs)
    throw cause
  }
}

const processBase = async (
  parts: ReadingParts,
  base: Knowledgebase,
  lease: ClaimedLease,
  log: Log,
): Promise<Outcome> => {
  const { knowledgebases, knowledgeStore, documents, clock } = parts
  if (base.deleted_at !== undefined) return clearAway(parts, base, lease)
  if (base.spare) {
    await Promise.all(base.spare.map((key) => knowledgeStore.remove(key)))
    await knowledgebases.forgetSpare(base, lease)
    return 'done'
  }
  const all = (await documents.list(base.user_id, base.id)).toReversed()
  const waiting = all.filter(({ status }) => status === 'processing')
  const now = clock.now()
  const there = await Promise.all(waiting.map(async (one) => (await isThere(parts, one, now)) && one))
  const next = there.find((one) => one !== false)
  if (next) {
    await readOne(parts, { base, document: next, lease, log })
    return 'done'
  }
  if ((base.packed?.removals ?? base.removals) < base.removals) {
    await repack(parts, { base, all, lease })
    return 'done'
  }
  const polls = waiting.map(({ source }) =>
    source.kind === 'upload' && source.wait_until !== undefined
      ? nextPollMs(now - (source.wait_until - uploadWaitMs))
      : 0,
  )
  const embedded = await embedNext(parts, { base, lease, log })
  if (embedded === 'done') return 'done'
  if (embedded) polls.push(embedded.pollMs)
  return polls.length > 0 ? { pollMs: Math.min(...polls) } : undefined
}

/** True when the upload has arrived or its waiting time is over. */
const isThere = async (
  { knowledgeStore }: ReadingParts,
  document: KnowledgeDocument,
  now: number,
): Promise<boolean> => {
  const { source } = document
  if (source.kind !== 'upload' || source.wait_until === undefined || now > source.wait_until) return true
  return (await knowledgeStore.etagOf(uploadKey(document))) !== undefined
}

interface Reading {
  base: Knowledgebase
  document: KnowledgeDocument
  lease: ClaimedLease
  log: Log
}

/**
 * Reads a document. Reports a faulty document to its user. After an error of ours, the queue
 * retries.
 */
const readOne = async (parts: ReadingParts, reading: Reading): Promise<void> => {
  const { knowledgeStore, documents, clock } = parts
  const { base, document, lease, log } = reading
  const about = { user_id: base.user_id, knowledgebase_id: base.id, document_id: document.id, type: document.type }
  if (!(await documents.begin(document, lease))) return
  const startedAt = clock.now()
  const outcome =
    document.attempts >= attemptsMax
      ? { reason: 'It could not be read in several attempts.' }
      : await said(parts, document)
  const passages = outcome.blocks && passagesOf(document.id, outcome.blocks)
  const reason = outcome.reason ?? (await publish(parts, { ...reading, passages: passages ?? [] }))
  if (reason) await documents.fail(document, reason, clock.now(), lease)
  await knowledgeStore.remove(uploadKey(document))
  const ms = clock.now() - startedAt
  log.info('document read', { ...about, failed: Boolean(reason), passages: passages?.length, ms })
}

const said = async (
  { knowledgeStore, documentReader, siteReader }: ReadingParts,
  document: KnowledgeDocument,
): Promise<{ blocks?: Block[]; reason?: string }> => {
  const { type, source } = document
  if (source.kind === 'website') return siteReader.read(source.links, source.pages)
  if (type === 'website') throw new Error('A website has no upload')
  const bytes = await knowledgeStore.load(uploadKey(document))
  return bytes ? documentReader.read(type, bytes) : { reason: 'Nothing was uploaded within an hour.' }
}

/**
 * Returns a reason if the knowledge base is full; undefined if the document is published or
 * deleted.
 */
const publish = async (
  parts: ReadingParts,
  { base, document, lease, passages }: Omit<Reading, 'all'> & { passages: Passage[] },
): Promise<string | undefined> => {
  for (let attempt = 0; attempt < publishingAttemptsMax; attempt++) {
    const [fresh, all] = await Promise.all([
      parts.knowledgebases.find(base.user_id, base.id),
      parts.documents.list(base.user_id, base.id),
    ])
    if (!fresh || !all.some(({ id, status }) => id === document.id && status === 'processing')) return undefined
    const { passages: kept, known, ...from } = await keptOf(parts, fresh, all)
    if (kept.length + passages.length > passagesMax)
      return `The knowledge base would hold more than ${passagesMax.toLocaleString('en')} passages with it.`
    const read = { document, passages: passages.length }
    const together = withKnown([...kept, ...passages], known)
    if (await store(parts, { base: fresh, lease, ...from, passages: together, read })) return undefined
  }
  throw new Error('The knowledge base is too busy')
}

const publishingAttemptsMax = 10

const repack = async (
  parts: ReadingParts,
  { base, all, lease }: Pick<Reading, 'base' | 'lease'> & { all: readonly KnowledgeDocument[] },
): Promise<void> => {
  await store(parts, { base, lease, ...(await keptOf(parts, base, all)) })
}

const keptOf = async (
  parts: ReadingParts,
  base: Knowledgebase,
  all: readonly KnowledgeDocument[],
): Promise<Contents & { known: Map<string, Int8Array> }> => {
  const { passages, ...from } = await unpacked(parts, base)
  const active = new Set(all.filter(({ status }) => status === 'active').map(({ id }) => id))
  const kept = passages.filter(({ document_id }) => active.has(document_id))
  return { passages: kept, known: knownOf(passages), ...from }
}

const clearAway = async (parts: ReadingParts, base: Knowledgebase, lease: ClaimedLease): Promise<Outcome> => {
  const { knowledgebases, knowledgeStore, documents, assistants, clock } = parts
  const { user_id, id } = base
  const all = await documents.list(user_id, id)
  const keys = [...all.map(uploadKey), ...(base.spare ?? []), ...(base.packed ? [base.packed.key] : [])]
  await Promise.all(keys.map((key) => knowledgeStore.remove(key)))
  await documents.clear(user_id, id)
  await takeOff({ assistants, clock }, user_id, id, await readKnowing({ assistants }, user_id))
  await knowledgebases.remove(base, lease)
  return 'done'
}

export const readKnowing = ({ assistants }: Pick<ReadingParts, 'assistants'>, user_id: number) =>
  assistants.list(user_id, { only: ['id', 'knowledgebase_id'] })

export const takeOff = async (
  { assistants, clock }: Pick<ReadingParts, 'assistants' | 'clock'>,
  user_id: number,
  base_id: number,
  among: Awaited<ReturnType<typeof readKnowing>>,
): Promise<void> => {
  for (const { id } of among.filter(({ knowledgebase_id }) => knowledgebase_id === base_id))
    await assistants.change(
      user_id,
      id,
      (assistant) => ({
        ...assistant,
        knowledgebase_id: assistant.knowledgebase_id === base_id ? null : assistant.knowledgebase_id,
        updated_at: clock.now(),
      }),
      { note: `Knowledge base ${base_id} was deleted.` },
    )
}
