import { execFile } from 'node:child_process'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installPython, python } from '../build/python-packages.ts'
import { type Child, startChild } from '../local/child.ts'
import { awsNames, emulatorSettings, mendEmulator, separateFunctions } from './emulator-differences.ts'

const run = promisify(execFile)
/** Fixed versions, because emulator-differences.ts patches the emulator. */
const packages = ['ministack==1.5.33', 'trustme==1.2.1']
export const emulatorName = packages.join('-').replaceAll('==', '-')

export interface Emulator extends Child {
  refusals(): string[]
  functions(): ReadonlySet<string>
}

interface Place {
  folder: string
  scratch: string
  environment: Record<string, string | undefined>
}

/** Installs the emulator if it is missing. Returns an error message if the installation fails. */
export const installEmulator = async (folder: string): Promise<string | undefined> => {
  const lack = await installPython(folder, packages)
  if (!lack) await mendEmulator(folder)
  return lack
}

export const makeCertificate = async ({ folder, scratch, environment }: Place, names: string[]): Promise<string> => {
  const identities = ['localhost', '127.0.0.1', ...awsNames, ...names]
  const args = ['-m', 'trustme', '--quiet', '--dir', scratch, '--identities', ...identities]
  await run(python, args, { env: { ...environment, PYTHONPATH: folder } })
  return join(scratch, 'client.pem')
}

export const startEmulator = async ({ folder, scratch, environment }: Place, port: number): Promise<Emulator> => {
  const logFile = join(scratch, 'emulator.log')
  await writeFile(logFile, '')
  for (const name of ['tmp', 'state', 's3']) await mkdir(join(scratch, name), { recursive: true })
  await separateFunctions(scratch)
  const refusals: string[] = []
  const functions = new Set<string>()
  let unfinished = ''
  const child = await startChild({
    command: python,
    args: ['-m', 'ministack'],
    ready: /Running on https/,
    readyWithinMs: 60_000,
    environment: {
      ...environment,
      ...emulatorSettings(port),
      PYTHONPATH: folder,
      TMPDIR: join(scratch, 'tmp'),
      STATE_DIR: join(scratch, 'state'),
      S3_DATA_DIR: join(scratch, 's3'),
      MINISTACK_SSL_CERT: join(scratch, 'server.pem'),
      MINISTACK_SSL_KEY: join(scratch, 'server.key'),
    },
    onOutput: (text) => {
      void appendFile(logFile, text)
      const lines = (unfinished + text).split('\n')
      unfinished = lines.pop() ?? ''
      refusals.push(...lines.flatMap((line) => /\[iam\] REFUSED (.+)/.exec(line)?.[1] ?? []))
      for (const name of lines.flatMap((line) => /worker spawned for (\S+)/.exec(line)?.[1] ?? [])) functions.add(name)
    },
  })
  return { ...child, refusals: () => [...refusals], functions: () => functions }
}
