import { readFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Plugin, transform } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** AI SDK adapters, each bundled as its own file. */
export const vendors = ['amazon-bedrock', 'anthropic', 'google', 'openai', 'openai-compatible']

export const embeddingVendors = ['openai', 'openai-compatible']

export const externalVendors: Plugin = {
  name: 'external-vendors',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^@ai-sdk\// }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path: path.replace(/^@ai-sdk\/(.*)$/, './$1.mjs'), external: true } : undefined,
    )
  },
}

/**
 * Lets esbuild remove constants that a function does not import. Otherwise one import would bundle
 * all schemas of the file.
 */
export const onlyNamedConstants: Plugin = {
  name: 'only-named-constants',
  setup: ({ onLoad }) => {
    const loaded = new Map<string, Promise<string>>()
    onLoad({ filter: /[\\/]shared[\\/].*\.ts$/ }, async ({ path }) => {
      const loading = loaded.get(path) ?? (isStoredForm.test(path) ? valuesOf(path) : withPureConstants(path))
      loaded.set(path, loading)
      return { contents: await loading }
    })
  },
}

/** Files whose exports are computed at build time. */
const isStoredForm = /[\\/]shared[\\/]domain[\\/][^\\/]+[\\/]stored-[a-z]+\.ts$/

const valuesOf = async (path: string): Promise<string> => {
  const exported = Object.entries(await import(pathToFileURL(path).href))
  return exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`).join('\n')
}

/** Matches a top-level constant as esbuild prints it. */
const topLevelConstant = /^(export )?const (\w+) = (.*?);$(?!\n[ }])/gms
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
 * Reads AWS credentials only from Lambda's environment. Code for other sources would be a quarter
 * of a bundle.
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

/** Removes AWS event streams, which the product does not use. */
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
 * Removes the search for AWS profile files, which Lambda lacks. The search would load a quarter of
 * Node's modules.
 */
const withoutProfiles: Plugin = {
  name: 'without-profiles',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]shared-ini-file-loader[\\/]readFile\.js$/ }, () => ({
      contents: `export const filePromises = {}, fileIntercept = {}, readFile = () => Promise.reject(new Error('No profiles'))`,
    }))
  },
}

/** Removes zod's JSON Schema code, a sixth of its size, because only the API document needs it. */
export const withoutDescriptions: Plugin = {
  name: 'without-descriptions',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/]json-schema-processors\.js$/ }, async ({ path }) => ({
      contents: namesOf(await readFile(path, 'utf8'))
        .map((name) => `export const ${name} = undefined`)
        .join('\n'),
    }))
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/]to-json-schema\.js$/ }, async ({ path }) => ({
      contents: namesOf(await readFile(path, 'utf8'))
        .map((name) => `export const ${name} = () => undefined`)
        .join('\n'),
    }))
  },
}

const namesOf = (code: string): string[] =>
  [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name)

/** Keeps phone number metadata as text until the first number is parsed. */
const textOfPhones: Plugin = {
  name: 'text-of-phones',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]libphonenumber-js[\\/]metadata\.max\.json\.js$/ }, async ({ path }) => {
      const { default: metadata } = await import(pathToFileURL(path).href)
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

/** Reduces package.json of AWS clients to the version that they import, which saves 2 KB each. */
const versionOfClients: Plugin = {
  name: 'version-of-clients',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'))
      return { contents: JSON.stringify({ version }), loader: 'json' }
    })
  },
}

/** Loads Node's modules by `require`. An import would evaluate all of a module's exports. */
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

/** Rarely used Node modules, which load when first called. */
const late = ['dns/promises', 'zlib']

const builtin = new RegExp(`^(node:)?(${builtinModules.join('|')})$`)

/**
 * Changes how the AI SDK imports zod, because its import bundles every locale: 350 KB per adapter.
 */
export const fullZod: Plugin = {
  name: 'full-zod',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]node_modules[\\/]@ai-sdk[\\/][\w-]+[\\/]dist[\\/].*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(namedZod, (_, name = 'z') => `import * as ${name} from 'zod';`),
    }))
  },
}

const namedZod = /^import \{ z(?: as (\w+))? \} from "zod\/v4";/gm

export const lighter: Plugin[] = [
  credentialsFromEnvironment,
  withoutEventStreams,
  withoutProfiles,
  textOfPhones,
  versionOfClients,
  requiredBuiltins,
]
