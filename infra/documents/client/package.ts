import { execFile } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { npmCommand } from '../../../tools/npm.mjs'
import { programOf } from '../../../tools/tools.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

/** Compiles client/ into a package without dependencies. Returns the tarball's path. */
export const packClient = async (outDir: string): Promise<string> => {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  const compiler = [programOf('tsc'), 'client/client.ts', '--outDir', outDir, ...compilerOptions]
  await run(process.execPath, compiler, { cwd: root })
  for (const file of await readdir(outDir)) if (file.endsWith('.d.ts')) await nameCompiled(join(outDir, file))
  const { version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify({ ...about, version, license }, null, 2)}\n`)
  await copyFile(join(root, 'client/README.md'), join(outDir, 'README.md'))
  await copyFile(join(root, 'LICENSE'), join(outDir, 'LICENSE'))
  const { file, args, shell } = npmCommand('pack', '--json', '--loglevel=error')
  const { stdout } = await run(file, args, { cwd: outDir, shell })
  const [{ filename }]: [{ filename: string }] = JSON.parse(stdout)
  return join(outDir, filename)
}

/** Replaces `.ts` by `.js` in the imports of declaration files, because the compiler does not. */
const nameCompiled = async (file: string) =>
  writeFile(file, (await readFile(file, 'utf8')).replace(/(?<=from '\.\/[\w-]+)\.ts(?=')/g, '.js'))

const compilerOptions = [
  ...['--declaration', '--rewriteRelativeImportExtensions', '--strict', '--verbatimModuleSyntax', '--skipLibCheck'],
  ...['--target', 'es2023', '--lib', 'es2023,dom', '--module', 'nodenext', '--moduleDetection', 'force'],
  ...['--types', '', '--ignoreConfig'],
]

const about = {
  name: 'parlance-client',
  description: 'Typed client of the Parlance API: requests, answers, pages, retries and problems, with no dependency',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20' },
  exports: { '.': { types: './client.d.ts', default: './client.js' } },
  types: './client.d.ts',
  files: ['*.js', '*.d.ts'],
}
