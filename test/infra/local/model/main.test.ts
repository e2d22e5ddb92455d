import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { ModelSettings } from '../../../../infra/local/model/main.ts'

const main = fileURLToPath(new URL('../../../../infra/local/model/main.ts', import.meta.url))

const start = async () => {
  const settings: ModelSettings = { clock: { speed: 1, startedAt: 0 }, wordMs: 0 }
  const child = spawn(process.execPath, [main, JSON.stringify(settings)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [line] = await once(createInterface(child.stdout), 'line')
  return { child, exited, port: Number(/^ready (\d+)$/.exec(line)?.[1]) }
}

test.each([
  ['its standard input closes', (child: ChildProcess) => child.stdin?.end()],
  ['it is told to stop', (child: ChildProcess) => child.kill('SIGTERM')],
])('says where it listens, serves, and exits when %s', async (_, stop) => {
  const { child, exited, port } = await start()
  const answer = await fetch(`http://127.0.0.1:${port}/v1/models`)
  expect(await answer.json()).toEqual({ object: 'list', data: [] })
  stop(child)
  expect(await exited).toEqual([0, null])
})
