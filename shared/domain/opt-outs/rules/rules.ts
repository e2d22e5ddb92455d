/**
 * Patterns of one language, one a line; see pattern.ts. `asks`: opt-outs. `unless`: take back an
 * overlapping match, such as a time or a name. `hints`: words of sentences that may opt out in
 * unknown ways.
 */
export interface Rules {
  lists: Readonly<Record<string, string>>
  asks: string
  unless: string
  hints: string
}
