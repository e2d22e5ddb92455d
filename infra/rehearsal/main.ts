import { mkdir, rm } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { leaveOut } from '../stack/left-out.ts'
import { readStage, stageNames } from '../stack/stages.ts'
import { disaster } from './disaster.ts'
import { examineDoctor } from './doctor.ts'
import { emulatorName, installEmulator } from './emulator.ts'
import { access } from './emulator-differences.ts'
import { play } from './play.ts'
import type { RehearsalPart } from './rehearsal.ts'
import { rehearseSetup } from './setup.ts'
import { upgrade } from './upgrade.ts'

/**
 * `npm run rehearse` deploys the stack into an emulator of AWS, acts as its users and operators,
 * and removes the stack. `-- PART` runs another part, `-- all` every part. It writes into
 * `.rehearsal/` only.
 */
const parts: Record<string, RehearsalPart> = { play, upgrade, doctor: examineDoctor, disaster, setup: rehearseSetup }
const folder = fileURLToPath(new URL('../../.rehearsal/', import.meta.url))
const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
const ctrlCExitStatus = 130

/** Removes AWS settings, because the rehearsal must not reach a real account. */
for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name]
Object.assign(process.env, access)

const interruption = new AbortController()
const say = (line: string) => {
  if (!interruption.signal.aborted) process.stdout.write(`${line}\n`)
}

const started: { close(): unknown }[] = []
const keep = <T extends { close(): unknown }>(part: T): T => {
  started.push(part)
  return part
}
const endWhatWasStarted = async () => {
  for (let part = started.pop(); part; part = started.pop()) await part.close()
}

/** Runs the chosen parts until one fails, each with its own emulator. Returns the exit status. */
const rehearse = async (args: string[]): Promise<number> => {
  const { turns, stage, from } = readArguments(args)
  say('Installing the emulator, unless it is there …')
  const lack = await installEmulator(join(folder, emulatorName))
  if (lack) return leaveOut('The rehearsal', lack)
  for (const { name, fails } of turns) {
    const part = parts[name]
    if (!part) throw new Error(`There is no part "${name}": choose ${[...Object.keys(parts), 'all'].join(', ')}.`)
    if (turns.length > 1) say(`\n${name}${fails ? ' --fail' : ''}`)
    const scratch = join(folder, name)
    await rm(scratch, { recursive: true, force: true })
    await mkdir(scratch, { recursive: true })
    const isWell = await part({ stage, from, fails, folder, scratch, path, say, keep, signal: interruption.signal })
    await endWhatWasStarted()
    if (!isWell) return 1
  }
  return 0
}

const readArguments = (args: string[]) => {
  const options = { stage: { type: 'string' }, from: { type: 'string' }, fail: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [name = 'play'] = positionals
  const stage = readStage(values.stage)
  if (!stage)
    throw new Error(`There is no stage ${values.stage}: choose with --stage ${stageNames.join(' or --stage ')}.`)
  const each = Object.keys(parts).map((name) => ({ name, fails: false }))
  const all = [...each, { name: 'upgrade', fails: true }]
  return { turns: name === 'all' ? all : [{ name, fails: values.fail ?? false }], stage, from: values.from }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())
const interrupted = new Promise<never>((_, reject) => {
  interruption.signal.addEventListener('abort', () => reject(interruption.signal.reason))
})
let exitStatus = 1
try {
  exitStatus = await Promise.race([rehearse(process.argv.slice(2)), interrupted])
} catch (cause) {
  if (interruption.signal.aborted) exitStatus = ctrlCExitStatus
  else process.stderr.write(`${cause instanceof Error ? cause.message : cause}\n`)
} finally {
  await endWhatWasStarted()
}
process.exit(exitStatus)
