import { type FillerPhrases, fillersFor, languageById } from '../reference/languages.ts'

/** Returns the phrases of an assistant, or those of its language for a tone that has none. */
export const fillersOf = (assistant: {
  language_id: number
  filler_config: Partial<FillerPhrases>
}): FillerPhrases => ({
  ...fillersFor(languageById(assistant.language_id)?.name ?? ''),
  ...assistant.filler_config,
})
