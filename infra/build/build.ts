import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, context, type Plugin } from 'esbuild'
import { fileOf, type Operation } from '../../shared/operations/define.ts'
import { operations as catalogue } from '../../shared/operations/index.ts'
import type { Asset } from '../../shared/runtime/parts.ts'
import { agentTools } from '../documents/agent-tools.ts'
import { isFree, needsOf, serviceOf } from '../stack/grants.ts'
import { usesOf } from '../stack/uses.ts'
import { makeAssets } from './assets.ts'
import {
  embeddingVendors,
  externalVendors,
  fullZod,
  lighter,
  onlyNamedConstants,
  vendors,
  withoutDescriptions,
} from './plugins.ts'

interface BuiltFile {
  path: string
  contents: Uint8Array
}

interface FunctionsOptions {
  /** Output folder, with one folder per operation. The build empties it first. */
  outDir: string
  /**
   * Folder of source maps. They are not deployed, because reading them slows a cold start by 10 to
   * 20 ms.
   */
  mapsDir?: string
  operations?: readonly Operation[]
}

export interface Bundle {
  id: string
  bytes: number
}

/**
 * Bundles each operation into its own Lambda function. Model adapters are separate files, which a
 * function loads when it first needs them.
 */
export const buildFunctions = async ({
  outDir,
  mapsDir,
  operations = catalogue,
}: FunctionsOptions): Promise<Bundle[]> => {
  const missing = operations.map(fileOf).filter((file) => !existsSync(join(root, file)))
  if (missing.length) throw new Error(`Declared, but without a handler: ${missing.join(', ')}`)

  const assets = await makeAssets()
  const asking = operations.filter((operation) => needsOf(operation).askModels)
  const embedding = operations.filter((one) => usesOf(one).includes('embeddings.open') && !asking.includes(one))
  const parsing = operations.filter((operation) => usesOf(operation).includes('documentReader.read'))
  const [functions, adapters, parsers] = await Promise.all([
    bundle(operations, assets, outDir, mapsDir),
    asking.length || embedding.length ? bundleVendors(outDir, mapsDir) : Promise.resolve([]),
    parsing.length ? bundleParser(outDir, mapsDir) : Promise.resolve([]),
  ])
  const besideEach = (those: readonly Operation[], files: readonly BuiltFile[]) =>
    those.flatMap(({ id }) => files.map(({ path, contents }) => ({ path: join(outDir, id, basename(path)), contents })))
  const embedders = adapters.filter(({ path }) => embeddingVendors.includes(basename(path, extname(path))))
  const beside = [...besideEach(asking, adapters), ...besideEach(embedding, embedders), ...besideEach(parsing, parsers)]

  await Promise.all([outDir, mapsDir].map((dir) => dir && rm(dir, { recursive: true, force: true })))
  const written = [...functions, ...beside].map(async ({ path, contents }) => {
    const file = mapsDir && path.endsWith('.map') ? join(mapsDir, relative(outDir, path)) : path
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, contents)
    return basename(path) === 'index.mjs' ? [{ id: relative(outDir, dirname(path)), bytes: contents.length }] : []
  })
  return (await Promise.all(written)).flat()
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Number of functions in each build: 32 take 2 GB of memory, all 193 take 6 GB. */
const linkedMax = 32

const bundle = async (
  operations: readonly Operation[],
  assets: Record<string, Asset>,
  outDir: string,
  mapsDir: string | undefined,
) => {
  const slots = [...Array(Math.min(linkedMax, operations.length)).keys()]
  let linked: readonly Operation[] = []
  const building = await context({
    ...shared,
    entryPoints: slots.map((slot) => ({ in: `slot:${slot}`, out: `${slot}/index` })),
    plugins: [
      entries((slot) => linked[slot] && entryOf(linked[slot], assets)),
      ...[externalVendors, onlyNamedConstants, withoutDescriptions, ...lighter],
    ],
    sourcemap: mapsDir ? 'external' : false,
    outdir: outDir,
  })
  const built: BuiltFile[] = []
  try {
    for (let first = 0; first < operations.length; first += slots.length) {
      linked = operations.slice(first, first + slots.length)
      const { outputFiles } = await building.rebuild()
      for (const { path, contents } of outputFiles) {
        const operation = linked[Number(basename(dirname(path)))]
        if (operation) built.push({ path: join(outDir, operation.id, basename(path)), contents })
      }
    }
  } finally {
    await building.dispose()
  }
  return built
}

