/** The line of a call: what the page does with it, and hears of it. */
export interface CallLine {
  mute(isMuted: boolean): void
  hangUp(): void
  /** Says a typed text. Absent where the carrier takes sound alone. */
  say?(text: string): void
}

export interface Listener {
  joined(): void
  /** A piece of what the assistant says; `last` ends an utterance. */
  said(text: string, last: boolean): void
  /** The visitor was understood so. */
  heard(text: string): void
  /** Milliseconds from the end of the visitor's speech to the first sound of the answer. */
  waited?(waitedMs: number): void
  over(isFailure: boolean): void
}

export interface JoinableCall {
  token: string
  /** Opens the captions. */
  follow_token: string
  engine: string
}

/** Opens a line with the carrier's SDK. It stands in a script of its own, loaded for the call. */
export type OpenLine = (call: JoinableCall, listener: Listener) => Promise<CallLine>
