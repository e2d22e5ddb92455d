import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { localDocumentClient } from '../infra/local/dynamodb.ts'
import { awaitedFrom, processesNow, processIsIdle } from './quiet.ts'

const never = () => false

const child = async () => {
  const started = spawn(process.execPath, ['--eval', 'process.stdin.resume()'])
  await once(started, 'spawn')
  return started
}

const watched = (others: { awaited: number; engines: number }) => {
  const watch = { isIdle: false, over: Promise.resolve() }
  watch.over = processIsIdle(never, others).then(() => {
    watch.isIdle = true
  })
  return watch
}

const end = async (started: ChildProcess) => {
  started.kill()
  await once(started, 'close')
  while (processesNow() > 0) await pause(1)
}

test('is idle with an engine elsewhere, except during its answer', async () => {
  const engine = await child()
  const others = { awaited: 0, engines: processesNow() }
  await processIsIdle(never, others)

  others.awaited = 1
  const watch = watched(others)
  await pause(50)
  expect(watch.isIdle).toBe(false)
  others.awaited = 0
  await watch.over
  await end(engine)
})

test('waits for answers of an engine to any client', async () => {
  const engine = createServer()
  const reached = once(engine, 'request')
  await once(engine.listen(0, '127.0.0.1'), 'listening')
  const { port } = engine.address() as AddressInfo
  const others = awaitedFrom(`http://127.0.0.1:${port}`, processesNow())
  const asked = localDocumentClient(`http://127.0.0.1:${port}`).send(
    new GetCommand({ TableName: 't', Key: { pk: 'a' } }),
  )
  const watch = watched(others)
  const [, response]: ServerResponse[] = await reached
  await pause(50)
  expect([others.awaited, watch.isIdle]).toEqual([1, false])
  response?.end('{}')
  await asked
  await watch.over
  expect(others.awaited).toBe(0)
  others.stop()
  engine.close()
  engine.closeAllConnections()
})

test('a process that the product has started is work until it ends', async () => {
  const others = { awaited: 0, engines: processesNow() }
  const started = await child()
  const watch = watched(others)
  await pause(50)
  expect(watch.isIdle).toBe(false)
  await end(started)
  await watch.over
})

test('repeated work of the next turn counts as work', async () => {
  let isWorking = true
  const work = () => isWorking && setImmediate(work)
  work()
  let isOver = false
  let isIdle = false
  const idle = processIsIdle(() => isOver, { awaited: 0, engines: processesNow() }).then(() => {
    isIdle = !isOver
  })
  await pause(50)
  isOver = true
  isWorking = false
  await idle
  expect(isIdle).toBe(false)
})
