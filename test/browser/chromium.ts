import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { fetchTools, toolsFolder } from '../../tools/tools.mjs'

/**
 * Path of Chromium as Debian and Ubuntu install it; `CHROMIUM` sets another path. Nothing is
 * downloaded.
 */
const { CHROMIUM: executablePath = '/usr/bin/chromium', ALLOW_MISSING: allowed = '' } = process.env
const isInstalled = existsSync(executablePath)
/**
 * True when tests may be skipped because `ALLOW_MISSING=chromium` is set and the browser is
 * missing.
 */
export const isMissing = !isInstalled && allowed.split(' ').includes('chromium')
if (isMissing) console.warn(`Left out the tests of the browser: ${executablePath} is missing`)

export const worldSpeed = 20

const toolFile = (path: string): string => createRequire(toolsFolder).resolve(path)

/** Gives pages a fake microphone that plays a tone, without a permission dialog. */
const fakeMicrophone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

export const openBrowser = async (): Promise<Browser> => {
  if (!isInstalled)
    throw new Error(
      `${executablePath} is missing: install Chromium, name it with CHROMIUM, or set ALLOW_MISSING=chromium.`,
    )
  fetchTools()
  const { chromium }: typeof import('playwright-core') = createRequire(toolsFolder)('playwright-core')
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...fakeMicrophone] })
}

/** Returns the source of axe, which checks a page's accessibility. */
export const readAxe = (): Promise<string> => {
  fetchTools()
  return readFile(toolFile('axe-core/axe.min.js'), 'utf8')
}
