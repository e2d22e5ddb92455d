import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { must } from '../../shared/words/must.ts'
import { freePort } from '../local/dynamodb.ts'
import { type Deployment, deploy, fillSecret, root, synthesise } from './deploy.ts'
import { type Double, startCarrier, startModel } from './doubles.ts'
import { type Emulator, emulatorName, makeCertificate, startEmulator } from './emulator.ts'
import { access, writeNames } from './emulator-differences.ts'
import { openReceiver } from './receiver.ts'
import type { Rehearsal } from './rehearsal.ts'
import { webhookHost } from './requests.ts'
import type { Scene } from './scene.ts'
import { heading, openSteps, type Steps } from './steps.ts'

export interface RehearsalWorld {
  scene: Scene
  deployment: Deployment
  outputs: Record<string, string>
  emulator: Emulator
  carrier: Double
  model: Double
  steps: Steps
  conclude(): boolean
}

interface Overrides extends Partial<Pick<Deployment, 'root' | 'context'>> {
  deployBy?: typeof deploy
  /** Fields of the carrier's secret to fill, by default all. */
  carrierFields?: string[]
}

export const openWorld = async (
  rehearsal: Rehearsal,
  { deployBy = deploy, carrierFields, ...overrides }: Overrides = {},
): Promise<RehearsalWorld> => {
  const began = performance.now()
  const { stage, folder, scratch, say, keep, signal } = rehearsal
  const bare = { PATH: rehearsal.path, HOME: scratch, LANG: 'C.UTF-8' }
  const emulatorFolder = join(folder, emulatorName)
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
  const environment = { ...trusting, ...access, AWS_CA_BUNDLE: authority }
  findAws(names, await readFile(authority, 'utf8'))

  say(`Building and synthesising parlance-${stage} …`)
  const deployment: Deployment = { root, context: {}, ...overrides, stage, scratch, environment, signal }
  const leftOut = await synthesise(deployment)
  const emulator = keep(await startEmulator({ folder: emulatorFolder, scratch, environment: trusting }, port))
  say('Deploying it …')
  const outputs = await deployBy(deployment)
  const model = keep(await startModel(outputs, trusting))
  const carrier = keep(await startCarrier(outputs, model, trusting))
  await fillSecret(must(outputs.CarrierSecretName, 'output CarrierSecretName'), only(carrier.secret, carrierFields))
  await fillSecret(must(outputs.ModelSecretName, 'output ModelSecretName'), model.secret)

  const steps = openSteps(say)
  say(`\n${heading}`)
  return {
    scene: {
      base: must(outputs.BaseUrl, 'output BaseUrl'),
      stackName: `parlance-${stage}`,
      environment: access,
      carrier: carrier.url,
      receiver,
      scratch,
      firstMs: new Map(),
    },
    deployment,
    outputs,
    emulator,
    carrier,
    model,
    steps,
    conclude: () => {
      // Reports what IAM refused, except to CDK's look-up role, which is refused after a failed
      // deployment.
      const refusals = emulator.refusals().filter((refusal) => !/assumed-role\/cdk-/.test(refusal))
      for (const refusal of refusals) say(`IAM refused ${refusal}`)
      for (const resource of leftOut) say(`The emulator cannot make ${resource}`)
      const seconds = Math.round((performance.now() - began) / 1000)
      say(
        `${steps.count()} steps, ${steps.failed()} failed, ${refusals.length} refused by IAM, ${leftOut.length} resources left out, ${seconds} s`,
      )
      return steps.failed() === 0 && refusals.length === 0
    },
  }
}

const only = (secret: Record<string, string>, fields = Object.keys(secret)): Record<string, string> =>
  Object.fromEntries(Object.entries(secret).filter(([name]) => fields.includes(name)))

const findAws = (names: string, authority: string) => {
  createRequire(import.meta.url)(names)
  setDefaultCACertificates([...getCACertificates('default'), authority])
}
