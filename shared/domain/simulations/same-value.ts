/** Text with this many words counts as free text: models never write the same free text twice. */
const freeWordsMin = 4

const wordsOf = (value: unknown): string[] => (typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : [])

const isFreeText = (value: unknown): boolean => wordsOf(value).length >= freeWordsMin

/** True when both values are free text, or equal apart from case. `5` equals `"5"`. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  (isFreeText(one) && isFreeText(other)) || plain(one) === plain(other)

const plain = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).normalize('NFKC').trim().toLowerCase()
}
