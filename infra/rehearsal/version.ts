import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { npmCommand } from '../../tools/npm.mjs'
import { root } from './deploy.ts'

const run = promisify(execFile)
const outputBytesMax = 256 * 1024 * 1024

export interface FormerVersion {
  ref: string
  root: string
  administer(environment: Record<string, string | undefined>, ...args: string[]): Promise<unknown>
}

const git = async (...args: string[]): Promise<string> => {
  try {
    return (await run('git', args, { cwd: root })).stdout.trim()
  } catch (cause) {
    throw new Error(`git ${args[0]} failed: ${cause instanceof Error ? cause.message : cause}`)
  }
}

export const lastRelease = async (): Promise<string> => {
  const [tag] = (await git('tag', '--merged', 'HEAD', '--sort=-creatordate')).split('\n')
  const released = tag || (await git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'docs/released'))
  if (!released) throw new Error('This repository knows no released version: give one with --from REF.')
  return released
}

/**
 * Checks out a version without its tests. Reuses `node_modules` of this work tree if both lock
 * files are equal.
 */
export const checkOut = async (ref: string, folder: string, path: string): Promise<FormerVersion> => {
  const archive = `${folder}.tar`
  await git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`).catch(() => {
    throw new Error(`There is no version ${ref} in this repository: give another one with --from REF.`)
  })
  await git('archive', '--format=tar', `--output=${archive}`, ref, '--', '.', ':(exclude)test')
  await mkdir(folder, { recursive: true })
  await run('tar', ['-xf', archive, '-C', folder])
  const [own, ours] = await Promise.all(
    [folder, root].map((place) => readFile(join(place, 'package-lock.json'), 'utf8')),
  )
  if (own === ours) await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  else {
    const { file, args, shell } = npmCommand('ci', '--loglevel=error')
    await run(file, args, { cwd: folder, maxBuffer: outputBytesMax, shell })
  }
  const program = join(folder, 'infra', 'admin', 'main.ts')
  if (!existsSync(program)) throw new Error(`${ref} is older than the admin command: give a later version.`)
  return {
    ref,
    root: folder,
    administer: async (environment, ...args) => {
      const { stdout } = await run(process.execPath, [program, ...args], {
        cwd: folder,
        env: { PATH: path, ...environment },
      })
      return JSON.parse(stdout)
    },
  }
}
