import { mkdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { must } from '../../shared/domain/must.ts'
import { operations } from '../../shared/operations/index.ts'
import { deployedStack } from '../admin/stacks.ts'
import { freePort } from '../local/dynamodb.ts'
import { readStage, type StageName, stageNames } from '../stages.ts'
import { deploy, fillSecret, synthesise } from './deploy.ts'
import { startCarrier, startModel } from './doubles.ts'
import { emulatorName, installEmulator, makeCertificate, startEmulator } from './emulator.ts'
import { region, writeNames } from './emulator-differences.ts'
import {
  askDoctor,
  callMultimodal,
  eraseUser,
  exchangeMessages,
  exportUser,
  keepRecording,
  playOperations,
  receiveCall,
  redriveDeadLetter,
  runCampaign,
  verifyWebhook,
} from './plays.ts'
import { openReceiver } from './receiver.ts'
import { webhookHost } from './requests.ts'
import { addUser, type Scene } from './scene.ts'
import { expect, heading, openSteps } from './steps.ts'

/**
 * `npm run rehearse`: deploys the stack into an emulator of AWS on this machine, plays what its users and operators do, and takes it
 * down again. Everything that it writes lies in `.rehearsal/`. Fails when anything differs from what must be.
 */
const folder = fileURLToPath(new URL('../../.rehearsal/', import.meta.url))
const scratch = join(folder, 'run')
const ctrlCExitStatus = 130

/** Once it is interrupted, what still fails says nothing. */
const say = (line: string) => {
  if (!interruption.signal.aborted) process.stdout.write(`${line}\n`)
}
const interruption = new AbortController()

/** What was started, to be ended in reverse order. */
const started: { close(): unknown }[] = []
const keep = <T extends { close(): unknown }>(part: T): T => {
  started.push(part)
  return part
}

/** True when everything was as it must be. */
const rehearse = async (stage: StageName): Promise<boolean> => {
  const began = performance.now()
  const steps = openSteps(say)
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { recursive: true })

  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const bare = { PATH: path, HOME: scratch, LANG: 'C.UTF-8' }
  const emulatorFolder = join(folder, emulatorName)
  say('Installing the emulator, unless it is there …')
  await installEmulator(emulatorFolder)
  const authority = await makeCertificate({ folder: emulatorFolder, scratch, environment: bare }, [webhookHost])
  const [cert = '', key = ''] = await Promise.all(
    ['server.pem', 'server.key'].map((name) => readFile(join(scratch, name), 'utf8')),
  )
  const receiver = keep(await openReceiver({ cert, key }))
  const port = await freePort()
  const names = join(scratch, 'names.cjs')
  await writeNames(names, [
    { under: 'amazonaws.com', port },
    { under: webhookHost, port: receiver.port },
  ])
  const trusting = { ...bare, NODE_OPTIONS: `--require ${JSON.stringify(names)}`, NODE_EXTRA_CA_CERTS: authority }
  const access = { AWS_REGION: region, AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' }
  const environment = { ...trusting, ...access, AWS_CA_BUNDLE: authority }
  enterWorld(names, await readFile(authority, 'utf8'), access)

  say(`Building and synthesising parlance-${stage} …`)
  const deployment = { stage, scratch, environment, signal: interruption.signal }
  const leftOut = await synthesise(deployment)
  const emulator = keep(await startEmulator({ folder: emulatorFolder, scratch, environment: trusting }, port))
  say('Deploying it …')
  const outputs = await deploy(deployment)
  const model = keep(await startModel(outputs, trusting))
  const carrier = keep(await startCarrier(outputs, model, trusting))
  await fillSecret(must(outputs.CarrierSecretName, 'output CarrierSecretName'), carrier.secret)
  await fillSecret(must(outputs.ModelSecretName, 'output ModelSecretName'), model.secret)

  const stackName = `parlance-${stage}`
  const tools = { stackName, environment: access }
  const [user, other] = [await addUser(tools, 'Ada', '+12025550190'), await addUser(tools, 'Grace', '+12025550191')]
  const base = must(outputs.BaseUrl, 'output BaseUrl')
  const scene: Scene = { ...tools, base, carrier: carrier.url, receiver, scratch, firstMs: new Map() }
  say(`\n${heading}`)
  await playOperations(steps, scene, user)
  await Promise.all([
    steps.play('a campaign', () => runCampaign(scene, other)),
    steps.play('an incoming call', () => receiveCall(scene, user)),
    steps.play('a multimodal call', () => callMultimodal(scene, user)),
    steps.play('texts both ways, and an opt-out', () => exchangeMessages(scene, user)),
    steps.play('a webhook', () => verifyWebhook(scene, user)),
    steps.play('a recording', () => keepRecording(scene, user)),
  ])
  await steps.play('a dead letter', async () => {
    const queues = await (await deployedStack(stackName, access)).workQueues()
    const queue = must(
      queues.find(({ worker }) => worker.id === 'settle-sms'),
      'queue of settle-sms',
    )
    return redriveDeadLetter(scene, user, queue.deadUrl)
  })
  await askDoctor(steps, scene)
  await steps.play('an export', () => exportUser(scene, user))
  await steps.play('an erasure', () => eraseUser(scene, user))

  await steps.play('every function has run', async () => {
    const idle = operations.filter(({ id }) => !emulator.functions().has(`${stackName}-${id}`)).map(({ id }) => id)
    expect(idle.length === 0, `all but ${idle.join(', ')}`)
    return `${operations.length} of them`
  })

  const refusals = emulator.refusals()
  for (const refusal of refusals) say(`IAM refused ${refusal}`)
  for (const resource of leftOut) say(`The emulator cannot make ${resource}`)
  const seconds = Math.round((performance.now() - began) / 1000)
  say(
    `${steps.count()} steps, ${steps.failed()} failed, ${refusals.length} refused by IAM, ${leftOut.length} resources left out, ${seconds} s`,
  )
  return steps.failed() === 0 && refusals.length === 0
}

/** This process, too, finds AWS in the emulator, and has no other credentials. */
const enterWorld = (names: string, authority: string, access: Record<string, string>) => {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name]
  Object.assign(process.env, access)
  createRequire(import.meta.url)(names)
  setDefaultCACertificates([...getCACertificates('default'), authority])
}

const readArguments = (): StageName => {
  const { stage } = parseArgs({ options: { stage: { type: 'string' } } }).values
  const known = readStage(stage)
  if (!known) throw new Error(`There is no stage ${stage}: choose with --stage ${stageNames.join(' or --stage ')}.`)
  return known
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())
const interrupted = new Promise<never>((_, reject) => {
  interruption.signal.addEventListener('abort', () => reject(interruption.signal.reason))
})
let exitStatus = 1
try {
  exitStatus = (await Promise.race([rehearse(readArguments()), interrupted])) ? 0 : 1
} catch (cause) {
  if (interruption.signal.aborted) exitStatus = ctrlCExitStatus
  else process.stderr.write(`${cause instanceof Error ? cause.message : cause}\n`)
} finally {
  for (const part of started.toReversed()) await part.close()
}
process.exit(exitStatus)
