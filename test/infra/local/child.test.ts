import { expect, onTestFinished, test } from 'vitest'
import { startChild } from '../../../infra/local/child.ts'

const startScript = (script: string, more: { readyWithinMs?: number; onOutput?: (text: string) => void } = {}) =>
  startChild({ command: process.execPath, args: ['--eval', script], ready: /ready (\d+)\n/, ...more })

const stayAlive = 'setInterval(() => {}, 1e6);'
const sayReady = 'console.error("ready", process.pid);'

test('resolves with what the program announced, and ends it on close', async () => {
  const child = await startScript(`${stayAlive} ${sayReady}`)
  expect(Number(child.announced)).toBeGreaterThan(0)
  await child.close()
  expect(await child.exited).toBe('signal SIGTERM')
  await child.close()
})

test('says how the program ended when something else ended it', async () => {
  const child = await startScript(`${stayAlive} ${sayReady}`)
  process.kill(Number(child.announced), 'SIGKILL')
  expect(await child.exited).toBe('signal SIGKILL')
})

test('hands on what the program prints', async () => {
  const printed: string[] = []
  const child = await startScript(`${sayReady} process.stdout.write('fact'); ${stayAlive}`, {
    onOutput: (text) => printed.push(text),
  })
  onTestFinished(() => child.close())
  await expect.poll(() => printed.join(''), { timeout: 20_000 }).toContain('fact')
})

test('rejects with what the program printed when it ends before it is ready', async () => {
  await expect(startScript(`console.log('no disk'); process.exitCode = 3`)).rejects.toThrow(
    /ended with exit status 3: no disk$/,
  )
})

test('rejects and ends the program when it never says that it is ready', async () => {
  await expect(startScript(stayAlive, { readyWithinMs: 1 })).rejects.toThrow(
    'was not ready within 1 ms: it printed nothing',
  )
})

test('rejects when there is no such program', async () => {
  await expect(startChild({ command: '/nowhere/at-all', args: [], ready: /./ })).rejects.toMatchObject({
    code: 'ENOENT',
  })
})
