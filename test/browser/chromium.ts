import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { fetchTools, toolsFolder } from '../../tools/tools.mjs'

/** Debian's and Ubuntu's package; nothing is downloaded here. */
const executablePath = '/usr/bin/chromium'
export const isMissing = !existsSync(executablePath)
if (isMissing) console.warn(`Skipped the browser tests: there is no ${executablePath}`)

/** How much faster than the browser the world runs: a call of a minute takes three seconds. */
export const worldSpeed = 20

const toolFile = (path: string): string => createRequire(toolsFolder).resolve(path)

export const openBrowser = async (): Promise<Browser> => {
  fetchTools()
  const { chromium }: typeof import('playwright-core') = createRequire(toolsFolder)('playwright-core')
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

/** The text of axe, which checks a page against the rules of accessibility. */
export const readAxe = (): Promise<string> => {
  fetchTools()
  return readFile(toolFile('axe-core/axe.min.js'), 'utf8')
}
