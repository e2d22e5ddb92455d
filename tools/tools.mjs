import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './install.mjs'

export const toolsFolder = fileURLToPath(new URL('.', import.meta.url))
const lock = join(toolsFolder, 'package-lock.json')
/** Copy of the lock file from which the tools were installed. */
const installed = join(toolsFolder, 'node_modules', '.installed.json')

const packages = { biome: '@biomejs/biome', redocly: '@redocly/cli', tsc: 'typescript' }

const read = (file) => readFileSync(file, 'utf8')

/** Installs the development tools if the lock file has changed. */
export const fetchTools = () => {
  if (existsSync(installed) && read(installed) === read(lock)) return
  console.error('The tools of check and prove are fetched into tools/, once.')
  install(toolsFolder)
  copyFileSync(lock, installed)
}

export const programOf = (name) => {
  fetchTools()
  const at = join(toolsFolder, 'node_modules', packages[name] ?? name)
  const { bin } = JSON.parse(read(join(at, 'package.json')))
  return join(at, typeof bin === 'string' ? bin : bin[name])
}
