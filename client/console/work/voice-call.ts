import type { CreateWebCallAnswer } from '../../client.ts'
import { openApi } from '../../widget/api.ts'
import { follow } from '../../widget/follow.ts'
import type { CallLine, LineEnd, Listener, OpenLine } from '../../widget/line.ts'
import { openLocalLine } from '../../widget/local-line.ts'
import { microphone, release } from '../../widget/microphone.ts'

export type JoinedCall = CreateWebCallAnswer['data']

/**
 * Opens the microphone to ask for permission. Releases it after `join`, because the call opens the
 * microphone itself.
 */
export const withMicrophone = async <T>(signal: AbortSignal, join: (hasSound: boolean) => Promise<T>): Promise<T> => {
  const sound = await microphone()
  try {
    signal.throwIfAborted()
    return await join(sound !== undefined)
  } finally {
    release(sound)
  }
}

export const openLine = async (call: JoinedCall, listener: Listener): Promise<CallLine> => {
  if (call.engine === 'local') return openLocalLine(call, listener)
  let isOver = false
  const open = await loadCarrier()
  const over = (end: LineEnd) => {
    isOver = true
    listener.over(end)
  }
  const line = await open(call, { ...listener, over })
  void stayIn(call, () => isOver)
  return line
}

const known = (): OpenLine | undefined => Object(globalThis).parlanceLine

const loadCarrier = async (): Promise<OpenLine> => {
  if (!known()) await import(new URL('embed-voice.js', document.baseURI).href)
  const line = known()
  if (!line) throw new Error('The script of the carrier holds no line')
  return line
}

const stayIn = (call: JoinedCall, isOver: () => boolean): Promise<void> => {
  const api = openApi(new URL('.', document.baseURI).href.replace(/\/$/, ''), '')
  return follow({
    ask: (after, isHidden) => api.follow(call.follow_token, after, isHidden),
    listener: { said: () => {}, heard: () => {} },
    isOver,
  })
}

/** Words that the page has heard and the API has not reported yet. */
export interface Caption {
  who: 'bot' | 'human'
  text: string
  doneAt?: number
}

/** Milliseconds after which the API certainly reports what was said. */
const toldAfterMs = 1_000

/** Returns captions that the API's answer to a request at `askedAt` may lack. */
export const untold = (captions: readonly Caption[], askedAt: number): Caption[] =>
  captions.filter(({ doneAt }) => doneAt === undefined || doneAt > askedAt - toldAfterMs)

export const withSaid = (captions: readonly Caption[], text: string, doneAt: number | undefined): Caption[] => {
  const last = captions.at(-1)
  const done = doneAt === undefined ? {} : { doneAt }
  if (last?.who === 'bot' && last.doneAt === undefined)
    return [...captions.slice(0, -1), { ...last, text: last.text + text, ...done }]
  return text.trim() ? [...captions, { who: 'bot', text, ...done }] : [...captions]
}
