import { type FillerPhrases, fillersFor, languageById } from '../reference/languages.ts'

type Speaking = Parameters<typeof fillersOf>[0]

/**
 * Keeps only phrases that differ from the language's own phrases, because clients send those back
 * unchanged.
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
