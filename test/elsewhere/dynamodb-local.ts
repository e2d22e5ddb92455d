import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChild } from '../../infra/local/child.ts'
import { freePort } from '../../infra/local/dynamodb.ts'
import { leaveOut } from '../../infra/stack/left-out.ts'

/**
 * `npm run test:engines` tests the data layer on DynamoDB Local, and compares DynamoDB Local with
 * the in-process emulator by random requests. `-- FILE…` runs other test files; `-- test` runs all
 * of them in an hour. Needs Java 17 and Maven.
 */
const usual = [
  ...['engine', 'data', 'runtime'].map((part) => `test/${part}`),
  // DynamoDB Local counts units differently.
  ...['--exclude', '**/*budgets*.test.ts'],
]

const version = '2.6.1'
const testMsMax = 600_000
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'node_modules', '.cache', `dynamodb-local-${version}`)
const jars = join(folder, 'jars')
const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies'

const project = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId>
  <artifactId>dynamodb-local</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>com.amazonaws</groupId>
      <artifactId>DynamoDBLocal</artifactId>
      <version>${version}</version>
    </dependency>
  </dependencies>
</project>
`

/** Returns undefined if the program is missing. */
const run = async (command: string, args: string[], environment = process.env): Promise<number | undefined> => {
  const child = spawn(command, args, { stdio: 'inherit', env: environment })
  return new Promise((resolve) => {
    child.once('error', () => resolve(undefined))
    child.once('exit', (status) => resolve(status ?? 1))
  })
}

const isInstalled = async (command: string): Promise<boolean> => {
  const child = spawn(command, ['-version'], { stdio: 'ignore' })
  const [status] = await once(child, 'exit').catch(() => [1])
  return status === 0
}

const fetchEngine = async (): Promise<boolean> => {
  if (await stat(jars).catch(() => undefined)) return true
  const fetched = `${jars}-fetched`
  await rm(fetched, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'pom.xml'), project)
  const status = await run('mvn', ['-q', '-B', '-f', join(folder, 'pom.xml'), plugin, `-DoutputDirectory=${fetched}`])
  if (status === 0) await rename(fetched, jars)
  return status === 0
}

const isAnswering = async (endpoint: string): Promise<boolean> => {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    if (await fetch(endpoint).catch(() => undefined)) return true
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return false
}

const attemptsMax = 100
const pauseMs = 200

const check = 'The suite on DynamoDB Local'

const main = async (): Promise<number> => {
  if (!(await isInstalled('java'))) return leaveOut(check, 'it needs Java 17.')
  if (!(await isInstalled('mvn'))) return leaveOut(check, 'it needs Maven.')
  if (!(await fetchEngine())) return leaveOut(check, 'Maven could not fetch it.')
  const port = await freePort()
  const engine = await startChild({
    command: 'java',
    args: [
      `-Djava.library.path=${jars}`,
      ...['-cp', `${jars}/*`, 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner'],
      ...['-inMemory', '-port', String(port)],
    ],
    ready: /CorsParams/,
    readyWithinMs: 60_000,
    environment: { ...process.env, DDB_LOCAL_TELEMETRY: '0' },
  })
  try {
    const endpoint = `http://127.0.0.1:${port}`
    if (!(await isAnswering(endpoint))) return 1
    const vitest = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', 'test/vitest.config.ts']
    // Tests get more time, because concurrent transactions take ten times longer on DynamoDB Local.
    const patience = ['testTimeout', 'hookTimeout'].map((name) => `--${name}=${testMsMax}`)
    const environment = { ...process.env, DYNAMODB_ENDPOINT: endpoint, ENGINES: 'table' }
    const given = process.argv.slice(2)
    const files = given.some((argument) => !argument.startsWith('-')) ? [] : usual
    return (await run(process.execPath, [...vitest, ...patience, ...files, ...given], environment)) ?? 1
  } finally {
    await engine.close()
  }
}

process.exitCode = await main()
