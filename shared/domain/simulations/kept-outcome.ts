import type { Outcome } from './simulation.ts'

/** A run is stored in one item, and twenty of them are one answer. */
const bytesMax = 200_000
/** Characters of a line, and of what a tool answered, first generous and then less. */
const lengths = [4_000, 1_000, 200, 0]

/** As much of an outcome as is kept: of one that is too long, every text loses its end. */
export const keptOutcome = (outcome: Outcome): Outcome => {
  const [kept] = lengths.map((length) => shortened(outcome, length)).filter(isSmall)
  return kept ?? { ...outcome, transcript: [], tool_calls: [], extracted: null, verdicts: [], passed: false }
}

const isSmall = (outcome: Outcome): boolean => Buffer.byteLength(JSON.stringify(outcome)) <= bytesMax

const shortened = (outcome: Outcome, length: number): Outcome => {
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
