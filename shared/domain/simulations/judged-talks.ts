import type { CallVerdict, Judgements, JudgeOpinion } from './replay.ts'

export interface Opinion {
  better: 'first' | 'second' | 'neither'
  reason: string
}

export interface Opinions {
  recordedFirst: Opinion | undefined
  replayedFirst: Opinion | undefined
}

export interface Judged {
  verdict: CallVerdict
  reason: string
  judge: Judgements
}

/**
 * Models tend to favour the first or the second talk, so only opinions that agree in both orders
 * count.
 */
export const verdictOf = ({ recordedFirst, replayedFirst }: Opinions): Judged => {
  const judge = {
    recorded_first: judgementOf(recordedFirst, { first: 'recorded', second: 'replayed' }),
    replayed_first: judgementOf(replayedFirst, { first: 'replayed', second: 'recorded' }),
  }
  const { recorded_first: one, replayed_first: other } = judge
  if (!one || !other) return { verdict: 'same', reason: 'The judge gave no answer.', judge }
  return one.better === other.better
    ? { verdict: verdicts[one.better], reason: one.reason, judge }
    : { verdict: 'same', reason: 'The judge did not say the same in both orders.', judge }
}

type Talk = 'recorded' | 'replayed'

const reasonMax = 500

const judgementOf = (opinion: Opinion | undefined, order: { first: Talk; second: Talk }): JudgeOpinion => {
  if (!opinion) return null
  const better = opinion.better === 'neither' ? 'neither' : order[opinion.better]
  return { better, reason: opinion.reason.slice(0, reasonMax).toWellFormed() }
}

const verdicts = { recorded: 'worse', replayed: 'better', neither: 'same' } as const
