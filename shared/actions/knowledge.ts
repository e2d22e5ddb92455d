import type { Assistant } from '../domain/assistants/assistant.ts'
import { answerWords, foundWords, goneWords, wholeWords } from '../domain/knowledge/knowledge-words.ts'
import { isSmall, type Knowledgebase } from '../domain/knowledge/knowledgebase.ts'
import { allPassages, type PackedPassages } from '../domain/knowledge/packed-passages.ts'
import { searchPassages } from '../domain/knowledge/search.ts'
import type { Log } from '../domain/log.ts'
import { type KnowledgeOffer, knowledgeOffer } from '../domain/tools/knowledge-offer.ts'
import type { Supplied } from '../services.ts'

/** What knowing documents touches. */
export type KnowledgeParts = Supplied<'knowledgebases.find' | 'knowledgeStore.passages'>

/** What an assistant knows beside its prompt, while one turn goes on. */
export interface Knowledge {
  /** All of it, for the prompt; empty if there is too much of it. */
  whole: string
  /** What the model may wish for, if it has to ask. */
  offer?: KnowledgeOffer
  /** For the prompt, beside what the customer has just said; empty where it is not looked up for each of their words. */
  about(question: string): string
}

/** A caller hears every pause: what is not there by then, the turn goes without. */
const withinMs = 250
/** While a tool runs, the caller knows that they wait. */
const patientMs = 4_000

/** Read beside the taking of the turn. What is small stands in every prompt, and costs no search and no second question to the model. */
export const openKnowledge = async (
  parts: KnowledgeParts,
  { user_id, knowledgebase_id, knowledgebase_mode, mode }: Assistant,
  log: Log,
): Promise<Knowledge | undefined> => {
  if (knowledgebase_id === null) return undefined
  // Nothing that is wrong with documents may leave a caller without an answer.
  const found = await packedOf(parts, user_id, knowledgebase_id, withinMs).catch((cause) =>
    log.warn('documents could not be looked up', { user_id, knowledgebase_id, cause }),
  )
  if (!found?.base.packed?.passages) return undefined
  const { base, packed } = found
  const isWhole = base.packed && isSmall(base.packed)
  if (isWhole && packed) return { whole: wholeWords(allPassages(packed)), about: () => '' }
  const isAsking = mode === 'multimodal' || knowledgebase_mode === 'function_call' || isWhole
  return {
    whole: '',
    offer: isAsking ? knowledgeOffer(base) : undefined,
    about: (question) => (isAsking || !packed ? '' : foundWords(searchPassages(packed, question))),
  }
}

/** Where nothing can be wished for, everything is looked up. */
export const alwaysLookedUp = (parts: KnowledgeParts, assistant: Assistant, log: Log): Promise<Knowledge | undefined> =>
  openKnowledge(parts, { ...assistant, knowledgebase_mode: 'prompt' }, log)

/** What the model is offered of it. */
export const offered = (knowledge: Knowledge | undefined): KnowledgeOffer[] =>
  knowledge?.offer ? [knowledge.offer] : []

/** A base that was deleted during the talk is a sentence. */
export const searchKnowledge = async (
  parts: KnowledgeParts,
  user_id: number,
  { knowledgebase_id: base_id }: Pick<KnowledgeOffer, 'knowledgebase_id'>,
  question: string,
): Promise<string> => {
  const found = await packedOf(parts, user_id, base_id, patientMs)
  if (!found) return goneWords
  if (found.base.packed && !found.packed) throw new Error('The passages did not come in time')
  return answerWords(found.packed ? searchPassages(found.packed, question) : [])
}

/** The base and its passages, as far as they come in time. What was replaced while it was asked for is asked for once more. */
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
