import type { Comment } from './comments.ts'

/** `finds` returns the words that break the rule. */
interface Rule {
  name: string
  finds(comment: Comment): string | undefined
}

const openers = /^(What|Whose|Who|Whom|Which|Where|While|Of|So|How|Whether|Those|That|One that)\b/
const nobodies = /\b(nobody|somebody|whoever|someone)\b/i
/** Matches home-made words that have a plain term. */
const dialect =
  /\b(anew|once more|goes? on|comes? to be|(?<!there )(?:is|are) none|so long as|so many|so much|for it is|for they are|sealers?|left alone|stands? in line)\b/i

const match = (pattern: RegExp) => (comment: Comment) => pattern.exec(comment.text)?.[0]

export const commentRules: readonly Rule[] = [
  { name: 'comments that begin with a clause', finds: match(openers) },
  { name: 'comments wider than 100 columns', finds: ({ width }) => (width > 100 ? `${width} columns` : undefined) },
  { name: 'comments about nobody', finds: match(nobodies) },
  { name: 'comments with words of the house', finds: match(dialect) },
]

export const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => /\w/.test(word)).length

export const titlesOf = (source: string): string[] =>
  [
    ...source.matchAll(
      /(?:\b(?:test|describe|inProve)[.\w]*(?:\([^()\n]*\))?|^ *\]\))\(\s*(['"`])((?:\\.|(?!\1).)+)\1/gm,
    ),
  ].map(([, , title = '']) => title)

/** Returns the prose of a Markdown page, without code, tables and headings. */
export const sentencesOf = (page: string): string[] =>
  page
    .replace(/^```[\s\S]*?^```/gm, '')
    .split('\n')
    .map((line) => (/^\s*(\||#|>?\s*$)/.test(line) ? '\n' : line))
    .map((line) => line.replace(/^\s*([-*]|\d+\.)\s+/, ' \n'))
    .join(' ')
    .replace(/`[^`]*`/g, 'code')
    .replace(/\]\([^)]*\)/g, ']')
    .split(/(?<=[.!?:])\s+|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => wordsOf(sentence) > 1)
