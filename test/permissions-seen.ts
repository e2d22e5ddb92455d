import { appendFileSync, readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { needsOf } from '../infra/stack/grants.ts'
import { type OnPermission, permissionsOf } from '../infra/stack/permissions.ts'
import { operations } from '../shared/operations/index.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** File in which all test processes record used permissions. */
    permissionsSeen: string
  }
}

const written = new Set<string>()

export const keepPermission: OnPermission = ({ id }, permission) => {
  const line = `${id} ${permission}\n`
  if (written.has(line)) return
  written.add(line)
  appendFileSync(inject('permissionsSeen'), line)
}

/** Permissions that only untested code paths use. */
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

export const permissionsUnused = (files: string[]): string[] => {
  const seen = new Set(files.flatMap((file) => readFileSync(file, 'utf8').split('\n')))
  return operations
    .flatMap((operation) => permissionsOf(needsOf(operation)).map((permission) => `${operation.id} ${permission}`))
    .filter((line) => !seen.has(line) && !untested.includes(line))
}
