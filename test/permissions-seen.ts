import { appendFileSync, readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { needsOf } from '../infra/stack/grants.ts'
import { type OnPermission, permissionsOf } from '../infra/stack/permissions.ts'
import { operations } from '../shared/operations/index.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A file to which every process of the run writes. */
    permissionsSeen: string
  }
}

const written = new Set<string>()

/** Keeps what the whole run saw an operation make use of, each once. */
export const keepPermission: OnPermission = ({ id }, permission) => {
  const line = `${id} ${permission}\n`
  if (written.has(line)) return
  written.add(line)
  appendFileSync(inject('permissionsSeen'), line)
}

/**
 * Permissions of paths that no test takes yet; each test that is written removes its line.
 * watch-silence reports the end of a campaign's call, whose lead and slot it frees. Operations that
 * move money also make the moves that others left in the queue of the balance, with their checks.
 * The counts of versions read single records where the list has marks of changed calls.
 */
const untested = [
  'watch-silence DeleteItem',
  'watch-silence DISPATCH_CAMPAIGN_QUEUE_URL',
  'tend-number ConditionCheckItem',
  'send-chat-message ConditionCheckItem',
  'generate-reply ConditionCheckItem',
  'end-chat ConditionCheckItem',
  'end-chat DeleteItem',
  'get-assistant-version BatchGetItem',
  'list-assistant-versions BatchGetItem',
]

/** Permissions of roles and environments that no test of the run used: too much. */
export const permissionsUnused = (files: string[]): string[] => {
  const seen = new Set(files.flatMap((file) => readFileSync(file, 'utf8').split('\n')))
  return operations
    .flatMap((operation) => permissionsOf(needsOf(operation)).map((permission) => `${operation.id} ${permission}`))
    .filter((line) => !seen.has(line) && !untested.includes(line))
}
