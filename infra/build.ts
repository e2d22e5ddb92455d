import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, transform } from 'esbuild'
import { fileOf, type Operation } from '../shared/operations/define.ts'
import { operations as catalogue } from '../shared/operations/index.ts'
import type { Asset } from '../shared/runtime/asset.ts'
import { makeAssets } from './assets.ts'
import { isFree, needsOf, serviceOf } from './grants.ts'
import { usesOf } from './uses.ts'

interface BuildOptions {
  /** Gets a folder for each operation, named by its id, with index.mjs in it. Emptied first. */
  outDir: string
  /** Where source maps go; none are made without it. They never ship: reading them costs a cold start 10 to 20 ms. */
  mapsDir?: string
  operations?: readonly Operation[]
}

export interface Bundle {
  id: string
  /** Of index.mjs, which a cold start reads. */
  bytes: number
}

/**
 * Bundles every operation into a Lambda function of its own. A bundle holds its operation's handler and declaration, the
 * services that it uses, and nothing else of ours. Where models are asked, the adapter of each vendor is a file beside it that
 * is read when it is first needed; esbuild would put such files where all bundles of a run can reach them, so each of these
 * functions is a run of its own.
 */
export const buildFunctions = async ({ outDir, mapsDir, operations = catalogue }: BuildOptions): Promise<Bundle[]> => {
  const missing = operations.map(fileOf).filter((file) => !existsSync(join(root, file)))
  if (missing.length) throw new Error(`Declared, but without a handler: ${missing.join(', ')}`)

  const assets = await makeAssets()
  const asking = operations.filter((operation) => needsOf(operation).askModels)
  const others = operations.filter((operation) => !asking.includes(operation))
  const runs = [others, ...asking.map((operation) => [operation])].map((run) => bundle(run, assets, outDir, mapsDir))
  const outputFiles = (await Promise.all(runs)).flat()

  await Promise.all([outDir, mapsDir].map((dir) => dir && rm(dir, { recursive: true, force: true })))
  const written = outputFiles.map(async ({ path, contents }) => {
    const file = mapsDir && path.endsWith('.map') ? join(mapsDir, relative(outDir, path)) : path
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, contents)
    return basename(path) === 'index.mjs' ? [{ id: relative(outDir, dirname(path)), bytes: contents.length }] : []
  })
  return (await Promise.all(written)).flat()
}

const root = fileURLToPath(new URL('..', import.meta.url))

const bundle = async (
  operations: readonly Operation[],
  assets: Record<string, Asset>,
  outDir: string,
  mapsDir: string | undefined,
) => {
  const [only] = operations
  const splitting = only !== undefined && needsOf(only).askModels
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: operations.map(({ id }) => ({ in: `operation:${id}`, out: join(id, 'index') })),
    splitting,
    chunkNames: splitting ? join(only.id, '[name]-[hash]') : undefined,
    plugins: [
      entries(operations, assets),
      onlyNamedDeclarations,
      credentialsFromEnvironment,
      versionOfClients,
      wholeZod,
      requiredHttp,
    ],
    bundle: true,
    minify: true,
    legalComments: 'none',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    // CommonJS inside an ES module still wants to require what Node brings along.
    banner: { js: `import{createRequire}from'node:module';const require=createRequire(import.meta.url);` },
    sourcemap: mapsDir ? 'external' : false,
    outdir: outDir,
    outExtension: { '.js': '.mjs' },
    write: false,
    logLevel: 'error',
  })
  return outputFiles
}

/** What Lambda loads: the handler, opened with the parts of a deployed function and the services that it uses. */
const entryOf = (operation: Operation, assets: Record<string, Asset>): string => {
  if (operation.kind === 'asset')
    return `
      import { handler as entry } from './${fileOf(operation)}'
      export const handler = entry.open({ assets: ${JSON.stringify({ [operation.id]: assets[operation.id] })} }, {})
    `
  const services = [...new Set(usesOf(operation).flatMap((use) => (isFree(use) ? [] : [serviceOf(use)])))].join(', ')
  const fetchesSecrets = needsOf(operation).secrets.length > 0
  return `
    import { handler as entry } from './${fileOf(operation)}'
    import { ${services} } from './shared/runtime/registry.ts'
    import { openParts } from './shared/runtime/wiring.ts'
    ${fetchesSecrets ? `import { fetchSecret } from './shared/providers/secrets-manager.ts'` : ''}
    export const handler = entry.open(openParts(process.env, { ${fetchesSecrets ? 'fetchSecret' : ''} }), { ${services} })
  `
}

