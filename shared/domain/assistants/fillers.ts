import { type FillerPhrases, fillersFor, languageById } from '../reference/languages.ts'

type Speaking = Parameters<typeof fillersOf>[0]

/**
 * Leaves out phrases of the language that a client read and sent back: they stay those of the
 * language.
 */
export const ownFillers = (before: Speaking, after: Speaking): Partial<FillerPhrases> => {
  const seen = fillersOf(before)
  const entries = Object.entries(after.filler_config).filter(
    ([tone, phrases]) => tone in before.filler_config || String(phrases) !== String(seen[tone as keyof FillerPhrases]),
  )
  return Object.fromEntries(entries)
}

/** Returns the phrases of an assistant, or those of its language for a tone that has none. */
export const fillersOf = (assistant: {
  language_id: number
  filler_config: Partial<FillerPhrases>
}): FillerPhrases => ({
  ...fillersFor(languageById(assistant.language_id)?.name ?? ''),
  ...assistant.filler_config,
})
