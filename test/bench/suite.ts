import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Measure } from './measure.ts'
import { childSeconds } from './processor.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const secondsMax = 240
const filesShown = 40

interface Line {
  file: string
  own: number
  children: number
}

export const suite: Measure = {
  topic: 'suite',
  title: 'npm test, in processor seconds (user and system)',
  isOnlyOnDemand: true,
  run: async () => {
    if (process.platform !== 'linux') throw new Error('Only Linux tells the processor time of child processes.')
    const folder = await mkdtemp(join(tmpdir(), 'parlance-suite-'))
    const times = join(folder, 'times')
    try {
      const before = childSeconds()
      const child = spawn(process.execPath, ['test/suite/main.ts', 'test', '--reporter=dot'], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, SUITE_TIMES: times },
      })
      const [status] = await once(child, 'exit')
      const seconds = childSeconds() - before
      const lines: Line[] = (await readFile(times, 'utf8'))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
      const files = lines
        .map(({ file, own, children }) => ({ file: relative(root, file), seconds: own + children }))
        .toSorted((one, other) => other.seconds - one.seconds)
      const whole = status === 0 ? 'all files' : 'all files (some tests failed)'
      return [{ file: whole, seconds: { value: seconds, budget: secondsMax } }, ...files.slice(0, filesShown)]
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}
