import { createReadStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { BundleLine } from '../../shared/domain/evidence/bundle.ts'
import { type Findings, openCheck } from '../../shared/domain/evidence/verify.ts'
import type { CheckUp } from './command.ts'
import { refuse } from './refusal.ts'

/** Checks a bundle line by line; what was found, a line for each. */
export const verifyEvidence = async (file: string): Promise<CheckUp> => {
  if (!existsSync(file)) refuse(`There is no file ${file}.`)
  const check = openCheck(readLine)
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY }))
    if (line) check.line(line)
  const findings = check.end()
  return { lines: linesOf(findings), isWell: findings.faults.length === 0 }
}

const readLine = (text: string): BundleLine | undefined => {
  try {
    return BundleLine.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const linesOf = ({ faults, decisions, chains, unlinked, erased, expired, restores }: Findings): string[] => [
  ...faults,
  ...restores,
  `${decisions} decisions in ${chains} chains.`,
  ...(unlinked > 0 ? [`${unlinked} were in no chain yet when the bundle was begun: that is so for a minute.`] : []),
  ...(erased > 0 ? [`${erased} say no more of a person: that was erased, and the chain holds.`] : []),
  ...(expired > 0 ? [`${expired} are older than decisions are kept: their hashes stand in the chain.`] : []),
  faults.length === 0
    ? 'Every record is as it was written, and stands where it stood.'
    : 'The bundle is not what was written.',
]
