import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import * as z from 'zod'
import type { StageName } from '../stack/stages.ts'
import { account, type PlainTemplate, region, withoutUnmakeable } from './emulator-differences.ts'

const run = promisify(execFile)
export const root = fileURLToPath(new URL('../..', import.meta.url))
const cdkProgram = join(dirname(createRequire(import.meta.url).resolve('aws-cdk/package.json')), 'bin', 'cdk')

export interface Deployment {
  root: string
  stage: StageName
  context: Record<string, string>
  parameters?: Record<string, string>
  scratch: string
  environment: Record<string, string | undefined>
  signal: AbortSignal
  change?: (template: PlainTemplate) => PlainTemplate
}

/** Settings of the deployment in the rehearsal. */
const chosen = {
  carrierCallsPerSecond: 5,
  /** High limit, because one user does the work of many at once. */
  rateLimitPerMinute: 6000,
  /** `npm run admin -- doctor` demands both settings in `prod`. */
  callingRules: 'observe',
  reservedConcurrency: 500,
}

/**
 * Writes the template. Returns the resources that it leaves out because the emulator cannot create
 * them.
 */
export const synthesise = async (deployment: Deployment): Promise<string[]> => {
  const { stage, scratch } = deployment
  const given = Object.entries({ stage, ...chosen, ...deployment.context })
  const context = given.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  await cdk(deployment, ['synth', '--quiet', ...context, '--output', assemblyOf(scratch)])
  const file = templateOf(scratch, stage)
  const { template, leftOut } = withoutUnmakeable(JSON.parse(await readFile(file, 'utf8')))
  await writeFile(file, JSON.stringify(deployment.change?.(template) ?? template))
  return leftOut
}

/** Deploys with the commands of docs/deploying.md. Returns the stack's outputs. */
export const deploy = async (deployment: Deployment): Promise<Record<string, string>> => {
  const { stage, scratch, parameters = {} } = deployment
  const outputsFile = join(scratch, 'outputs.json')
  const built = ['--app', assemblyOf(scratch), '--build', 'true']
  await cdk(deployment, ['bootstrap', `aws://${account}/${region}`, ...built])
  const unasked = ['--require-approval', 'never', '--progress', 'events', '--outputs-file', outputsFile]
  const given = Object.entries(parameters).flatMap(([name, value]) => ['--parameters', `${name}=${value}`])
  await cdk(deployment, ['deploy', `parlance-${stage}`, ...built, ...given, ...unasked])
  const outputs = z
    .record(z.string(), z.record(z.string(), z.string()))
    .parse(JSON.parse(await readFile(outputsFile, 'utf8')))
  return outputs[`parlance-${stage}`] ?? {}
}

export const fillSecret = async (SecretId: string, fields: Record<string, string>): Promise<void> => {
  const client = new SecretsManagerClient()
  await client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(fields) }))
  client.destroy()
}

const assemblyOf = (scratch: string) => join(scratch, 'cdk.out')

export const templateOf = (scratch: string, stage: StageName) =>
  join(assemblyOf(scratch), `parlance-${stage}.template.json`)

const cdk = async ({ root, environment, signal }: Deployment, args: string[]): Promise<void> => {
  const options = { cwd: root, env: environment, signal, timeout: timeoutMs, maxBuffer: outputBytesMax }
  try {
    await run(process.execPath, [cdkProgram, ...args, '--no-notices', '--ci'], options)
  } catch (cause) {
    const { stdout, stderr } = Printed.parse(cause)
    throw new Error(`cdk ${args[0]} failed: ${(stdout + stderr || String(cause)).slice(-printedLengthMax)}`)
  }
}

const Printed = z.object({ stdout: z.string().default(''), stderr: z.string().default('') })
const timeoutMs = 600_000
const outputBytesMax = 64 * 1024 * 1024
const printedLengthMax = 3_000
