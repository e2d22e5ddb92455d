import type { CreateWebCallAnswer } from '../../client.ts'
import type { CallLine, Listener, OpenLine } from '../../widget/line.ts'
import { openLocalLine } from '../../widget/local-line.ts'

export type JoinedCall = CreateWebCallAnswer['data']

/** Opens the line of a call. The SDK of a real carrier is loaded with the first call. */
export const openLine = async (call: JoinedCall, listener: Listener): Promise<CallLine> =>
  (call.engine === 'local' ? openLocalLine : await loadCarrier())(call, listener)

const known = (): OpenLine | undefined => Object(globalThis).parlanceLine

const loadCarrier = async (): Promise<OpenLine> => {
  if (!known()) await import(new URL('embed-voice.js', document.baseURI).href)
  const line = known()
  if (!line) throw new Error('The script of the carrier holds no line')
  return line
}

/** Words that the page has heard and the API has not told yet. */
export interface Caption {
  who: 'bot' | 'human'
  text: string
  /** Undefined while it is still being said. */
  doneAt?: number
}

/** Milliseconds after which the API surely tells what was said. */
const toldAfterMs = 1_000

/** Captions that an answer of the API, asked for at that time, cannot have told. */
export const untold = (captions: readonly Caption[], askedAt: number): Caption[] =>
  captions.filter(({ doneAt }) => doneAt === undefined || doneAt > askedAt - toldAfterMs)

/** The captions after another piece of what the assistant says. */
export const withSaid = (captions: readonly Caption[], text: string, doneAt: number | undefined): Caption[] => {
  const last = captions.at(-1)
  const done = doneAt === undefined ? {} : { doneAt }
  if (last?.who === 'bot' && last.doneAt === undefined)
    return [...captions.slice(0, -1), { ...last, text: last.text + text, ...done }]
  return text.trim() ? [...captions, { who: 'bot', text, ...done }] : [...captions]
}
