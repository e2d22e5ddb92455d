import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openPageSocket, pageSocketOf } from '../../../../infra/local/carrier/page-line.ts'
import type { LocalClock } from '../../../../infra/local/clock.ts'

const later: { ms: number; task: () => unknown }[] = []
const clock = { after: (ms: number, task: () => unknown) => void later.push({ ms, task }) } as unknown as LocalClock
let hangUps = 0
const server = createServer()
let address: string

beforeAll(async () => {
  const join = (token: string) =>
    token === 'good' ? { sid: 'CA1', hangUp: () => void hangUps++ } : { code: 20101, message: 'Invalid Access Token' }
  server.on('upgrade', openPageSocket({ clock, join }).upgrade)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const bound = server.address()
  address = pageSocketOf(`http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`)
})
afterAll(() => server.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  later.length = 0
  hangUps = 0
})
afterEach(() => vi.useRealTimers())

const join = async (token: string, options: { autoPong?: boolean } = {}) => {
  const socket = new WebSocket(address, options)
  await once(socket, 'open')
  const answer = once(socket, 'message')
  socket.send(JSON.stringify({ type: 'join', token }))
  return { socket, frame: JSON.parse(String((await answer)[0])) }
}

describe('a page of the local stack', () => {
  test('that closes hangs up at once', async () => {
    const { socket, frame } = await join('good')
    expect(frame).toEqual({ type: 'joined', sid: 'CA1' })
    socket.close(1001)
    await vi.waitUntil(() => hangUps === 1)
    expect(later).toEqual([])
  })

  test('whose connection breaks is hung up after 10 seconds', async () => {
    const { socket } = await join('good')
    socket.terminate()
    await vi.waitUntil(() => later.length === 1)
    expect([later[0]?.ms, hangUps]).toEqual([10_000, 0])
    later[0]?.task()
    expect(hangUps).toBe(1)
  })

  test('whose network is lost is hung up within 18 seconds', async () => {
    const { socket } = await join('good', { autoPong: false })
    const pinged = once(socket, 'ping')
    vi.advanceTimersByTime(4_000)
    await pinged
    expect(later).toEqual([])
    vi.advanceTimersByTime(4_000)
    await vi.waitUntil(() => later.length === 1)
    expect(later[0]?.ms).toBe(10_000)
  })

  test('with a token that is refused has no call', async () => {
    const { socket, frame } = await join('bad')
    expect(frame).toMatchObject({ type: 'refused', code: 20101 })
    await once(socket, 'close')
    expect([later, hangUps]).toEqual([[], 0])
  })
})
