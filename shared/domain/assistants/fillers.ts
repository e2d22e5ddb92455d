import { type FillerPhrases, fillersFor, languageById } from '../reference/languages.ts'

type Speaking = Parameters<typeof fillersOf>[0]

/**
 * Keeps only the user's own phrases. Clients also send back the language's default phrases, which
 * are not stored.
 */
export const ownFillers = (before: Speaking, after: Speaking): Partial<FillerPhrases> => {
  const seen = fillersOf(before)
  const entries = Object.entries(after.filler_config).filter(
    ([tone, phrases]) => tone in before.filler_config || String(phrases) !== String(seen[tone as keyof FillerPhrases]),
  )
  return Object.fromEntries(entries)
}

export const fillersOf = (assistant: {
  language_id: number
  filler_config: Partial<FillerPhrases>
}): FillerPhrases => ({
  ...fillersFor(languageById(assistant.language_id)?.name ?? ''),
  ...assistant.filler_config,
})
