import type { WordsReport } from '../calls/carrier-report.ts'
import { commitExchange, heardLengthMax } from './exchange.ts'
import { type Change, sessionOf, type Talk, type Transcription, withSession } from './talk.ts'

/** About as many utterances as an hour of short sentences has. */
const utterancesMax = 2_000
/**
 * Milliseconds to wait after a call for its last transcribed words. Later words are stored, but not
 * evaluated.
 */
const lateWordsMs = 12_000
export const wordsPollSeconds = 3

export const takeWords = (talk: Talk, report: WordsReport, now: number): Change | undefined => {
  const session = sessionOf(talk)
  if (!session) return undefined
  const { words } = session
  const known = words.find(({ source }) => source === report.source) ?? { source: report.source, numbers: [] }
  const numbers = withNumber(known.numbers, report.number)
  if (!numbers) return undefined
  const received: Transcription = {
    ...known,
    numbers,
    ...(report.kind === 'over' && { last: report.number }),
    ...(report.kind === 'failed' && { failed: true }),
  }
  const others = words.filter(({ source }) => source !== received.source)
  const listened = withSession(talk, { ...session, words: [...others, received] })
  if (report.kind !== 'said' || talk.utterances >= utterancesMax) return { talk: listened, settled: [] }
  const { talk: before, settled } = commitExchange(listened)
  const { sender, text, at = now } = report
  const utterance = { sender, text: text.slice(0, heardLengthMax).toWellFormed(), at }
  return {
    talk: { ...before, utterances: before.utterances + 1 },
    settled: [...settled, { place: before.utterances, utterance }],
  }
}

/** True while a transcription is open or a report number is missing. */
export const mayMoreCome = (talk: Talk, over_at: number, now: number): boolean => {
  const words = sessionOf(talk)?.words
  if (!words || now >= over_at + lateWordsMs) return false
  return words.length === 0 || !words.every(isWhole)
}

const isWhole = ({ numbers, last, failed }: Transcription): boolean => {
  const [first] = numbers
  return failed === true || (first !== undefined && numbers.length === 1 && first[0] <= 1 && first[1] === last)
}

const withNumber = (numbers: Transcription['numbers'], number: number): Transcription['numbers'] | undefined => {
  if (numbers.some(([first, last]) => first <= number && number <= last)) return undefined
  const before = numbers.find(([, last]) => last === number - 1)
  const behind = numbers.find(([first]) => first === number + 1)
  const others = numbers.filter((range) => range !== before && range !== behind)
  const joined: [number, number] = [before?.[0] ?? number, behind?.[1] ?? number]
  return [...others, joined].toSorted(([one], [other]) => one - other)
}
