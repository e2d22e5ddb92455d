import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installPython, python } from '../../infra/build/python-packages.ts'
import { leaveOut } from '../../infra/stack/left-out.ts'
import { npmCommand } from '../../tools/npm.mjs'
import { programOf } from '../../tools/tools.mjs'

/**
 * `npm run lint:clients` generates clients from docs/openapi.json with seven generators and
 * compiles them. Needs Java with Maven, Python 3 with pip, and npm.
 */
const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const document = join(root, 'docs', 'openapi.json')
const cache = join(root, 'node_modules', '.cache')
const outputBytesMax = 16 * 1024 * 1024
const findingLinesMax = 20

const generatorVersion = '7.25.0'
const jarFolder = join(cache, 'openapi-generator')
const jar = join(jarFolder, `openapi-generator-cli-${generatorVersion}.jar`)
const mavenCopy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy'

/** @hey-api/openapi-ts needs the API of TypeScript 5, which later versions lack. */
const npmPackages = [
  'orval@8.38.0',
  '@hey-api/openapi-ts@0.99.0',
  'typescript@5.9.3',
  ...['cli', 'core', 'plugin-oas', 'plugin-ts', 'plugin-client', 'plugin-zod'].map((name) => `@kubb/${name}@4.39.3`),
  'zod@4.3.6',
]
const npmFolder = join(cache, 'client-makers-1')

const pythonPackages = ['openapi-python-client==0.29.1', 'urllib3==2.8.0', 'python-dateutil==2.9.0.post0']
const pythonFolder = join(cache, 'client-makers-python-1')

/** Tells generators not to send usage statistics. */
const environment = { ...process.env, DO_NOT_TRACK: '1', KUBB_DISABLE_TELEMETRY: '1' }

const execute = (program: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) =>
  run(program, args, { env: environment, maxBuffer: outputBytesMax, ...options })

const fetchGenerator = async (): Promise<string | undefined> => {
  try {
    await execute('java', ['-version'])
    if (existsSync(jar)) return undefined
    const artifact = `org.openapitools:openapi-generator-cli:${generatorVersion}`
    await execute('mvn', ['-q', '-B', mavenCopy, `-Dartifact=${artifact}`, `-DoutputDirectory=${jarFolder}`])
    return undefined
  } catch (cause) {
    return `it needs Java and Maven (${messageOf(cause)}).`
  }
}

const fetchMakers = async (): Promise<string | undefined> => {
  if (existsSync(npmFolder)) return undefined
  const unfinished = `${npmFolder}.part`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  await writeFile(join(unfinished, 'package.json'), '{ "private": true }')
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { file, args, shell } = npmCommand(...install, ...npmPackages)
  try {
    execFileSync(file, args, { cwd: unfinished, stdio: 'ignore', shell })
  } catch (cause) {
    return `npm could not install it (${messageOf(cause)}).`
  }
  await rename(unfinished, npmFolder)
  return undefined
}

const fetchPython = () => installPython(pythonFolder, pythonPackages)

const goLack = async (module: string): Promise<string | undefined> => {
  try {
    await execute('go', ['mod', 'download', 'gopkg.in/validator.v2'], { cwd: module })
    return undefined
  } catch (cause) {
    return `it needs Go 1.21 or later, and its module proxy (${messageOf(cause)}).`
  }
}

const generate = (language: string, output: string) =>
  execute('java', ['-jar', jar, 'generate', '-i', document, '-g', language, '-o', output])

const compileTypeScript = async (output: string): Promise<undefined> => {
  const compilerOptions = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  }
  const project = join(output, 'tsconfig.json')
  await writeFile(project, JSON.stringify({ compilerOptions, include: ['**/*.ts', '.kubb/*.ts'] }))
  await execute(process.execPath, [programOf('tsc'), '-p', project])
}

const importPython = async (folder: string, name: string): Promise<undefined> => {
  const program = `import importlib, pkgutil, ${name}
for module in pkgutil.walk_packages(${name}.__path__, '${name}.'): importlib.import_module(module.name)`
  const PYTHONPATH = [folder, pythonFolder].join(delimiter)
  await execute(python, ['-W', 'error::SyntaxWarning', '-c', program], { env: { ...environment, PYTHONPATH } })
}

