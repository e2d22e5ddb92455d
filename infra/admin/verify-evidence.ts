import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { BundleLine } from '../../shared/domain/evidence/bundle.ts'
import { EvidenceKey } from '../../shared/domain/evidence/signature.ts'
import { SignedHead } from '../../shared/domain/evidence/signed-head.ts'
import { type Findings, openCheck } from '../../shared/domain/evidence/verify.ts'
import type { CheckUp } from './command.ts'
import { refuse } from './refusal.ts'

/**
 * Verifies an evidence file. `keysFile` is an answer of `GET /evidence/keys`; `headsFile` contains
 * signed heads from the bucket.
 */
export const verifyEvidence = async (file: string, keysFile?: string, headsFile?: string): Promise<CheckUp> => {
  if (!existsSync(file)) refuse(`There is no file ${file}.`)
  const check = openCheck(readLine, keysFile === undefined ? undefined : await readKeys(keysFile))
  if (headsFile !== undefined) for (const head of await readHeads(headsFile)) check.head(head)
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

const Keys = z.object({ keys: z.array(EvidenceKey).min(1) })

const readKeys = async (file: string): Promise<EvidenceKey[]> => {
  const text = await readFile(file, 'utf8').catch(() => refuse(`There is no file ${file}.`))
  try {
    return Keys.parse(JSON.parse(text)).keys
  } catch {
    return refuse(`${file} holds no public keys, as GET /evidence/keys answers them.`)
  }
}

/** Reads signed heads, which need no line breaks between them. */
const readHeads = async (file: string): Promise<SignedHead[]> => {
  const text = await readFile(file, 'utf8').catch(() => refuse(`There is no file ${file}.`))
  try {
    return z.array(SignedHead).parse(JSON.parse(`[${text.trim().replaceAll(/\}\s*\{/g, '},{')}]`))
  } catch {
    return refuse(`${file} holds no signed heads, as they lie in the bucket of the output HeadsBucketName.`)
  }
}

const linesOf = (findings: Findings): string[] => [
  ...findings.faults,
  ...findings.restores,
  ...saidOf(findings),
  findings.faults.length === 0
    ? 'Every record is as it was written, and stands where it stood.'
    : 'The bundle is not what was written.',
]

const saidOf = (findings: Findings): string[] => {
  const { decisions, chains, unlinked, erased, expired, signed, anchored, isSignatureChecked } = findings
  return [
    `${decisions} decisions in ${chains} chains.`,
    ...(signed > 0
      ? [`${signed} signed heads say how far chains went, and when.`]
      : [
          'No head of a chain was signed: that these were not written anew before the bundle was made, nothing here shows.',
        ]),
    ...(anchored > 0
      ? [`${anchored} chains begin behind records that have expired: signed heads show how old these were.`]
      : []),
    ...(unlinked > 0 ? [`${unlinked} were in no chain yet when the bundle was begun: that is so for a minute.`] : []),
    ...(erased > 0 ? [`${erased} say no more of a person: that was erased, and the chain holds.`] : []),
    ...(expired > 0 ? [`${expired} are older than decisions are kept: their hashes stand in the chain.`] : []),
    ...(isSignatureChecked ? [] : ['The signature was not checked: give the public keys with --keys.']),
  ]
}
