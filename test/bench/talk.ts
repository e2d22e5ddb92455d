import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { serveModel } from '../../infra/local/model/server.ts'
import { spokenMs } from '../../shared/domain/conversations/speaking-time.ts'
import { assistantFor } from '../fixtures.ts'
import { connectLine } from '../functions/conversations/line.ts'
import { openWorld, type TestUser, type World } from '../world.ts'
import { type BenchRow, type Measure, median } from './measure.ts'

const turnsMax = 20
const firstTokenMs = 300
const answer = 'At nine.'
const question = 'When do you open?'
const stuckMs = 60_000
const pollMs = 5

interface Measured {
  whole: number
  carrier: number
  ours: number
  model: number
}

export const talk: Measure = {
  topic: 'talk',
  title: `From the end of the caller's speech to the first words of the answer, in ${turnsMax} turns, ms`,
  isOnlyOnDemand: true,
  run: async ({ dynamodb }) => {
    const model = await serveScript()
    const environment = { MODEL_BASE_URL: model.url }
    const world = await openWorld({ speed: 1, hasPages: true, dynamodb, environment, onPermission: () => undefined })
    try {
      const user = await world.user()
      const settings = { initial_message: 'Hello.', max_silence_duration: 120, re_engagement_interval: 600 }
      const assistant_id = await assistantFor(world, user, settings)
      const onStack = await talkOnPage(world, user, assistant_id)
      const alone = await talkToHandlers(world, user, assistant_id)
      return [
        rowOf('local stack: page, carrier double, functions', onStack),
        rowOf('functions and their socket', alone),
      ]
    } finally {
      await world.close()
      await model.close()
    }
  },
}

const serveScript = () => {
  const choice = (delta: object, finish_reason: string | null) => ({
    ...{ id: 'script', object: 'chat.completion.chunk', created: 0, model: 'script' },
    choices: [{ index: 0, delta, finish_reason }],
  })
  const chunks = [choice({ role: 'assistant', content: answer }, null), choice({}, 'stop')]
  const text = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('')
  const handle = async () => {
    await pause(firstTokenMs)
    return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  }
  return serveModel({ handle }, 0)
}

const talkOnPage = async (world: World, user: TestUser, assistant_id: number): Promise<Measured[]> => {
  const { body } = await world.api(user.token, 'POST', `/user/assistants/${assistant_id}/web-call`, {})
  const { id, token } = body.data
  const socket = new WebSocket(JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).aud)
  const wholes: number[] = []
  let saidAt: number | undefined
  let said = ''
  let isQuiet = false
  socket.on('open', () => socket.send(JSON.stringify({ type: 'join', token })))
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data))
    if (frame.type !== 'said') return
    if (saidAt !== undefined && frame.text.trim()) wholes.push(performance.now() - saidAt)
    if (frame.text.trim()) saidAt = undefined
    said += frame.text
    isQuiet = frame.last
  })
  for (let turn = 0; turn <= turnsMax; turn++) {
    await until(() => isQuiet && wholes.length === turn)
    await pause(spokenMs(said))
    said = ''
    isQuiet = false
    saidAt = performance.now()
    if (turn < turnsMax) socket.send(JSON.stringify({ type: 'say', text: question }))
  }
  socket.close(1000)
  return splitBy(world, user, id, wholes)
}

const talkToHandlers = async (world: World, user: TestUser, assistant_id: number): Promise<Measured[]> => {
  const { socket, ref } = await connectLine(world, user, assistant_id)
  await until(async () => (await world.services.conversations.find(ref))?.channel.type === 'socket')
  const wholes: number[] = []
  for (let turn = 1; turn <= turnsMax; turn++) {
    const saidAt = performance.now()
    const first = socket.next()
    socket.prompt(question)
    await first
    wholes.push(performance.now() - saidAt)
    await socket.turns(turn)
    await world.settled()
  }
  socket.close()
  return splitBy(world, user, ref.call_id, wholes)
}

const splitBy = async (world: World, user: TestUser, id: number, wholes: readonly number[]): Promise<Measured[]> => {
  const { body } = await world.api(user.token, 'GET', `/user/calls/${id}/events?limit=100`)
  const answers: { latency_ms: number; model_ms: number }[] = body.data.filter(
    ({ type, latency_ms }: { type: string; latency_ms: number | null }) => type === 'turn' && latency_ms !== null,
  )
  return wholes.flatMap((whole, index) => {
    const waits = answers[index]
    if (!waits) return []
    const { latency_ms, model_ms } = waits
    return [{ whole, carrier: Math.max(0, whole - latency_ms), ours: latency_ms - model_ms, model: model_ms }]
  })
}

const rowOf = (measured: string, turns: readonly Measured[]): BenchRow => {
  const of = (part: keyof Measured) => turns.map((turn) => turn[part])
  const p95 = (values: number[]) => values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1]
  return {
    measured,
    turns: String(turns.length),
    'whole p50': median(of('whole')),
    p95: p95(of('whole')),
    'carrier p50': median(of('carrier')),
    'ours p50': median(of('ours')),
    'ours p95': p95(of('ours')),
    'model p50': median(of('model')),
  }
}

const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + stuckMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('The talk is stuck')
    await pause(pollMs)
  }
}
