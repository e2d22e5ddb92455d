import type { AdminTools } from '../tools.ts'
import type { TrialReport } from './trial-report.ts'

/** Result of a check. `untold`: the check could not find out, and the text gives the reason. */
export type Found = { well: string } | { wrong: string } | { untold: string }
export type DoctorFinding = { about: string } & Found

/**
 * A check of `npm run admin -- doctor`. All checks receive the same `trial`: our API's answer to a
 * simulated carrier report.
 */
export type DoctorCheck = (tools: AdminTools, trial: Promise<TrialReport>) => Promise<Found>

export const lineOf = (finding: DoctorFinding): string => {
  const mark = 'wrong' in finding ? 'WRONG' : 'well' in finding ? 'ok' : '-'
  const text = 'wrong' in finding ? finding.wrong : 'well' in finding ? finding.well : finding.untold
  return `${mark.padEnd(7)}${finding.about.padEnd(aboutLength)}${text.replaceAll('\n', ' ')}`
}

const aboutLength = 17
export const minuteMs = 60_000

export const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? reasonOf(cause.cause) : cause.message || cause.name
}

export const agoOf = (ms: number): string => `${durationOf(ms)} ago`

export const durationOf = (ms: number): string => {
  if (ms < 2 * minuteMs) return `${Math.round(ms / 1000)} seconds`
  if (ms < 120 * minuteMs) return `${Math.round(ms / minuteMs)} minutes`
  return ms < 48 * 60 * minuteMs
    ? `${Math.round(ms / (60 * minuteMs))} hours`
    : `${Math.round(ms / (24 * 60 * minuteMs))} days`
}
