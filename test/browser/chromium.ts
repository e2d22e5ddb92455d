import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Debian's and Ubuntu's package; nothing is downloaded here. */
const executablePath = '/usr/bin/chromium'
export const isMissing = !existsSync(executablePath)
if (isMissing) console.warn(`Skipped the browser tests: there is no ${executablePath}`)

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath, args: ['--no-sandbox'] })
