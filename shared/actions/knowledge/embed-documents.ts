import type { Knowledgebase, Packed } from '../../domain/knowledge/knowledgebase.ts'
import { inBytes } from '../../domain/knowledge/vectors.ts'
import type { Services } from '../../services.ts'
import type { Log } from '../../words/log.ts'
import {
  type ClaimedLease,
  knownOf,
  left,
  type PackingParts,
  store,
  unpacked,
  withKnown,
  wordsOf,
} from './pack-documents.ts'

/** Passages per request: about 13,000 tokens. */
const batchMax = 64
const batchesMax = 8
/** Milliseconds per batch: a run of eight batches takes about a minute. */
const batchMs = 8_000
/** Number of attempts. The last attempt is 22 minutes after the first. */
const attemptsMax = 6
const waitMs = (attempts: number) => Math.min(5_000 * 4 ** (attempts - 1), 15 * 60_000)

/** Stored vectors are not requested again, so a crash costs little. */
export const embedNext = async (
  parts: PackingParts,
  { base, lease, log }: { base: Knowledgebase; lease: ClaimedLease; log: Log },
): Promise<'done' | { pollMs: number } | undefined> => {
  const { knowledgebases, embeddings, clock } = parts
  const { packed } = base
  const [document_id] = packed?.unembedded ?? []
  if (!packed || document_id === undefined) return undefined
  const now = clock.now()
  if (packed.retry && packed.retry.at > now) return { pollMs: packed.retry.at - now }

  const embedder = await embeddings.open()
  if (!embedder) {
    await knowledgebases.publish(base, withoutMeaning(packed), lease)
    return 'done'
  }
  const { passages } = await unpacked(parts, base)
  const known = knownOf(passages)
  const dimensions = [...known.values()].at(0)?.length
  const lacking = passages.filter((passage) => passage.document_id === document_id && !known.has(wordsOf(passage)))
  const { failure } = await embedAll(embedder, [...new Set(lacking.map(wordsOf))], known, dimensions)

  const after = withKnown(passages, known)
  const missing = after.filter((passage) => passage.document_id === document_id && !passage.vector).length
  const about = { user_id: base.user_id, knowledgebase_id: base.id, document_id, missing }
  const isFurther = missing < lacking.length || lacking.length === 0
  if (isFurther) {
    await store(parts, { base, lease, passages: after, model: embedder.name, missed: packed.missed ?? [] })
    log.info('document embedded', { ...about, ms: clock.now() - now })
    return 'done'
  }
  const attempts = (packed.retry?.attempts ?? 0) + 1
  const isHopeless = attempts >= attemptsMax || isRefusal(failure)
  log.warn('document not embedded', { ...about, attempts, is_hopeless: isHopeless, cause: failure })
  const pollMs = waitMs(attempts)
  await knowledgebases.publish(
    base,
    isHopeless ? givenUp(packed, document_id) : { ...packed, retry: { attempts, at: clock.now() + pollMs } },
    lease,
  )
  return isHopeless ? 'done' : { pollMs }
}

type Embedder = NonNullable<Awaited<ReturnType<Services['embeddings']['open']>>>

const isRefusal = (failure: unknown): boolean =>
  failure instanceof Error && 'kind' in failure && failure.kind === 'refused'

const embedAll = async (
  embedder: Embedder,
  texts: readonly string[],
  known: Map<string, Int8Array>,
  dimensions: number | undefined,
): Promise<{ failure?: unknown }> => {
  let expected = dimensions
  for (let from = 0; from < Math.min(texts.length, batchMax * batchesMax); from += batchMax) {
    const batch = texts.slice(from, from + batchMax)
    try {
      const vectors = await embedder.embed(batch, batchMs)
      expected ??= vectors[0]?.length
      if (vectors[0]?.length !== expected) throw new Error('The model changed how many dimensions its vectors have')
      for (const [place, text] of batch.entries()) known.set(text, inBytes(vectors[place] ?? []))
    } catch (failure) {
      return { failure }
    }
  }
  return {}
}

const withoutMeaning = ({ key, passages, tokens, removals }: Packed): Packed => ({ key, passages, tokens, removals })

const givenUp = ({ retry: _tried, unembedded = [], missed = [], ...packed }: Packed, document_id: number): Packed => ({
  ...packed,
  ...left(unembedded.filter((id) => id !== document_id)),
  missed: [...missed, document_id],
})