const kubbConfig = (output: string) =>
  [
    "import { defineConfig } from '@kubb/core'",
    "import { pluginClient } from '@kubb/plugin-client'",
    "import { pluginOas } from '@kubb/plugin-oas'",
    "import { pluginTs } from '@kubb/plugin-ts'",
    "import { pluginZod } from '@kubb/plugin-zod'",
    'export default defineConfig({',
    `input: { path: ${JSON.stringify(document)} },`,
    `output: { path: ${JSON.stringify(output)}, format: false, lint: false },`,
    "plugins: [pluginOas(), pluginTs(), pluginClient({ client: 'fetch', bundle: true }), pluginZod()],",
    '})',
  ].join('\n')

interface Maker {
  name: string
  fetch: (() => Promise<string | undefined>)[]
  /**
   * Generates and compiles a client; rejects with its errors. Resolves with the reason if this
   * machine cannot compile it.
   */
  make: (output: string) => Promise<string | undefined>
}

const script = (...path: string[]) => join(npmFolder, 'node_modules', ...path)

const makers: Maker[] = [
  {
    name: 'openapi-generator python',
    fetch: [fetchGenerator, fetchPython],
    make: async (output) => {
      await generate('python', output)
      return importPython(output, 'openapi_client')
    },
  },
  {
    name: 'openapi-generator go',
    fetch: [fetchGenerator],
    make: async (output) => {
      await generate('go', output)
      const lack = await goLack(output)
      if (lack) return `The Go client is not compiled: ${lack}`
      await execute('go', ['build', '-mod=mod', './...'], { cwd: output })
      return undefined
    },
  },
  {
    name: 'openapi-generator typescript-fetch',
    fetch: [fetchGenerator],
    make: async (output) => {
      await generate('typescript-fetch', output)
      return compileTypeScript(output)
    },
  },
  {
    name: 'orval',
    fetch: [fetchMakers],
    make: async (output) => {
      const options = ['--input', document, '--output', join(output, 'client.ts'), '--client', 'fetch']
      await execute(process.execPath, [script('orval', 'dist', 'bin', 'orval.mjs'), ...options])
      return compileTypeScript(output)
    },
  },
  {
    name: '@hey-api/openapi-ts',
    fetch: [fetchMakers],
    make: async (output) => {
      const options = ['-i', document, '-o', output, '-c', '@hey-api/client-fetch', '--no-log-file']
      await execute(process.execPath, [script('@hey-api', 'openapi-ts', 'bin', 'run.js'), ...options])
      return compileTypeScript(output)
    },
  },
  {
    name: 'kubb',
    fetch: [fetchMakers],
    make: async (output) => {
      const config = join(output, 'kubb.config.mjs')
      await mkdir(output)
      await writeFile(config, kubbConfig(join(output, 'made')))
      await execute(process.execPath, [script('@kubb', 'cli', 'bin', 'kubb.cjs'), 'generate', '--config', config])
      return compileTypeScript(join(output, 'made'))
    },
  },
  {
    name: 'openapi-python-client',
    fetch: [fetchPython],
    make: async (output) => {
      const PATH = [join(pythonFolder, 'bin'), process.env.PATH].join(delimiter)
      const env = { ...environment, PYTHONPATH: pythonFolder, PATH }
      const options = [
        '--path',
        document,
        '--output-path',
        join(output, 'client'),
        '--meta',
        'none',
        '--fail-on-warning',
      ]
      await mkdir(output)
      await execute(python, ['-m', 'openapi_python_client', 'generate', ...options], { env })
      return importPython(output, 'client')
    },
  },
]

const messageOf = (cause: unknown): string => {
  const output = (cause as { stdout?: string; stderr?: string }) ?? {}
  const said = [output.stdout, output.stderr].filter(Boolean).join('\n').trim()
  const text = said || (cause instanceof Error ? cause.message : String(cause))
  return text.split('\n').slice(0, findingLinesMax).join('\n')
}

const lackOf = async ({ fetch }: Maker): Promise<string | undefined> => {
  for (const each of fetch) {
    const lack = await each()
    if (lack) return lack
  }
  return undefined
}

const main = async (): Promise<number> => {
  const scratch = await mkdtemp(join(tmpdir(), 'parlance-clients-'))
  await symlink(script(), join(scratch, 'node_modules'))
  let [made, findings, leftOut] = [0, 0, 0]
  try {
    for (const [number, maker] of makers.entries()) {
      const lack = await lackOf(maker)
      if (lack) leftOut = leaveOut(maker.name, lack)
      if (lack) continue
      made++
      try {
        const omission = await maker.make(join(scratch, `${number}`))
        if (omission) console.log(omission)
      } catch (cause) {
        findings++
        console.error(`${maker.name}: ${messageOf(cause)}`)
      }
    }
    console.log(`${made} clients, ${findings} findings`)
    return findings > 0 ? 1 : leftOut
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

process.exitCode = await main()
