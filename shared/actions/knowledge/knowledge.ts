import type { Assistant } from '../../domain/assistants/assistant.ts'
import { answerWords, foundWords, goneWords, wholeWords } from '../../domain/knowledge/knowledge-words.ts'
import { isSmall, type Knowledgebase } from '../../domain/knowledge/knowledgebase.ts'
import { allPassages, type PackedPassages } from '../../domain/knowledge/packed-passages.ts'
import { searchPassages } from '../../domain/knowledge/search.ts'
import { type KnowledgeOffer, knowledgeOffer } from '../../domain/tools/knowledge-offer.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'

export type KnowledgeParts = Dependencies<'knowledgebases.find' | 'knowledgeStore.passages'>
export type SearchParts = Dependencies<'embeddings.open'>

export interface Knowledge {
  /** All text of the knowledge base, for the prompt; empty if too long. */
  whole: string
  offer?: KnowledgeOffer
  packed?: PackedPassages
  late: AbortSignal
}

/** Milliseconds that an answer waits for passages, because callers notice longer pauses. */
const withinMs = 250
const patientMs = 4_000
const meaningMs = 1_000
/**
 * Maximum milliseconds of an embedding request. The assistant waits less, but a late response keeps
 * the connection open for later requests.
 */
const askedMsMax = 3_000
/** Maximum characters of a question that are embedded. Longer text has no single meaning. */
const askedLengthMax = 2_000

/** A small knowledge base is put into every prompt, without a search. */
export const openKnowledge = async (
  parts: KnowledgeParts,
  { user_id, knowledgebase_id, knowledgebase_mode, mode }: Assistant,
  log: Log,
): Promise<Knowledge | undefined> => {
  if (knowledgebase_id === null) return undefined
  const late = AbortSignal.timeout(withinMs)
  const found = await packedOf(parts, user_id, knowledgebase_id, withinMs).catch((cause) =>
    log.warn('documents could not be looked up', { user_id, knowledgebase_id, cause }),
  )
  if (!found?.base.packed?.passages) return undefined
  const { base, packed } = found
  const isWhole = base.packed && isSmall(base.packed)
  if (isWhole && packed) return { whole: wholeWords(allPassages(packed)), late }
  const isAsking = mode === 'multimodal' || knowledgebase_mode === 'function_call' || isWhole
  return {
    whole: '',
    offer: isAsking ? knowledgeOffer(base) : undefined,
    ...(!isAsking && packed && { packed }),
    late,
  }
}

export const foundAbout = async (
  parts: SearchParts,
  knowledge: Knowledge | undefined,
  question: string,
  log: Log,
): Promise<string> => {
  const { packed, late } = knowledge ?? {}
  if (!packed || !late) return ''
  return foundWords(searchPassages(packed, question, await meaningOf(parts, { packed, question, late, log })))
}

/** Puts search results into the prompt, for conversations without tool calls. */
export const alwaysSearched = (parts: KnowledgeParts, assistant: Assistant, log: Log): Promise<Knowledge | undefined> =>
  openKnowledge(parts, { ...assistant, knowledgebase_mode: 'prompt' }, log)

export const offered = (knowledge: Knowledge | undefined): KnowledgeOffer[] =>
  knowledge?.offer ? [knowledge.offer] : []

export const searchKnowledge = async (
  parts: KnowledgeParts & SearchParts,
  user_id: number,
  { knowledgebase_id: base_id }: Pick<KnowledgeOffer, 'knowledgebase_id'>,
  { question, log }: { question: string; log: Log },
): Promise<string> => {
  const found = await packedOf(parts, user_id, base_id, patientMs)
  if (!found) return goneWords
  if (found.base.packed && !found.packed) throw new Error('The passages did not come in time')
  const { packed } = found
  if (!packed) return answerWords([])
  const asked = await meaningOf(parts, { packed, question, late: AbortSignal.timeout(meaningMs), log })
  return answerWords(searchPassages(packed, question, asked))
}

/**
 * Embeds the question. Undefined if another model made the stored vectors, or if the model answers
 * late.
 */
const meaningOf = async (
  { embeddings }: SearchParts,
  { packed, question, late, log }: { packed: PackedPassages; question: string; late: AbortSignal; log: Log },
): Promise<number[] | undefined> => {
  const { vectors } = packed
  const text = question.trim().slice(0, askedLengthMax).toWellFormed()
  if (!vectors || !text || late.aborted) return undefined
  const asking = embeddings.open().then(async (embedder) => {
    const [vector] = embedder?.name === vectors.model ? await embedder.embed([text], askedMsMax) : []
    return vector
  })
  const tooLate = new Promise<undefined>((resolve) => late.addEventListener('abort', () => resolve(undefined)))
  return Promise.race([asking, tooLate]).catch((cause) => {
    log.warn('a question was not embedded', { cause })
    return undefined
  })
}

const packedOf = async (
  { knowledgebases, knowledgeStore }: KnowledgeParts,
  user_id: number,
  base_id: number,
  limitMs: number,
): Promise<{ base: Knowledgebase; packed: PackedPassages | undefined } | undefined> => {
  for (let attempt = 0; ; attempt++) {
    const base = await knowledgebases.find(user_id, base_id)
    if (!base) return undefined
    const loaded = base.packed && (await knowledgeStore.passages(base.packed.key, limitMs))
    if (loaded !== 'gone') return { base, packed: loaded === 'late' ? undefined : loaded }
    if (attempt > 0) return { base, packed: undefined }
  }
}
