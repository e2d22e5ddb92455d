import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { startDynamoDb } from '../infra/local/dynamodb.ts'
import { permissionsUnused } from './permissions-seen.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    dynamodb: string
    /** A folder for what programs of ours are compiled to. */
    compiled: string
  }
}

/**
 * One DynamoDB engine for the whole run, for what tests the repositories and for what runs in processes of its own. Worlds and
 * simulations have their engines in their process, unless `ENGINES` says otherwise. A run of the whole suite ends with a
 * look at what functions may do and none of the tests saw them do.
 */
export const setup = async (project: TestProject) => {
  const engine = await openEngine()
  const dir = await mkdtemp(join(tmpdir(), 'parlance-test-'))
  const permissionsSeen = join(dir, 'permissions')
  await writeFile(permissionsSeen, '')
  project.provide('dynamodb', engine.endpoint)
  project.provide('engines', enginesOf(process.env))
  project.provide('permissionsSeen', permissionsSeen)
  project.provide('compiled', join(dir, 'compiled'))
  process.env.SYNTHESISED = join(dir, 'templates')
  return async () => {
    await engine.close()
    const unused = (await wasWhole(project)) ? permissionsUnused(permissionsSeen) : []
    // A program that is killed may still be writing what it was compiled to.
    await rm(dir, { recursive: true, maxRetries: 5 })
    if (unused.length) throw new Error(`Granted, but used by no test:\n${unused.join('\n')}`)
  }
}

/** Dynoxide, or what `DYNAMODB_ENDPOINT` names. */
const openEngine = async (): Promise<{ endpoint: string; close(): Promise<void> }> => {
  const { DYNAMODB_ENDPOINT: endpoint } = process.env
  return endpoint ? { endpoint, close: async () => {} } : startDynamoDb()
}

const enginesOf = ({ ENGINES = 'own' }: NodeJS.ProcessEnv): ProvidedContext['engines'] => {
  const engines = (['own', 'table', 'real', 'both'] as const).find((each) => each === ENGINES)
  if (!engines) throw new Error(`ENGINES is own, table, real or both, not ${ENGINES}`)
  return engines
}

/** True when every file of `npm test` ran, with every test in it. */
const wasWhole = async ({ vitest, config }: TestProject): Promise<boolean> => {
  if (process.env.SUITE === 'prove') return false
  const files = await vitest.globTestSpecifications()
  return vitest.state.getTestModules().length === files.length && !config.testNamePattern
}
