export interface CallLine {
  mute(isMuted: boolean): void
  hangUp(): void
  /** Sends text in place of speech. Absent where the carrier accepts only sound. */
  say?(text: string): void
}

export type LineEnd = 'ended' | 'failed' | 'no microphone'

export interface Listener {
  joined(): void
  /** Receives words of the assistant. `last` ends an utterance. */
  said(text: string, last: boolean): void
  heard(text: string): void
  /** Milliseconds from the end of the visitor's speech to the first sound of the answer. */
  waited?(waitedMs: number): void
  over(end: LineEnd): void
}

export interface JoinableCall {
  token: string
  follow_token: string
  engine: string
}

export type OpenLine = (call: JoinableCall, listener: Listener) => Promise<CallLine>
