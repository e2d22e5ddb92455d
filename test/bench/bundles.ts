import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { buildFunctions } from '../../infra/build.ts'
import { operations } from '../../shared/operations/index.ts'
import { type Measure, median, type Row } from './measure.ts'

const runs = 7
const budgets = { kilobytes: 480, kilobytesWithPhones: 600, importRatio: 1.3 }

/** Every function's bundle, and what its import costs beside one that holds the DynamoDB document client alone. */
export const bundles: Measure = {
  topic: 'bundles',
  title: 'Bundles',
  run: async () => {
    const outDir = await mkdtemp(join(tmpdir(), 'parlance-bench-'))
    try {
      await buildFunctions({ outDir })
      const baseline = await buildBaseline(outDir)
      const imports = await importTimes(outDir, baseline)
      const baselineMs = median(imports.get(baseline) ?? [])
      const rows = operations.map(async ({ id, kind }): Promise<Row> => {
        const code = await readFile(bundleOf(outDir, id), 'utf8')
        const kilobytes = Math.round(Buffer.byteLength(code) / 1024)
        const budget = knowsPhones(code) ? budgets.kilobytesWithPhones : budgets.kilobytes
        const importMs = median(imports.get(bundleOf(outDir, id)) ?? [])
        return {
          operation: id,
          kind,
          kilobytes: { value: kilobytes, budget },
          'import ms': importMs,
          'import ratio': { value: importMs / baselineMs, budget: budgets.importRatio },
        }
      })
      const ofBaseline = { kilobytes: undefined, 'import ms': baselineMs, 'import ratio': 1 }
      return [...(await Promise.all(rows)), { operation: 'document client alone', kind: '', ...ofBaseline }]
    } finally {
      await rm(outDir, { recursive: true })
    }
  },
}

const bundleOf = (outDir: string, id: string) => join(outDir, id, 'index.mjs')

/** The metadata of phone numbers is larger than all code of ours. */
const knowsPhones = (code: string) => code.includes('country_calling_codes')

/** Built as our functions are, with credentials from the environment alone. */
const buildBaseline = async (outDir: string): Promise<string> => {
  const outfile = join(outDir, 'baseline.mjs')
  const credentials = join(outDir, 'credentials.ts')
  await writeFile(credentials, `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'`)
  await build({
    stdin: {
      contents: `
        import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
        import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
        export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
      `,
      resolveDir: import.meta.dirname,
    },
    alias: { '@aws-sdk/credential-provider-node': credentials },
    nodePaths: [join(import.meta.dirname, '../../node_modules')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    banner: { js: `import{createRequire}from'node:module';const require=createRequire(import.meta.url);` },
    outfile,
    logLevel: 'error',
  })
  return outfile
}

/** Milliseconds of every import, each in a process of its own, the files taking turns so that noise meets them all. */
const importTimes = async (outDir: string, baseline: string): Promise<Map<string, number[]>> => {
  const files = operations.map(({ id }) => bundleOf(outDir, id))
  const times = new Map<string, number[]>([...files, baseline].map((file) => [file, []]))
  for (let run = 0; run <= runs; run++)
    for (const [index, file] of files.entries()) {
      const turn = index % 4 === 0 ? [file, baseline] : [file]
      for (const each of turn) {
        const importMs = await importTime(each)
        if (run > 0) times.get(each)?.push(importMs)
      }
    }
  return times
}

const importTime = async (file: string): Promise<number> => {
  const script = `
    const startedAt = performance.now()
    await import(${JSON.stringify(pathToFileURL(file).href)})
    process.stdout.write(String(performance.now() - startedAt), () => process.exit())
  `
  const environment = {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    TABLE_NAME: 'bench',
  }
  const arguments_ = ['--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, arguments_, { env: environment })
  return Number(stdout)
}
