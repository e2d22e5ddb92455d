import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { getResolvedPDFJS } from 'unpdf'
import { npmCommand } from '../../tools/npm.mjs'

/**
 * `npm run cmaps` writes this archive of PDF CMaps and their licence, from the version of
 * pdfjs-dist that unpdf contains.
 */
const archive = new URL('../../shared/providers/parsing/cmaps.zip', import.meta.url)

const { version } = await getResolvedPDFJS()
const folder = await mkdtemp(join(tmpdir(), 'cmaps-'))
const { file, args, shell } = npmCommand('pack', '--silent', `pdfjs-dist@${version}`)
execFileSync(file, args, { cwd: folder, shell })
execFileSync('tar', ['-xzf', `pdfjs-dist-${version}.tgz`, 'package/cmaps'], { cwd: folder })
const source = join(folder, 'package', 'cmaps')
const names = (await readdir(source)).toSorted()
const files = await Promise.all(names.map(async (name) => [name, await readFile(join(source, name))] as const))
await rm(folder, { recursive: true })
await writeFile(archive, zipSync(Object.fromEntries(files), { level: 9, mtime: new Date(1980, 0, 1) }))
console.log(`Wrote ${files.length} files of pdfjs-dist ${version}.`)
