import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { type DynamoDb, startDynamoDb } from '../infra/local/dynamodb.ts'
import { permissionsUnused } from './permissions-seen.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    dynamodb: string
    /** True when the DynamoDB emulator is the program Dynoxide. */
    isDynoxide: boolean
    compiled: string
  }
}

/**
 * Starts one DynamoDB emulator per test run, for tests of the data layer and for child processes.
 * Test worlds use in-process emulators unless `ENGINES` is set.
 */
export const setup = async (project: TestProject) => {
  const engine = await openEngine()
  const dir = await mkdtemp(join(tmpdir(), 'parlance-test-'))
  const permissionsSeen = join(dir, 'permissions')
  await writeFile(permissionsSeen, '')
  project.provide('dynamodb', engine.endpoint)
  project.provide('isDynoxide', engine.isDynoxide)
  project.provide('engines', enginesOf(process.env))
  project.provide('permissionsSeen', permissionsSeen)
  project.provide('compiled', join(dir, 'compiled'))
  process.env.SYNTHESISED = join(dir, 'templates')
  return async () => {
    await engine.close()
    const unused = (await wasWhole(project)) ? await permissionsLeft(permissionsSeen) : []
    await rm(dir, { recursive: true, maxRetries: 5 })
    if (unused.length) throw new Error(`Granted, but used by no test:\n${unused.join('\n')}`)
  }
}

const openEngine = async (): Promise<Pick<DynamoDb, 'endpoint' | 'isDynoxide' | 'close'>> => {
  const { DYNAMODB_ENDPOINT: endpoint } = process.env
  return endpoint ? { endpoint, isDynoxide: false, close: async () => {} } : startDynamoDb()
}

const enginesOf = ({ ENGINES = 'own' }: NodeJS.ProcessEnv): ProvidedContext['engines'] => {
  const engines = (['own', 'table', 'real', 'both'] as const).find((each) => each === ENGINES)
  if (!engines) throw new Error(`ENGINES is own, table, real or both, not ${ENGINES}`)
  return engines
}

/**
 * Returns permissions that no test used. `npm test` writes the used permissions into a file; `npm
 * run prove` adds the permissions that it used.
 */
const permissionsLeft = async (seenFile: string): Promise<string[]> => {
  const { SUITE: part = 'all' } = process.env
  if (part === 'test') {
    await mkdir(dirname(seenByTest), { recursive: true })
    await copyFile(seenFile, seenByTest)
    return []
  }
  if (part === 'all') return permissionsUnused([seenFile])
  return existsSync(seenByTest) ? permissionsUnused([seenFile, seenByTest]) : []
}

const seenByTest = fileURLToPath(new URL('../node_modules/.cache/permissions-seen', import.meta.url))

/** True when every test of this part of the suite ran. */
const wasWhole = async ({ vitest, config }: TestProject): Promise<boolean> => {
  const files = await vitest.globTestSpecifications()
  return vitest.state.getTestModules().length === files.length && !config.testNamePattern
}