const entries = (operations: readonly Operation[], assets: Record<string, Asset>): Plugin => ({
  name: 'entries',
  setup: ({ onResolve, onLoad }) => {
    const contents = new Map(operations.map((operation) => [`operation:${operation.id}`, entryOf(operation, assets)]))
    onResolve({ filter: /^operation:/ }, ({ path }) => ({ path, namespace: 'entry' }))
    onLoad({ filter: /./, namespace: 'entry' }, ({ path }) => ({ contents: contents.get(path), resolveDir: root }))
  },
})

/**
 * Of an area's declarations, a bundle keeps those that its handler names. The schemas of the others would cost a cold
 * start about 0.1 ms each.
 */
const onlyNamedDeclarations: Plugin = {
  name: 'only-named-declarations',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shared\/operations\/[\w-]+\.ts$/ }, async ({ path }) => ({
      contents: await withPureConstants(path),
    }))
  },
}

/** esbuild prints a top-level statement from the first column to a semicolon at the end of a line, and what it encloses indented. */
const topLevelConstant = /^(export )?const (\w+) = (.*?);$(?!\n[ }])/gms

const withPureConstants = async (path: string): Promise<string> => {
  const { code } = await transform(await readFile(path, 'utf8'), { loader: 'ts' })
  return code.replace(topLevelConstant, '$1const $2 = /* @__PURE__ */ (() => ($3))();')
}

/**
 * Lambda hands credentials over in the environment. The SDK would bring a chain of other sources along (profiles,
 * single sign-on, instance metadata): a quarter of a bundle, and never reached.
 */
const credentialsFromEnvironment: Plugin = {
  name: 'credentials-from-environment',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path }) => ({ path, namespace: 'credentials' }))
    onLoad({ filter: /./, namespace: 'credentials' }, () => ({
      contents: `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'`,
      resolveDir: root,
    }))
  },
}

/** A client of the SDK tells its version in each request, and brings its whole package.json for that: 2 KB each. */
const versionOfClients: Plugin = {
  name: 'version-of-clients',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/@aws-sdk\/client-[\w-]+\/package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'))
      return { contents: JSON.stringify({ version }), loader: 'json' }
    })
  },
}

/**
 * An ES module that imports from node:http makes Node read every export of it, and so load its own WebSocket client: 15 ms of a
 * cold start. What is required is read when it is used.
 */
const requiredHttp: Plugin = {
  name: 'required-http',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'require-call' ? undefined : { path: 'http', namespace: 'required-http' },
    )
    onLoad({ filter: /./, namespace: 'required-http' }, () => ({ contents: `module.exports = require('node:http')` }))
  },
}

/** The AI SDK imports zod by its name, which would bring along every locale: 350 KB in each adapter. */
const wholeZod: Plugin = {
  name: 'whole-zod',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/node_modules\/@ai-sdk\/[\w-]+\/dist\/.*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(namedZod, (_, name = 'z') => `import * as ${name} from 'zod';`),
    }))
  },
}

const namedZod = /^import \{ z(?: as (\w+))? \} from "zod\/v4";/gm

if (import.meta.main) {
  const mapsDir = process.argv.includes('--maps') ? join(root, 'dist-maps') : undefined
  const bundles = await buildFunctions({ outDir: join(root, 'dist'), mapsDir })
  const largest = Math.max(...bundles.map(({ bytes }) => bytes))
  console.log(`Built ${bundles.length} functions into dist, the largest of ${Math.round(largest / 1024)} KB`)
}