const bundleVendors = async (outDir: string, mapsDir: string | undefined) => {
  const { outputFiles } = await build({
    ...shared,
    entryPoints: vendors.map((vendor) => ({ in: `@ai-sdk/${vendor}`, out: vendor })),
    plugins: [fullZod, ...lighter],
    sourcemap: mapsDir ? 'external' : false,
    outdir: outDir,
  })
  return outputFiles
}

const bundleParser = async (outDir: string, mapsDir: string | undefined): Promise<BuiltFile[]> => {
  const { outputFiles } = await build({
    ...shared,
    entryPoints: [{ in: 'shared/providers/parsing/main.ts', out: 'parser' }],
    sourcemap: mapsDir ? 'external' : false,
    outdir: outDir,
  })
  const cmaps = 'cmaps.zip'
  const contents = await readFile(join(root, 'shared/providers/parsing', cmaps))
  return [...outputFiles, { path: join(outDir, cmaps), contents }]
}

const shared = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  legalComments: 'none',
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // Writes non-ASCII characters without escapes, which halves their size.
  charset: 'utf8',
  mainFields: ['module', 'main'],
  // Defines `require`, which bundled CommonJS modules need.
  banner: { js: `import{createRequire}from'node:module';const require=createRequire(import.meta.url);` },
  outExtension: { '.js': '.mjs' },
  write: false,
  logLevel: 'error',
} as const satisfies BuildOptions

const entryOf = (operation: Operation, assets: Record<string, Asset>): string => {
  if (operation.kind === 'asset')
    return `
      import { handler as entry } from './${fileOf(operation)}'
      import { settingsFrom } from './shared/providers/aws/settings.ts'
      const assets = ${JSON.stringify({ [operation.id]: assets[operation.id] })}
      export const handler = entry.open({ assets, settings: settingsFrom(process.env) }, {})
    `
  const services = [...new Set(usesOf(operation).flatMap((use) => (isFree(use) ? [] : [serviceOf(use)])))].join(', ')
  const { secrets, queues, ...needs } = needsOf(operation)
  const own = [
    ...(secrets.length ? ['secretsManager'] : []),
    ...(queues.length ? ['sqs: { send: (command) => (sqs ??= new SQSClient({})).send(command) }'] : []),
    ...(needs.agentTools ? [`agentTools: JSON.parse(${JSON.stringify(JSON.stringify(agentTools()))})`] : []),
  ]
  return `
    import { handler as entry } from './${fileOf(operation)}'
    import { ${services} } from './shared/runtime/registry.ts'
    import { openParts } from './shared/runtime/wiring.ts'
    ${secrets.length ? `import { secretsManager } from './shared/providers/aws/secrets-manager.ts'` : ''}
    ${queues.length ? `import { SQSClient } from '@aws-sdk/client-sqs'` : ''}
    let sqs
    export const handler = entry.open(openParts(process.env, { ${own.join(', ')} }), { ${services} })
  `
}

/** Virtual entry points with fixed names. `contentOf` can return other contents in each rebuild. */
const entries = (contentOf: (slot: number) => string | undefined): Plugin => ({
  name: 'entries',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^slot:/ }, ({ path }) => ({ path, namespace: 'entry' }))
    onLoad({ filter: /./, namespace: 'entry' }, ({ path }) => ({
      contents: contentOf(Number(path.slice('slot:'.length))) ?? '',
      resolveDir: root,
    }))
  },
})

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const mapsDir = process.argv.includes('--maps') ? join(root, 'dist-maps') : undefined
  const bundles = await buildFunctions({ outDir: join(root, 'dist'), mapsDir })
  const largest = Math.max(...bundles.map(({ bytes }) => bytes))
  console.log(`Built ${bundles.length} functions into dist, the largest of ${Math.round(largest / 1024)} KB`)
}
