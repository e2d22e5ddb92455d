/**
 * Patterns of one language, one per line; see pattern.ts. `asks`: opt-outs. `unless`: patterns that
 * cancel an overlapping match, such as a time or a name. `hints`: words of possible opt-outs that
 * no pattern knows.
 */
export interface Rules {
  lists: Readonly<Record<string, string>>
  asks: string
  unless: string
  hints: string
}
