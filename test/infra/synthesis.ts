import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from 'aws-cdk-lib'
import type { Choices } from '../../infra/stack/context.ts'
import type { StageName } from '../../infra/stack/stages.ts'
import { type Template, templatesOf } from '../../infra/stack/templates.ts'
import type { Operation } from '../../shared/operations/define.ts'

export interface Synthesised {
  stackName: string
  isProtected: boolean | undefined
  /** Templates by logical id of the nested stack; the main stack's template has the key ''. */
  templates: Map<string, Template>
  Resources: Record<string, SynthesisedResource>
  Outputs: Record<string, { Value: unknown }>
}

export interface SynthesisedResource {
  Type: string
  Properties: Record<string, unknown>
  Metadata?: Record<string, unknown>
  DeletionPolicy?: string
}

type Given = Omit<Choices, 'stage'>

const { SYNTHESISED: shelf } = process.env
const waitsMax = 600
const pauseMs = 100

export const synthesise = async (
  stage: StageName,
  operations: readonly Operation[],
  choices: Given = {},
  check?: (app: App) => void,
): Promise<Synthesised> => {
  if (!shelf || check) return make(stage, operations, choices, check)
  const asked = JSON.stringify([stage, choices, operations.map(({ id }) => id)])
  const file = join(shelf, `${createHash('sha256').update(asked).digest('hex')}.json`)
  await mkdir(shelf, { recursive: true })
  const isMine = await open(`${file}.maker`, 'wx').then(
    (handle) => handle.close().then(() => true),
    () => false,
  )
  for (let waits = 0; !isMine && waits < waitsMax; waits++) {
    const kept = await readFile(file, 'utf8').catch(() => undefined)
    if (kept) return read(JSON.parse(kept))
    await pause(pauseMs)
  }
  const made = await make(stage, operations, choices)
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, JSON.stringify({ ...made, templates: [...made.templates] }))
  await rename(unfinished, file)
  return made
}

const read = ({ templates, ...rest }: Omit<Synthesised, 'templates'> & { templates: [string, Template][] }) => ({
  ...rest,
  templates: new Map(templates),
})

const make = async (
  stage: StageName,
  operations: readonly Operation[],
  choices: Given,
  check?: (app: App) => void,
): Promise<Synthesised> => {
  // Loads the CDK only when needed, because loading takes three seconds.
  const [cdk, { addParlance }] = await Promise.all([import('aws-cdk-lib'), import('../../infra/stack/stack.ts')])
  const folder = await mkdtemp(join(tmpdir(), 'parlance-stack-'))
  try {
    for (const { id } of operations) {
      await mkdir(join(folder, id), { recursive: true })
      await writeFile(join(folder, id, 'index.mjs'), `// ${id}`)
    }
    const { context } = JSON.parse(await readFile('cdk.json', 'utf8'))
    // Skips CloudFormation's rules, because they take a third of the time; `npm run synth` checks
    // them.
    const rules = '@aws-cdk/core:validateAgainstDefaultRules'
    const outdir = join(folder, 'cdk.out')
    const app = new cdk.App({
      context: { ...context, ...(!check && { [rules]: false }) },
      outdir,
      treeMetadata: false,
      stackTraces: false,
    })
    const stack = addParlance(app, { stage, bundles: folder, operations, ...choices })
    check?.(app)
    const artifact = app.synth({ skipValidation: !check }).getStackByName(stack.stackName)
    const templates = await templatesOf(artifact)
    const { stackName, terminationProtection: isProtected, template } = artifact
    return { stackName, isProtected, templates, Resources: joined(templates), Outputs: template.Outputs }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const joined = (templates: Map<string, Template>): Synthesised['Resources'] => {
  const { '': own = { Resources: {} }, ...nested } = Object.fromEntries(templates)
  const filled = Object.entries(nested).map(([id, { Resources, Outputs = {} }]) => {
    const handed = Object(own.Resources[id]?.Properties?.Parameters)
    return { id, ...replaced({ Resources, Outputs }, ({ Ref }) => handed[String(Ref)]) }
  })
  const handedOut = ({ 'Fn::GetAtt': attribute }: Record<string, unknown>): unknown => {
    const [id, name] = Array.isArray(attribute) ? attribute : []
    return filled.find((stack) => stack.id === id)?.Outputs[String(name).replace('Outputs.', '')]?.Value
  }
  const all = [own, ...filled].flatMap(({ Resources }) => Object.entries(replaced(Resources, handedOut)))
  const whole = Object.fromEntries(all.map(([id, resource]) => [id, { Properties: {}, ...resource }]))
  if (Object.keys(whole).length < all.length) throw new Error('A logical id stands for two resources')
  return whole
}

const replaced = <T>(value: T, find: (node: Record<string, unknown>) => unknown): T =>
  JSON.parse(JSON.stringify(value), (_name, member) =>
    typeof member === 'object' && member !== null ? (find(member) ?? member) : member,
  )
