import { expect, test } from 'vitest'
import { openDoor } from './door.ts'
import { openFunctions } from './functions.ts'
import { quotas } from './quotas.ts'
import { openRules, useRules, workOf } from './rules.ts'
import { openLoadSockets } from './sockets.ts'

useRules()

const throttle = { rate: 10, burst: 10 }

test('the HTTP API waits 29 s and throttles by route', async () => {
  const rules = openRules()
  const { time } = rules
  const functions = openFunctions(rules, [workOf(time, 30_000, { statusCode: 200, body: '{}' })])
  const routes = [{ id: 'work', method: 'GET', path: '/api/work', throttle }]
  const door = openDoor({ ...rules, functions, routes, hasRoom: () => true })
  const ask = async () => (await door({ method: 'GET', target: '/api/work', headers: {}, body: '' })).statusCode
  const startedAt = time.now()
  const statuses = await time.until(Promise.all(Array.from({ length: 12 }, ask)))
  expect(statuses.toSorted()).toEqual([...Array(2).fill(429), ...Array(10).fill(500)])
  expect(time.now() - startedAt).toBe(quotas.integrationMs)
})

test('the WebSocket API answers unknown routes, and closes after large frames', async () => {
  const rules = openRules({ functions: 0 })
  const { time } = rules
  const functions = openFunctions(rules, [workOf(time, 1, { statusCode: 200 })])
  const routes = { $connect: 'work', $default: 'work', $disconnect: 'work' }
  const sockets = openLoadSockets({ ...rules, functions, routes, throttle, hasRoom: () => true })
  const socket = sockets.connect('ws://product.test/conversations', {})
  const heard: string[] = []
  let isClosed = false
  socket.on('message', (text) => heard.push(String(text)))
  socket.on('close', () => {
    isClosed = true
  })
  await time.advance(1_000)
  expect(socket.readyState).toBe(1)
  functions.begin()
  socket.send('{}')
  await time.advance(1_000)
  expect(heard).toEqual([expect.stringContaining('Internal server error')])
  socket.send('x'.repeat(quotas.frameBytes + 1))
  await time.advance(1_000)
  expect(isClosed).toBe(true)
})

test('the WebSocket API takes so many new sockets a second', async () => {
  const rules = openRules({ newSocketsPerSecond: 5 })
  const { time, figures } = rules
  const functions = openFunctions(rules, [workOf(time, 1, { statusCode: 200 })])
  const routes = { $connect: 'work', $default: 'work', $disconnect: 'work' }
  const sockets = openLoadSockets({ ...rules, functions, routes, throttle, hasRoom: () => true })
  const opened = Array.from({ length: 12 }, () => sockets.connect('ws://product.test/conversations', {}))
  for (const socket of opened) socket.on('error', () => {})
  await time.advance(1_000)
  expect(figures.countOf('sockets refused')).toBe(7)
})
