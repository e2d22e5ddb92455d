import { appendFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'
import { childSeconds } from './bench/processor.ts'

/** If `SUITE_TIMES=FILE` is set, each test file appends its processor seconds to FILE. */
const { SUITE_TIMES: to } = process.env

const ownSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

if (to) {
  const own = ownSeconds()
  const children = childSeconds()
  afterAll(() => {
    const { testPath: file } = expect.getState()
    const line = { file, own: ownSeconds() - own, children: childSeconds() - children }
    appendFileSync(to, `${JSON.stringify(line)}\n`)
  })
}
