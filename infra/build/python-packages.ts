import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const python = 'python3'

/**
 * Installs Python packages (`name==version`) if the folder is missing. Returns an error message if
 * the installation fails.
 */
export const installPython = async (folder: string, packages: string[]): Promise<string | undefined> => {
  if (existsSync(folder)) return undefined
  if (!(await works([python, '-m', 'pip', '--version'])))
    return 'it needs Python 3 with pip: install them, then run it again.'
  const unfinished = `${folder}.part`
  await rm(unfinished, { recursive: true, force: true })
  const options = ['--quiet', '--no-cache-dir', '--disable-pip-version-check', '--target', unfinished]
  if (!(await works([python, '-m', 'pip', 'install', ...options, ...packages])))
    return `pip could not install ${packages.join(' and ')}.`
  await rename(unfinished, folder)
  return undefined
}

const works = async ([command = '', ...args]: string[]): Promise<boolean> => {
  try {
    await run(command, args)
    return true
  } catch {
    return false
  }
}
