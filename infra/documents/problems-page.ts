import { httpOperations, visitOperations } from '../../shared/operations/index.ts'
import { type Actor, Problem, type ProblemCode, problems } from '../../shared/words/problem.ts'
import { problemsOf, visitProblemsOf } from './openapi.ts'

/**
 * Writes docs/problems.md: every problem (API error) with status, message, who can act on it, and
 * its operations.
 */
export const problemsPage = (): string => `# Problems

Every answer that is not a success is one of these: the status, and a JSON body whose \`message\` is exactly this one. A form that is
not valid has \`errors\` beside it, sentences by field; what a provider said is in \`error\`. The table is written by \`npm run openapi\`.

Who can act: **client** is the program that asks (it changes its request, or asks again later at 409 and 429), **user** is whose
account it is (an assistant, a campaign or the blacklist is to be changed), **operator** runs the stack (logs, secrets, numbers,
balances).

| Code | Status | Message | Who can act | Met by |
|---|---|---|---|---|
${codes.map(row).join('\n')}
`

const codes = Object.keys(problems) as ProblemCode[]

const row = (code: ProblemCode): string => {
  const [status, , actor]: readonly [number, string, Actor, object?] = problems[code]
  return `| \`${code}\` | ${status} | ${new Problem(code, { names: ['…'] }).message} | ${actor} | ${metBy(code)} |`
}

/** Maximum number of operation ids for a problem. Above it, the page shows `many operations`. */
const listedMax = 6

const metBy = (code: ProblemCode): string => {
  const users = httpOperations.filter((operation) => problemsOf(operation).includes(code))
  if (users.length === httpOperations.length) return 'every request'
  const meeting = [...users, ...visitOperations.filter((operation) => visitProblemsOf(operation).includes(code))]
  if (meeting.length === 0) return unlisted[code] ?? 'no operation declares it'
  if (meeting.length > listedMax) return 'many operations'
  return meeting
    .map(({ id }) => `\`${id}\``)
    .toSorted()
    .join(', ')
}

/** Sources of problems (API errors) that no operation declares. */
const unlisted: Partial<Record<ProblemCode, string>> = {
  foreign_origin: 'agents, when a page of somebody else’s sends them',
  not_found: 'paths that are none',
  invalid_signature: 'a conversation’s socket whose signature is wrong',
}
