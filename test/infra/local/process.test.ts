import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

const module = new URL('../../../infra/local/process.ts', import.meta.url)

const start = async (script: string) => {
  const child = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { ownProcess } from '${module}'
     const stack = ownProcess((sentence) => console.log(sentence))
     const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
     setInterval(() => {}, 1e6)
     ${script}
     console.log('ready')`,
  ])
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  const exited = once(child, 'close')
  const seen = (line: string) => expect.poll(() => lines, { timeout: 20_000 }).toContain(line)
  await seen('ready')
  return { child, exited, seen, lines: () => lines.filter((line) => line !== 'ready') }
}

const threeParts = `
  stack.keep('table', () => console.log('table stopped'))
  stack.keep('queues', async () => { await sleep(5); console.log('queues stopped') })
  stack.keep('door', () => console.log('door stopped'))`

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops every part in reverse order and exits with 0', async (signal) => {
  const { child, exited, lines } = await start(threeParts)
  child.kill(signal)
  expect(await exited).toEqual([0, null])
  expect(lines()).toEqual(['door stopped', 'queues stopped', 'table stopped'])
})

test('the same Ctrl-C that arrives twice counts once', async () => {
  const { child, exited, lines } = await start(threeParts)
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect(await exited).toEqual([0, null])
  expect(lines()).toEqual(['door stopped', 'queues stopped', 'table stopped'])
})

test('a second Ctrl-C exits at once', async () => {
  const { child, exited, seen } = await start(
    `stack.keep('stuck', async () => { await sleep(600); console.log('stuck'); await sleep(1e6) })`,
  )
  child.kill('SIGINT')
  await seen('stuck')
  child.kill('SIGINT')
  expect(await exited).toEqual([130, null])
})

test('a part that does not stop properly does not keep the others from stopping', async () => {
  const { child, exited, lines } = await start(`${threeParts}; stack.keep('carrier', () => { throw new Error('no') })`)
  child.kill('SIGINT')
  expect(await exited).toEqual([0, null])
  expect(lines()).toEqual(['carrier did not stop properly: no', 'door stopped', 'queues stopped', 'table stopped'])
})

test('the unexpected end of a watched part stops the rest with status 1', async () => {
  const { exited, lines } = await start(`${threeParts}; stack.watch('Dynoxide', sleep(5).then(() => 'signal SIGKILL'))`)
  expect(await exited).toEqual([1, null])
  expect(lines()).toEqual([
    'Dynoxide ended unexpectedly (signal SIGKILL), so everything stops',
    'door stopped',
    'queues stopped',
    'table stopped',
  ])
})

test('the end of a watched part that was stopped is not reported', async () => {
  const { child, exited, lines } = await start(`
    let end
    stack.watch('Dynoxide', new Promise((resolve) => { end = resolve }))
    stack.keep('Dynoxide', () => end('exit status 0'))`)
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(lines()).toEqual([])
})
