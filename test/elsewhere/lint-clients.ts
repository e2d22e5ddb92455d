import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { python } from '../../infra/build/python-packages.ts'
import { leaveOut } from '../../infra/stack/left-out.ts'

/**
 * `npm run lint:clients` makes clients of docs/openapi.json with OpenAPI Generator, in three languages.
 * It needs Java and Maven, which fetches the generator once, and Python 3.
 */
const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const version = '7.25.0'
const folder = join(root, 'node_modules', '.cache', 'openapi-generator')
const jar = join(folder, `openapi-generator-cli-${version}.jar`)
const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy'
const languages = ['python', 'go', 'typescript-fetch']
const outputBytesMax = 16 * 1024 * 1024

/** Why the generator cannot run here; undefined when it can. */
const fetchGenerator = async (): Promise<string | undefined> => {
  try {
    await run(python, ['--version'])
    await run('java', ['-version'])
    if (await stat(jar).catch(() => undefined)) return undefined
    const artifact = `org.openapitools:openapi-generator-cli:${version}`
    await run('mvn', ['-q', '-B', plugin, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`])
    return undefined
  } catch (cause) {
    return `Python 3, Java and Maven are needed (${cause instanceof Error ? cause.message : cause})`
  }
}

const findingsOf = async (language: string, document: string, output: string): Promise<string[]> => {
  const args = ['-jar', jar, 'generate', '-i', document, '-g', language, '-o', output]
  try {
    await run('java', args, { maxBuffer: outputBytesMax })
    if (language === 'python') await run(python, ['-m', 'compileall', '-q', output], { maxBuffer: outputBytesMax })
    return []
  } catch (cause) {
    return [`${language}: ${cause instanceof Error ? cause.message : cause}`]
  }
}

const main = async (): Promise<number> => {
  const lack = await fetchGenerator()
  if (lack) return leaveOut('openapi-generator', lack)
  const scratch = await mkdtemp(join(tmpdir(), 'parlance-clients-'))
  try {
    const document = join(root, 'docs', 'openapi.json')
    const findings: string[] = []
    for (const language of languages) findings.push(...(await findingsOf(language, document, join(scratch, language))))
    for (const finding of findings) console.error(finding)
    console.log(`${languages.length} clients, ${findings.length} findings`)
    return findings.length > 0 ? 1 : 0
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

process.exitCode = await main()
