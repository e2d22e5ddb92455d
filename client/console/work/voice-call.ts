import type { CreateWebCallAnswer } from '../../client.ts'
import type { CallLine, Listener, OpenLine } from '../../widget/line.ts'
import { openLocalLine } from '../../widget/local-line.ts'

export type JoinedCall = CreateWebCallAnswer['data']

/** Loads a real carrier's SDK with the first call. */
export const openLine = async (call: JoinedCall, listener: Listener): Promise<CallLine> =>
  (call.engine === 'local' ? openLocalLine : await loadCarrier())(call, listener)

const known = (): OpenLine | undefined => Object(globalThis).parlanceLine

const loadCarrier = async (): Promise<OpenLine> => {
  if (!known()) await import(new URL('embed-voice.js', document.baseURI).href)
  const line = known()
  if (!line) throw new Error('The script of the carrier holds no line')
  return line
}

/** Words that the page has heard and the API has not reported. */
export interface Caption {
  who: 'bot' | 'human'
  text: string
  /** Undefined until the utterance ends. */
  doneAt?: number
}

/** Milliseconds after which the API certainly reports what was said. */
const toldAfterMs = 1_000

/** Captions that an answer requested at `askedAt` cannot contain. */
export const untold = (captions: readonly Caption[], askedAt: number): Caption[] =>
  captions.filter(({ doneAt }) => doneAt === undefined || doneAt > askedAt - toldAfterMs)

export const withSaid = (captions: readonly Caption[], text: string, doneAt: number | undefined): Caption[] => {
  const last = captions.at(-1)
  const done = doneAt === undefined ? {} : { doneAt }
  if (last?.who === 'bot' && last.doneAt === undefined)
    return [...captions.slice(0, -1), { ...last, text: last.text + text, ...done }]
  return text.trim() ? [...captions, { who: 'bot', text, ...done }] : [...captions]
}
