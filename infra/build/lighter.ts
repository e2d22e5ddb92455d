import { readFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Plugin, transform } from 'esbuild'

/**
 * Plugins that make bundles light. A cold start reads, compiles and runs a bundle while a client
 * waits, at times a caller on the phone.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Adapters of the AI SDK, each a file beside the functions that ask models. */
export const vendors = ['amazon-bedrock', 'anthropic', 'google', 'openai', 'openai-compatible']

/** Vendors of embedding models. */
export const embeddingVendors = ['openai', 'openai-compatible']

export const vendorsBeside: Plugin = {
  name: 'vendors-beside',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^@ai-sdk\// }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path: path.replace(/^@ai-sdk\/(.*)$/, './$1.mjs'), external: true } : undefined,
    )
  },
}

/**
 * A bundle keeps only the constants of our modules that it names. esbuild keeps everything that
 * calls a function, because the call might have an effect. One small function of a module would
 * then bring all its forms and schemas, which cost a cold start about 0.1 ms each.
 */
export const onlyNamedConstants: Plugin = {
  name: 'only-named-constants',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shared\/.*\.ts$/ }, async ({ path }) => ({
      contents: isStoredForm.test(path) ? await valuesOf(path) : await withPureConstants(path),
    }))
  },
}

/** Files whose exports are plain values that follow from forms. */
const isStoredForm = /\/shared\/domain\/[^/]+\/stored-[a-z]+\.ts$/

/** Returns a module with the values that the file exports, and nothing that they follow from. */
const valuesOf = async (path: string): Promise<string> => {
  const exported = Object.entries(await import(pathToFileURL(path).href))
  return exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`).join('\n')
}

/**
 * esbuild prints a top-level statement from the first column to a semicolon at the end of a line,
 * and what it encloses indented.
 */
const topLevelConstant = /^(export )?const (\w+) = (.*?);$(?!\n[ }])/gms
/** A function calls nothing until it is called. */
const isFunction = /^(async )?(\w+|\([\s\S]*?\)) =>/

const withPureConstants = async (path: string): Promise<string> => {
  const source = { loader: 'ts', sourcefile: path, sourcemap: 'inline' } as const
  const { code } = await transform(await readFile(path, 'utf8'), source)
  return code.replace(topLevelConstant, (whole, exported = '', name, value) =>
    value.includes('(') && !isFunction.test(value)
      ? `${exported}const ${name} = /* @__PURE__ */ (() => (${value}))();`
      : whole,
  )
}

/**
 * Lambda hands credentials over in the environment. The SDK would bring a chain of other sources
 * along (profiles, single sign-on, instance metadata): a quarter of a bundle, and never reached.
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
 * The SDK can follow streams of events, which no service of ours sends. esbuild cannot know, and
 * would keep all that such a stream needs apart, to be woken at any time: module by module instead
 * of in one piece.
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
 * Nor are there files with profiles in Lambda. The SDK would look for them before its first
 * request, and to read a file as a promise wakes a fourth of what Node brings along, down to the
 * command line.
 */
const withoutProfiles: Plugin = {
  name: 'without-profiles',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shared-ini-file-loader\/readFile\.js$/ }, () => ({
      contents: `export const filePromises = {}, fileIntercept = {}, readFile = () => Promise.reject(new Error('No profiles'))`,
    }))
  },
}

/**
 * Our schemas are described when the API's document is written, never in a function: a sixth of
 * zod.
 */
export const withoutDescriptions: Plugin = {
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
 * The rules of the world's numbering plans are a text that is read when the first number is: as a
 * value of the program they would be made at every start.
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

/**
 * A client of the SDK tells its version in each request, and brings its whole package.json for
 * that: 2 KB each.
 */
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
 * For a module of Node that an ES module imports, Node reads every export, which loads the code of
 * each: with node:http its WebSocket client, with node:fs its streams. That is a fifth of an
 * import. `require` reads only the named exports.
 */
const requiredBuiltins: Plugin = {
  name: 'required-builtins',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: builtin }, ({ kind, path }) => {
      if (kind === 'require-call') return undefined
      return { path: path.replace(/^node:/, ''), namespace: kind === 'dynamic-import' ? 'builtin-whole' : 'builtin' }
    })
    onLoad({ filter: /./, namespace: 'builtin-whole' }, ({ path }) => ({
      contents: `module.exports = require('node:${path}')`,
    }))
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(`node:${path}`) ?? {}).filter((name) => name !== 'default')
      const whole = `require('node:${path}')`
      const part = (name: string) =>
        late.includes(path)
          ? `export function ${name}(...args) { return new.target ? new (${whole}.${name})(...args) : ${whole}.${name}(...args) }`
          : `export const ${name} = /* @__PURE__ */ (() => whole.${name})()`
      return {
        contents: `const whole = /* @__PURE__ */ (() => ${whole})()\nexport default whole\n${names.map(part).join('\n')}`,
      }
    })
  },
}

/**
 * Code names only functions and classes of these modules, and most invocations need none: they are
 * required when one is called.
 */
const late = ['dns/promises', 'zlib']

const builtin = new RegExp(`^(node:)?(${builtinModules.join('|')})$`)

/**
 * The AI SDK imports zod by its name, which would bring along every locale: 350 KB in each adapter.
 */
export const wholeZod: Plugin = {
  name: 'whole-zod',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/node_modules\/@ai-sdk\/[\w-]+\/dist\/.*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(namedZod, (_, name = 'z') => `import * as ${name} from 'zod';`),
    }))
  },
}

const namedZod = /^import \{ z(?: as (\w+))? \} from "zod\/v4";/gm

/** Plugins of every bundle. */
export const lighter: Plugin[] = [
  credentialsFromEnvironment,
  withoutEventStreams,
  withoutProfiles,
  textOfPhones,
  versionOfClients,
  requiredBuiltins,
]
