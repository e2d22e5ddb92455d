import { useEffect, useRef, useState } from 'preact/hooks'
import { type Client, type ListCallEventsAnswer, Problem } from '../../client.ts'
import type { CallLine, Listener } from '../../widget/line.ts'
import { useLatest } from '../latest.ts'
import { LineInput } from '../line-input.tsx'
import { Lines, type TranscriptLine } from '../lines.tsx'
import { nameOf } from '../live-talk.tsx'
import { Facts } from '../parts.tsx'
import { type Pace, usePolled } from '../poll.ts'
import { type Trouble, troubleOf } from '../problems.ts'
import { hrefOf } from '../route.ts'
import { type Caption, type JoinedCall, openLine, untold, withMicrophone, withSaid } from './voice-call.ts'
import { medianOf, partsOf, showSeconds, showWait, type Wait } from './waits.ts'

const explained =
  'Your browser asks for the microphone first. The assistant hears you only during the call, which costs as a call on a web page.'
const denied =
  'Without the microphone nobody hears you. Allow it for this page in your browser, and call again. On a local stack you can type instead.'
const failed: Trouble = { message: 'The call could not be made.', advice: 'Try again.' }

interface Talker {
  id: number
  name: string
  isDraft: boolean
}

type State = 'idle' | 'connecting' | 'connected' | 'over'

export const VoiceTalk = ({ id, name, isDraft }: Talker) => {
  const run = useLatest()
  const [state, setState] = useState<State>('idle')
  const [call, setCall] = useState<JoinedCall>()
  const [captions, setCaptions] = useState<Caption[]>([])
  const [heard, setHeard] = useState<number[]>([])
  const [trouble, setTrouble] = useState<Trouble>()
  const [isDenied, setDenied] = useState(false)
  const [line, setLine] = useState<CallLine>()
  const open = useRef<CallLine | undefined>(undefined)
  useEffect(() => () => open.current?.hangUp(), [])

  const listener: Listener = {
    joined: () => setState('connected'),
    said: (text, last) => setCaptions((before) => withSaid(before, text, last ? performance.now() : undefined)),
    heard: (text) => setCaptions((before) => [...before, { who: 'human', text, doneAt: performance.now() }]),
    waited: (waitedMs) => setHeard((before) => [...before, waitedMs]),
    over: (end) => {
      open.current = undefined
      setLine(undefined)
      setState('over')
      if (end === 'no microphone') setDenied(true)
      if (end === 'failed') setTrouble(failed)
    },
  }

  const begin = () => {
    setTrouble(undefined)
    setState('connecting')
    setCaptions([])
    setHeard([])
    setCall(undefined)
    let typed = false
    return run(
      (client, signal) =>
        withMicrophone(signal, async (hasSound) => {
          typed = !hasSound
          setDenied(typed)
          const { data } = await client.createWebCall({ id, draft: isDraft, typed }, { signal })
          setCall(data)
          const joined = await openLine(data, listener)
          if (signal.aborted) joined.hangUp()
          return joined
        }),
      {
        done: (joined) => {
          open.current = joined
          setLine(joined)
        },
        failed: (cause) => {
          setState('idle')
          const isDeaf = typed && cause instanceof Problem && cause.status === 422
          if (!isDeaf) setTrouble(cause instanceof Problem ? troubleOf(cause) : failed)
        },
      },
    )
  }

  const isIdle = state === 'idle' || state === 'over'
  return (
    <section class="card">
      <h2>By voice</h2>
      <p class="quiet">{explained}</p>
      {isDenied && (
        <p class="trouble" role="alert">
          {denied}
        </p>
      )}
      {trouble && (
        <p class="trouble" role="alert">
          {trouble.message} <span>{trouble.advice}</span>
        </p>
      )}
      <p role="status">{stateWords[state]}</p>
      {call && (
        <Conversation
          key={call.id}
          call={call}
          name={name}
          captions={captions}
          heard={heard}
          onTold={(askedAt) => setCaptions((before) => untold(before, askedAt))}
        />
      )}
      {isIdle && (
        <div class="row">
          <button type="button" class="primary" onClick={begin}>
            {state === 'over' ? 'Call again' : 'Call'}
          </button>
        </div>
      )}
      {line && <Keys line={line} />}
    </section>
  )
}

const stateWords: Record<State, string> = {
  idle: '',
  connecting: 'Connecting …',
  connected: 'You are connected.',
  over: 'The call has ended.',
}

