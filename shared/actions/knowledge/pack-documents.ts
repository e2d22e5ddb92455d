import type { KnowledgeDocument } from '../../domain/knowledge/document.ts'
import { isSmall, type Knowledgebase, type Packed, packedKey } from '../../domain/knowledge/knowledgebase.ts'
import { allMeant, packPassages, readPacked } from '../../domain/knowledge/packed-passages.ts'
import { type Passage, tokensOf } from '../../domain/knowledge/passages.ts'
import type { Meant } from '../../domain/knowledge/vectors.ts'
import type { Services } from '../../services.ts'
import type { Random } from '../../words/clock.ts'

export interface PackingParts {
  knowledgebases: Pick<Services['knowledgebases'], 'reserve' | 'publish'>
  knowledgeStore: Pick<Services['knowledgeStore'], 'put' | 'load'>
  embeddings: Pick<Services['embeddings'], 'open'>
  clock: { now(): number }
  random: Random
}

export type ClaimedLease = NonNullable<Awaited<ReturnType<Services['knowledgeWork']['claim']>>>

export interface Contents {
  passages: readonly Meant[]
  model: string | undefined
  isModelUnknown?: boolean
}

export const wordsOf = ({ heading, text }: Passage): string => (heading ? `${heading}\n${text}` : text)

export const knownOf = (passages: readonly Meant[]): Map<string, Int8Array> =>
  new Map(passages.flatMap((passage) => (passage.vector ? [[wordsOf(passage), passage.vector]] : [])))

export const withKnown = (passages: readonly Meant[], known: ReadonlyMap<string, Int8Array>): Meant[] =>
  passages.map((passage) => {
    const vector = passage.vector ?? known.get(wordsOf(passage))
    return vector ? { ...passage, vector } : passage
  })

export const unpacked = async (
  { knowledgeStore, embeddings }: Pick<PackingParts, 'knowledgeStore' | 'embeddings'>,
  base: Knowledgebase,
): Promise<Contents> => {
  const [bytes, { model, isModelUnknown }] = await Promise.all([
    base.packed && knowledgeStore.load(base.packed.key),
    // If the model's keys cannot be read, existing vectors are kept.
    embeddings.open().then(
      (embedder) => ({ model: embedder?.name, isModelUnknown: false }),
      () => ({ model: base.packed?.embedded_by, isModelUnknown: !base.packed?.embedded_by }),
    ),
  ])
  if (base.packed && !bytes) throw new Error('The passages of a knowledge base are gone')
  return { passages: bytes ? allMeant(readPacked(bytes), model) : [], model, isModelUnknown }
}

/**
 * Stores packed passages. First registers the file for removal, so a crash leaves no orphan. False
 * when a document was deleted.
 */
export const store = async (
  { knowledgebases, knowledgeStore, clock, random }: PackingParts,
  made: Contents & {
    base: Knowledgebase
    lease: ClaimedLease
    read?: { document: KnowledgeDocument; passages: number }
    missed?: readonly number[]
  },
): Promise<boolean> => {
  const { base, lease, passages, model, isModelUnknown, read, missed = [] } = made
  const key = packedKey(base, Buffer.from(random.bytes(12)).toString('hex'))
  const reserved = await knowledgebases.reserve(base, key, lease)
  if (!reserved) return false
  await knowledgeStore.put(key, packPassages(passages, model))
  const tokens = passages.reduce((sum, { heading, text }) => sum + tokensOf(`${heading} ${text}`), 0)
  const packed: Packed = { key, passages: passages.length, tokens, removals: base.removals }
  // Small knowledge bases are part of every prompt, so they need no vectors.
  const isSearched = !isSmall(packed) && (model !== undefined || isModelUnknown)
  const meaning = isSearched ? meaningOf(passages, model, missed) : undefined
  return knowledgebases.publish(reserved, { ...packed, ...meaning }, lease, read && { ...read, now: clock.now() })
}

const meaningOf = (
  passages: readonly Meant[],
  model: string | undefined,
  missed: readonly number[],
): Partial<Packed> => {
  const lacking = [...new Set(passages.flatMap(({ vector, document_id }) => (vector ? [] : [document_id])))]
  const given = lacking.filter((id) => missed.includes(id))
  return {
    ...(model !== undefined && { embedded_by: model }),
    ...left(lacking.filter((id) => !missed.includes(id))),
    ...(given.length > 0 && { missed: given }),
  }
}

export const left = (unembedded: readonly number[]): Pick<Packed, 'unembedded'> =>
  unembedded.length > 0 ? { unembedded: [...unembedded] } : {}
