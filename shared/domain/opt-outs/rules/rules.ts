/**
 * How people of one language ask not to be contacted. The signs of a pattern are told in
 * pattern.ts; a pattern to a line. `asks`: a sentence that asks. `unless`: what takes an ask back
 * that it overlaps, such as a time or a name. `hints`: words and stems of sentences that may ask in
 * a way that no rule knows.
 */
export interface Rules {
  lists: Readonly<Record<string, string>>
  asks: string
  unless: string
  hints: string
}
