import { useRef, useState } from 'preact/hooks'
import type { GetCallAnswer } from '../client.ts'
import { Lines, type TranscriptLine } from './lines.tsx'
import { nameOf } from './live-talk.tsx'
import { Nothing } from './parts.tsx'
import { readTime, showDuration } from './times.ts'

interface Utterance extends TranscriptLine {
  /** Approximate position in the recording. */
  atSeconds: number
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Returns all utterances, with requests and answers of tools. */
const utterancesOf = ({ messages, assistant_name }: GetCallAnswer): Utterance[] => {
  const times = messages.map(({ timestamp }) => readTime(textOf(timestamp)).getTime())
  const first = times.find((time) => !Number.isNaN(time)) ?? 0
  return messages.map(({ sender, text, type, timestamp: _at, ...rest }, index) => ({
    ...(type === 'transcript'
      ? nameOf(textOf(sender), assistant_name)
      : { who: textOf(type ?? sender), isTheirs: false }),
    text: text === undefined ? textOf(rest) : textOf(text),
    atSeconds: Math.max(0, ((times[index] || first) - first) / 1000),
  }))
}

/**
 * Highlights the words that the recording plays. A click on a time moves the recording to that
 * time.
 */
export const Transcript = ({ call }: { call: GetCallAnswer }) => {
  const audio = useRef<HTMLAudioElement>(null)
  const [heardSeconds, setHeard] = useState<number>()
  const utterances = utterancesOf(call)
  const current =
    heardSeconds === undefined ? -1 : utterances.findLastIndex(({ atSeconds }) => atSeconds <= heardSeconds)
  const listenAt = (seconds: number) => {
    if (!audio.current) return
    audio.current.currentTime = seconds
    audio.current.play().catch(() => undefined)
  }
  return (
    <section class="card">
      <h2>Transcript</h2>
      {call.recording_url !== null && (
        <Recording url={call.recording_url} id={call.id} audio={audio} onHeard={setHeard} />
      )}
      {utterances.length === 0 ? (
        <Nothing title="Nothing was said">The call ended before a word was spoken.</Nothing>
      ) : (
        <Lines
          lines={utterances.map(({ atSeconds, ...line }, index) => ({
            ...line,
            isHeard: index === current,
            aside: <At seconds={atSeconds} onListen={call.recording_url === null ? undefined : listenAt} />,
          }))}
        />
      )}
    </section>
  )
}

const At = ({ seconds, onListen }: { seconds: number; onListen: ((seconds: number) => void) | undefined }) =>
  onListen ? (
    <button
      type="button"
      class="time"
      aria-label={`Listen at ${showDuration(seconds)}`}
      onClick={() => onListen(seconds)}
    >
      {showDuration(seconds)}
    </button>
  ) : (
    <span>{showDuration(seconds)}</span>
  )

interface RecordingProps {
  url: string
  id: number
  audio: { current: HTMLAudioElement | null }
  onHeard: (seconds: number) => void
}

/**
 * Plays a recording. A link is valid for an hour, so the player requests a new link after a
 * failure.
 */
const Recording = ({ url, id, audio, onHeard }: RecordingProps) => {
  const [kept, setKept] = useState({ id, url })
  if (kept.id !== id) setKept({ id, url })
  return (
    // biome-ignore lint/a11y/useMediaCaption: the transcript stands below, in time with it
    <audio
      ref={audio}
      controls
      preload="metadata"
      src={kept.url}
      aria-label="Recording of the call"
      onTimeUpdate={({ currentTarget }) => onHeard(currentTarget.currentTime)}
      onError={() => kept.url !== url && setKept({ id, url })}
    />
  )
}
