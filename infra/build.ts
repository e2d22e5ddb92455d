import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
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
    // Whoever asks no model has no adapter, and parts of zod that only an adapter would share stay in one piece with the rest.
    external: splitting ? [] : ['@ai-sdk/*'],
    chunkNames: splitting ? join(only.id, '[name]-[hash]') : undefined,
    plugins: [
      entries(operations, assets),
      onlyNamedDeclarations,
      credentialsFromEnvironment,
      withoutEventStreams,
      withoutProfiles,
      withoutDescriptions,
      textOfPhones,
      versionOfClients,
      wholeZod,
      requiredBuiltins,
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
  const { secrets, queues } = needsOf(operation)
  const clients = [...(secrets.length ? ['fetchSecret'] : []), ...(queues.length ? ['sqs: new SQSClient({})'] : [])]
  return `
    import { handler as entry } from './${fileOf(operation)}'
    import { ${services} } from './shared/runtime/registry.ts'
    import { openParts } from './shared/runtime/wiring.ts'
    ${secrets.length ? `import { fetchSecret } from './shared/providers/secrets-manager.ts'` : ''}
    ${queues.length ? `import { SQSClient } from '@aws-sdk/client-sqs'` : ''}
    export const handler = entry.open(openParts(process.env, { ${clients.join(', ')} }), { ${services} })
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

/**
 * The SDK can follow streams of events, which no service of ours sends. esbuild cannot know, and would keep all that such a stream
 * needs apart, to be woken at any time: module by module instead of in one piece.
 */
const withoutEventStreams: Plugin = {
  name: 'without-event-streams',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ path }) => ({ path, namespace: 'event-streams' }))
    onLoad({ filter: /./, namespace: 'event-streams' }, () => ({
      contents: `throw new Error('Streams of events are not part of this bundle')`,
    }))
  },
}

/**
 * Nor are there files with profiles in Lambda. The SDK would look for them before its first request, and to read a file as a promise
 * wakes a fourth of what Node brings along, down to the command line.
 */
const withoutProfiles: Plugin = {
  name: 'without-profiles',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shared-ini-file-loader\/readFile\.js$/ }, () => ({
      contents: `export const filePromises = {}, fileIntercept = {}, readFile = () => Promise.reject(new Error('No profiles'))`,
    }))
  },
}

/** Our schemas are described when the API's document is written, never in a function: a sixth of zod. */
const withoutDescriptions: Plugin = {
  name: 'without-descriptions',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/zod\/v4\/core\/json-schema-processors\.js$/ }, async ({ path }) => ({
      contents: namesOf(await readFile(path, 'utf8'))
        .map((name) => `export const ${name} = undefined`)
        .join('\n'),
    }))
    onLoad({ filter: /\/zod\/v4\/core\/to-json-schema\.js$/ }, async ({ path }) => ({
      contents: namesOf(await readFile(path, 'utf8'))
        .map((name) => `export const ${name} = () => undefined`)
        .join('\n'),
    }))
  },
}

const namesOf = (code: string): string[] =>
  [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name)

/**
 * The rules of the world's numbering plans are a text that is read when the first number is: as a value of the program they would
 * be made at every start.
 */
const textOfPhones: Plugin = {
  name: 'text-of-phones',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/libphonenumber-js\/metadata\.max\.json\.js$/ }, async ({ path }) => {
      const { default: metadata } = await import(path)
      const members = Object.keys(metadata).map((name) => `get ${name}() { return whole().${name} }`)
      return {
        contents: `
          const text = String.raw\`${JSON.stringify(metadata)}\`
          let known
          const whole = () => known ??= JSON.parse(text)
          export default { ${members.join(', ')} }
        `,
      }
    })
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
 * What an ES module imports of Node, Node reads every export of, and so wakes what hides behind each: with node:http its WebSocket
 * client, with node:fs its streams. That is a fifth of an import. What is required is taken as it is.
 */
const requiredBuiltins: Plugin = {
  name: 'required-builtins',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: builtin }, ({ kind, path }) =>
      kind === 'require-call' ? undefined : { path: path.replace(/^node:/, ''), namespace: 'builtin' },
    )
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = require('node:${path}')`,
    }))
  },
}

const builtin = new RegExp(`^(node:)?(${builtinModules.join('|')})$`)

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
