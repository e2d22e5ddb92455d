import type { CallVerdict } from './replay.ts'

/** A judge's answer about two talks in one order. */
export interface Opinion {
  better: 'first' | 'second' | 'neither'
  reason: string
}

export interface Opinions {
  recordedFirst: Opinion | undefined
  replayedFirst: Opinion | undefined
}

/** Models prefer a position, so a verdict counts only if equal in both orders. */
export const verdictOf = ({ recordedFirst, replayedFirst }: Opinions): { verdict: CallVerdict; reason: string } => {
  if (!recordedFirst || !replayedFirst) return { verdict: 'same', reason: 'The judge gave no answer.' }
  const one = verdicts.recordedFirst[recordedFirst.better]
  const other = verdicts.replayedFirst[replayedFirst.better]
  return one === other
    ? { verdict: one, reason: recordedFirst.reason }
    : { verdict: 'same', reason: 'The judge did not say the same in both orders.' }
}

const verdicts = {
  recordedFirst: { first: 'worse', second: 'better', neither: 'same' },
  replayedFirst: { first: 'better', second: 'worse', neither: 'same' },
} as const
