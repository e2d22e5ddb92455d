import { awsSentence } from '../aws-sentences.ts'
import type { CheckUp } from '../command.ts'
import type { AdminTools } from '../tools.ts'
import { callbackChecks } from './callbacks.ts'
import { carrierChecks } from './carrier.ts'
import { demandChecks } from './demands.ts'
import { type DoctorCheck, type DoctorFinding, lineOf, reasonOf } from './finding.ts'
import { listChecks } from './lists.ts'
import { modelChecks } from './models.ts'
import { storageChecks } from './storage.ts'
import { knocking } from './trial-report.ts'
import { workChecks } from './work.ts'

export const checks: Record<string, DoctorCheck> = {
  ...storageChecks,
  ...workChecks,
  ...listChecks,
  ...carrierChecks,
  ...demandChecks,
  ...callbackChecks,
  ...modelChecks,
}

export const checkUp = async (tools: AdminTools): Promise<CheckUp> => {
  const told = knocking(tools)
  const findings = await Promise.all(
    Object.entries(checks).map(async ([about, check]): Promise<DoctorFinding> => {
      try {
        return { about, ...(await check(tools, told)) }
      } catch (cause) {
        return { about, wrong: silence(about, cause, tools.stack) }
      }
    }),
  )
  return { lines: findings.map(lineOf), isWell: !findings.some((finding) => 'wrong' in finding) }
}

const silence = (about: string, cause: unknown, { parts, howToMend }: AdminTools['stack']): string => {
  const isCarrier = about.startsWith('carrier') || about in demandChecks
  const sentence = isCarrier || parts.stage.isLocal ? undefined : awsSentence(cause)
  return sentence ?? `It does not answer (${reasonOf(cause)}). ${isCarrier ? carrierAway : howToMend}`
}

const carrierAway = 'Look whether the carrier can be reached from here, and what its status page says.'
