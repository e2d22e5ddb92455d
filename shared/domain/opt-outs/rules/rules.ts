/**
 * Patterns of one language, one per line; see pattern.ts. `asks`: opt-outs. `unless`: phrases with
 * another meaning, which cancel an overlapping match. `hints`: words of possible opt-outs that no
 * pattern matches.
 */
export interface Rules {
  lists: Readonly<Record<string, string>>
  asks: string
  unless: string
  hints: string
}
