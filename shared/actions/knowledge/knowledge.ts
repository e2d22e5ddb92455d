import type { Assistant } from '../../domain/assistants/assistant.ts'
import { answerWords, foundWords, goneWords, wholeWords } from '../../domain/knowledge/knowledge-words.ts'
import { isSmall, type Knowledgebase } from '../../domain/knowledge/knowledgebase.ts'
import { allPassages, type PackedPassages } from '../../domain/knowledge/packed-passages.ts'
import { searchPassages } from '../../domain/knowledge/search.ts'
import { type KnowledgeOffer, knowledgeOffer } from '../../domain/tools/knowledge-offer.ts'
import type { Supplied } from '../../services.ts'
import type { Log } from '../../words/log.ts'

/** Services for knowing documents, and for searching them. */
export type KnowledgeParts = Supplied<'knowledgebases.find' | 'knowledgeStore.passages'>
export type SearchParts = Supplied<'embeddings.open'>

/** Knowledge of an assistant in addition to its prompt, during one turn. */
export interface Knowledge {
  /** All of it, for the prompt; empty if there is too much of it. */
  whole: string
  /** The search as a tool, if the model has to ask. */
  offer?: KnowledgeOffer
  /**
   * The passages that each of the customer's remarks is looked up in; absent in the other mode, or
   * when they are late.
   */
  packed?: PackedPassages
  /** Has it come to an end how long a turn waits for any of this? */
  late: AbortSignal
}

/** A caller hears every pause: what is not there by then, the turn goes without. */
const withinMs = 250
/** Milliseconds while a tool runs: the caller knows that they wait. */
const patientMs = 4_000
/** Milliseconds of that for the embedding of a question. */
const meaningMs = 1_000
/**
 * An answer that comes later than it is waited for has opened the connection for the next question.
 */
const askedMsMax = 3_000
/** Characters of a question: a longer one has no single meaning. */
const askedLengthMax = 2_000

/**
 * Read beside the taking of the turn. What is small stands in every prompt, and costs no search and
 * no second question to the model.
 */
export const openKnowledge = async (
  parts: KnowledgeParts,
  { user_id, knowledgebase_id, knowledgebase_mode, mode }: Assistant,
  log: Log,
): Promise<Knowledge | undefined> => {
  if (knowledgebase_id === null) return undefined
  const late = AbortSignal.timeout(withinMs)
  // Nothing that is wrong with documents may leave a caller without an answer.
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

/**
 * For the prompt, beside what the customer has just said; empty where it is not looked up for each
 * of their words.
 */
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

/** Where the model cannot call a tool, every remark is looked up. */
export const alwaysLookedUp = (parts: KnowledgeParts, assistant: Assistant, log: Log): Promise<Knowledge | undefined> =>
  openKnowledge(parts, { ...assistant, knowledgebase_mode: 'prompt' }, log)

/** The search, as the model is offered it. */
export const offered = (knowledge: Knowledge | undefined): KnowledgeOffer[] =>
  knowledge?.offer ? [knowledge.offer] : []

/** A base that was deleted during the talk is a sentence. */
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
 * The embedding of a question, if it matches that of the passages and arrives in time; else its
 * words must do.
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

/**
 * The base and its passages, if they arrive in time. A base that was replaced meanwhile is read
 * again.
 */
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