const Keys = ({ line }: { line: CallLine }) => {
  const [isMuted, setMuted] = useState(false)
  const [text, setText] = useState('')
  const mute = () => {
    line.mute(!isMuted)
    setMuted(!isMuted)
  }
  const say = (event: Event) => {
    event.preventDefault()
    line.say?.(text.trim())
    setText('')
  }
  return (
    <>
      <div class="row">
        <button type="button" class="plain" aria-pressed={isMuted} onClick={mute}>
          Mute
        </button>
        <button type="button" class="danger" onClick={() => line.hangUp()}>
          Hang up
        </button>
      </div>
      {line.say && (
        <form class="row" onSubmit={say}>
          <LineInput label="Say in text" placeholder="Say in text …" lengthMax={1000} value={text} onChange={setText} />
          <button type="submit" class="plain" disabled={text.trim() === ''}>
            Say
          </button>
        </form>
      )}
    </>
  )
}

/** A poll costs 2 read units, 30 times a minute. */
const pace: Pace = { seconds: 2, secondsOfLong: 2 }

type Turn = Extract<ListCallEventsAnswer['data'][number], { type: 'turn' }>

interface Spoken {
  turns: Turn[]
  version: number | null
  isOver: boolean
}

interface Heard {
  call: JoinedCall
  name: string
  captions: readonly Caption[]
  /** Milliseconds of each wait for an answer, measured by the page. */
  heard: readonly number[]
  onTold: (askedAt: number) => void
}

const Conversation = ({ call: { id }, name, captions, heard, onTold }: Heard) => {
  const reported = useRef<Spoken & { after?: string }>({ turns: [], version: null, isOver: false })
  const polled = usePolled(`talk in ${id}`, reported.current.isOver ? undefined : pace, async (client, signal) => {
    const askedAt = performance.now()
    const before = reported.current
    const next = await readOn(client, id, before, signal)
    reported.current = next
    if (next.turns.length > before.turns.length) onTold(askedAt)
    return next
  })
  const { turns, version } = polled.data ?? reported.current
  const waits = waitsOf(turns, heard)
  const lines: TranscriptLine[] = [
    ...turns.map(({ sender, text }, index) => {
      const wait = waits.get(index)
      return { ...personOf(sender, name), text, aside: wait && showWait(wait) }
    }),
    ...captions.map(({ who, text }) => ({ ...personOf(who, name), text })),
  ]
  return (
    <>
      <Lines lines={lines} isGoingOn />
      <Facts
        facts={[
          ['Settings', version === 0 ? 'Draft' : version === null ? '–' : `Version ${version}`],
          ['Call', <a key="call" href={hrefOf('calls', id)}>{`Call ${id}`}</a>],
          ...summaryOf([...waits.values()]),
        ]}
      />
    </>
  )
}

const personOf = (sender: string, name: string) => ({
  ...nameOf(sender, name),
  ...(sender === 'human' && { who: 'You' }),
})

const readOn = async (client: Client, id: number, before: Spoken & { after?: string }, signal: AbortSignal) => {
  const { data, after } = await client.listCallEvents({ id, after: before.after }, { signal })
  const version = before.version ?? (await client.getCall({ id }, { signal })).assistant_version
  const isEnd = (event: (typeof data)[number]) => event.type === 'state' && !liveStates.includes(event.status)
  return {
    after,
    version,
    turns: [...before.turns, ...data.filter((event) => event.type === 'turn')],
    isOver: before.isOver || data.some(isEnd),
  }
}

const liveStates = ['initiated', 'ringing', 'in-progress']

/**
 * Combines waits that the API measured with waits that the page measured. Both lists have the
 * answers in the same order.
 */
const waitsOf = (turns: readonly Turn[], heard: readonly number[]): Map<number, Wait> => {
  const waits = new Map<number, Wait>()
  for (const [place, { latency_ms, model_ms }] of turns.entries())
    if (latency_ms !== null) waits.set(place, { heardMs: heard[waits.size], latencyMs: latency_ms, modelMs: model_ms })
  return waits
}

const summaryOf = (waits: readonly Wait[]): (readonly [string, string])[] => {
  const parts = waits.map(partsOf)
  const shown = (values: (number | undefined)[]) => {
    const median = medianOf(values)
    return median === undefined ? '–' : showSeconds(median)
  }
  return [
    ['You waited, typically', shown(parts.map(({ whole }) => whole))],
    ['… for the carrier', shown(parts.map(({ carrier }) => carrier))],
    ['… for this API', shown(parts.map(({ ours }) => ours))],
    ['… for the model', shown(parts.map(({ model }) => model))],
  ]
}
