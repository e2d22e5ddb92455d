import type { ComponentChildren } from 'preact'

export interface TranscriptLine {
  who: string
  isTheirs: boolean
  text: string
  aside?: ComponentChildren
  /** True for the line that the recording plays. */
  isHeard?: boolean
}

/** Shows a transcript's lines. A screen reader reads new lines while a conversation runs. */
export const Lines = ({ lines, isGoingOn = false }: { lines: readonly TranscriptLine[]; isGoingOn?: boolean }) => (
  <ol class="talk" aria-live={isGoingOn ? 'polite' : undefined}>
    {lines.map(({ who, isTheirs, text, aside, isHeard }, index) => (
      <li key={index} class={isTheirs ? 'theirs' : 'ours'} aria-current={isHeard}>
        <p class="who">
          {who} {aside}
        </p>
        <p>{text}</p>
      </li>
    ))}
  </ol>
)
