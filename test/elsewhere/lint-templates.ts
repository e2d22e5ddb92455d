import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installPython, python } from '../../infra/build/python-packages.ts'
import { leaveOut } from '../../infra/stack/left-out.ts'
import { stageNames } from '../../infra/stack/stages.ts'

/**
 * `npm run lint:templates` checks the CloudFormation templates of every stage with cfn-lint. Needs
 * Python 3 with pip.
 */
const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const linter = 'cfn-lint==1.58.0'
const folder = join(root, 'node_modules', '.cache', linter.replace('==', '-'))
const cdk = join(dirname(createRequire(import.meta.url).resolve('aws-cdk/package.json')), 'bin', 'cdk')

/** W3005 reports a DependsOn that a reference already implies. The CDK writes such entries. */
const ignored = ['--ignore-checks', 'W3005']
const outputBytesMax = 16 * 1024 * 1024

const synthesise = async (stage: string, output: string): Promise<string[]> => {
  await run(process.execPath, [cdk, 'synth', '--quiet', '-c', `stage=${stage}`, '--output', output], { cwd: root })
  const files = await readdir(output)
  return files.filter((file) => file.endsWith('template.json')).map((file) => join(output, file))
}

const findings = async (templates: string[]): Promise<string> => {
  const args = [join(folder, 'bin', 'cfn-lint'), '--format', 'parseable', ...ignored, '--', ...templates]
  const options = { env: { ...process.env, PYTHONPATH: folder }, maxBuffer: outputBytesMax }
  return new Promise((resolve, reject) => {
    execFile(python, args, options, (cause, stdout, stderr) => {
      if (cause && !stdout) reject(new Error(stderr || cause.message))
      else resolve(stdout)
    })
  })
}

const main = async (): Promise<number> => {
  const lack = await installPython(folder, [linter])
  if (lack) return leaveOut('cfn-lint', lack)
  const scratch = await mkdtemp(join(tmpdir(), 'parlance-templates-'))
  try {
    const templates: string[] = []
    for (const stage of stageNames) templates.push(...(await synthesise(stage, join(scratch, stage))))
    const found = await findings(templates)
    process.stdout.write(found)
    console.log(`${templates.length} templates, ${found.split('\n').filter(Boolean).length} findings`)
    return found ? 1 : 0
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

process.exitCode = await main()
