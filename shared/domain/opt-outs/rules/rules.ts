/**
 * Patterns of one language for opting out. Pattern.ts explains their signs; a pattern to a line.
 * `asks`: sentences that opt out. `unless`: words that take back an overlapping match, such as a
 * time or a name. `hints`: words and stems of sentences that may opt out in a way that no rule
 * knows.
 */
export interface Rules {
  lists: Readonly<Record<string, string>>
  asks: string
  unless: string
  hints: string
}
