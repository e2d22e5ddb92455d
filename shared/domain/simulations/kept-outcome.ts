import type { RunOutcome } from './simulation.ts'

type Texts = Pick<RunOutcome, 'transcript' | 'tool_calls' | 'verdicts'>

/** Limit of bytes per run: each run is one item, and one response lists twenty runs. */
const bytesMax = 200_000
/** Characters kept per line and tool answer. Shorter lengths are tried until the outcome fits. */
const lengths = [4_000, 1_000, 200, 0]

export const keptOutcome = (outcome: RunOutcome): RunOutcome =>
  keptTexts(outcome) ?? { ...outcome, transcript: [], tool_calls: [], extracted: null, verdicts: [], passed: false }

export const keptTexts = <T extends Texts>(outcome: T): T | undefined =>
  lengths.map((length) => shortened(outcome, length)).find(isSmall)

const isSmall = (outcome: Texts): boolean => Buffer.byteLength(JSON.stringify(outcome)) <= bytesMax

const shortened = <T extends Texts>(outcome: T, length: number): T => {
  const cut = (text: string) => (text.length > length ? text.slice(0, length).toWellFormed() : text)
  return {
    ...outcome,
    transcript: outcome.transcript.map((line) => ({ ...line, text: cut(line.text) })),
    tool_calls: outcome.tool_calls.map((call) => ({ ...call, result: call.result === null ? null : cut(call.result) })),
    verdicts: outcome.verdicts.map((verdict) => ({
      ...verdict,
      found: verdict.found === null ? null : cut(verdict.found),
    })),
  }
}
