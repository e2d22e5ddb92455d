/** What a model streams: words to speak, or its wish to end the call, with a sentence to say first. */
export type Part = { type: 'text'; text: string } | { type: 'tool'; name: 'end_call'; say: string | undefined }

/** Sentences that no model has to find, in the assistant's language. */
export interface TurnWords {
  /** Bridges a late first word; undefined for an assistant that wants none. */
  filler: string | undefined
  goodbye: string
  apology: string
}
