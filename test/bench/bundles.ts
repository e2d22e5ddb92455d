import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { buildFunctions } from '../../infra/build/build.ts'
import type { Operation } from '../../shared/operations/define.ts'
import { operations } from '../../shared/operations/index.ts'
import type { BenchRow, Measure } from './measure.ts'

const runs = 7
const kilobytesMax = 460
const kilobytesWithPhonesMax = 604
const importRatioMax = 1.3

export const bundles: Measure = {
  topic: 'bundles',
  title: 'Bundles',
  run: async () => {
    const outDir = await mkdtemp(join(tmpdir(), 'parlance-bench-'))
    try {
      await buildFunctions({ outDir })
      const baseline = await buildBaseline(outDir)
      const files = operations.map(({ id }) => join(outDir, id, 'index.mjs'))
      const imports = await importTimes(files, baseline)
      return await Promise.all(
        operations.map((operation, index) => rowOf(operation, files[index] ?? '', imports[index])),
      )
    } finally {
      await rm(outDir, { recursive: true })
    }
  },
}

const rowOf = async ({ id, kind }: Operation, file: string, imports: Turn[] = []): Promise<BenchRow> => {
  const code = await readFile(file, 'utf8')
  const kilobytes = Math.round(Buffer.byteLength(code) / 1024)
  const budget = knowsPhones(code) ? kilobytesWithPhonesMax : kilobytesMax
  return {
    operation: id,
    kind,
    kilobytes: kind === 'asset' ? kilobytes : { value: kilobytes, budget },
    'import ms': fastest(imports).importMs,
    'import ratio': { value: fastest(imports).ratio, budget: importRatioMax },
  }
}

export const fastest = (imports: Turn[]): { importMs: number; ratio: number } => {
  const importMs = Math.min(...imports.map((turn) => turn.importMs))
  return { importMs, ratio: importMs / Math.min(...imports.map((turn) => turn.baselineMs)) }
}

const knowsPhones = (code: string) => code.includes('country_calling_codes')

export const buildBaseline = async (outDir: string): Promise<string> => {
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

interface Turn {
  importMs: number
  baselineMs: number
}

/**
 * Measures import times, each import in its own process. The first round only fills the disk cache.
 */
export const importTimes = async (files: string[], baseline: string): Promise<Turn[][]> => {
  const turns: Turn[][] = files.map(() => [])
  for (let run = 0; run <= runs; run++)
    for (const [index, file] of files.entries()) {
      const turn = { importMs: await importTime(file), baselineMs: await importTime(baseline) }
      if (run > 0) turns[index]?.push(turn)
    }
  return turns
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
