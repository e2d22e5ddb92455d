/** Words. Longer text counts as free text, because models never write it twice alike. */
const freeWordsMin = 4

const wordsOf = (value: unknown): string[] => (typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : [])

const isFreeText = (value: unknown): boolean => wordsOf(value).length >= freeWordsMin

/** True when two arguments are equal, apart from case and free text. Numbers may be text. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  (isFreeText(one) && isFreeText(other)) || plain(one) === plain(other)

const plain = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).normalize('NFKC').trim().toLowerCase()
}
