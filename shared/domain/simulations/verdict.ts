import { isAmong } from '../tools/mock.ts'
import type { Assertion, RunOutcome, Verdict } from './simulation.ts'

type Played = Pick<RunOutcome, 'ended_by' | 'transcript' | 'tool_calls' | 'extracted'>

export const verdictsOn = (assertions: readonly Assertion[], played: Played): Verdict[] =>
  assertions.map((assertion) => ({ ...assertion, ...verdictOn(assertion, played) }))

const verdictOn = (
  assertion: Assertion,
  { ended_by, transcript, tool_calls, extracted }: Played,
): { holds: boolean; found: string | null } => {
  switch (assertion.type) {
    case 'said':
    case 'not_said': {
      const sender = assertion.by === 'assistant' ? 'bot' : 'human'
      const said = transcript.find((line) => line.sender === sender && plain(line.text).includes(plain(assertion.text)))
      return { holds: (said !== undefined) === (assertion.type === 'said'), found: said?.text ?? null }
    }
    case 'tool_called': {
      const requested = tool_calls.filter(({ name }) => name === assertion.tool)
      const calls = requested.filter(({ answered_by }) => answered_by !== 'none')
      const call = calls.find((each) => isAmong(assertion.arguments ?? {}, each.arguments))
      const found = call ?? calls.at(-1)
      const notCalled = requested.length > 0 ? 'It was not called, because it has no mock.' : null
      return { holds: call !== undefined, found: found ? JSON.stringify(found.arguments) : notCalled }
    }
    case 'ended_by':
      return { holds: ended_by === assertion.by, found: ended_by }
    case 'variable': {
      const value = extracted && Object.hasOwn(extracted, assertion.name) ? (extracted[assertion.name] ?? null) : null
      const { equals } = assertion
      const holds = value !== null && (equals === undefined || plain(String(value)) === plain(String(equals)))
      return { holds, found: value === null ? null : String(value) }
    }
  }
}

const plain = (text: string): string =>
  text.normalize('NFKC').replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim().toLowerCase()
