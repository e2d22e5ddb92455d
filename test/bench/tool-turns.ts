import { assistantFor } from '../fixtures.ts'
import { connectLine } from '../functions/conversations/line.ts'
import { toolFor } from '../functions/tools/tool.ts'
import { openReceiver } from '../receiver.ts'
import type { World } from '../world.ts'
import { type BenchRow, type Measure, median } from './measure.ts'
import { type Invocation, openRecordedWorld, unitsOf } from './recorder.ts'

const turnsEach = 30
const addedMsMax = 60
const writesMax = 6

export const toolTurns: Measure = {
  topic: 'tools',
  title: 'A turn in which a tool is used',
  run: async ({ dynamodb }) => {
    const { world, invocations } = await openRecordedWorld(dynamodb)
    const endpoint = await openReceiver(() => ({ body: 'Table 7' }))
    const user = await world.user()
    const tool_ids = [await toolFor(world, user, { endpoint: `${endpoint.url}/tables` })]
    const settings = {
      tool_ids,
      tools: [{ type: 'dtmf_input' }],
      re_engagement_interval: 60,
      max_silence_duration: 120,
    }
    const line = await connectLine(world, user, await assistantFor(world, user, settings))
    while ((await world.services.conversations.find(line.ref))?.channel.type !== 'socket') await pause()
    const talk = talkOn(world, line.socket, invocations)

    for (let turn = 0; turn < 3; turn++) await talk(`[tool book_table {"day": "warm ${turn}"}]`)
    const plain = await times((turn) => talk(`Table ${turn}.`))
    const request = await times((turn) => talk(`[tool book_table {"day": "day ${turn}"}]`))
    const builtIn = await times(() => talk('[tool dtmf_input {"digits": "1"}]'))
    const toolMs = await timeOf(() => fetch(`${endpoint.url}/tables`, { method: 'POST', body: '{"day":"Monday"}' }))
    const modelMs = await timeOf(() => askModel(world))
    line.socket.close()
    await world.close()
    await endpoint.close()

    const rowOf = (turn: string, turns: Turn[], ownMs: number): BenchRow => {
      const added = turns.map(({ ms }) => ms - median(plain.map(({ ms }) => ms)) - modelMs - ownMs)
      return {
        turn,
        'ms in all': median(turns.map(({ ms }) => ms)),
        'the tool': ownMs,
        'the model once more': modelMs,
        'added p50 ms': { value: median(added), budget: addedMsMax },
        'write units in all': writes(turns),
        'of the tool': { value: writes(turns) - writes(plain), budget: writesMax },
      }
    }
    const without: BenchRow = {
      turn: 'without a tool',
      'ms in all': median(plain.map(({ ms }) => ms)),
      'write units in all': writes(plain),
    }
    return [rowOf('a request', request, toolMs), rowOf('a built-in tool', builtIn, 0), without]
  },
}

interface Turn {
  ms: number
  writes: number
}

const talkOn =
  (world: World, socket: Awaited<ReturnType<typeof connectLine>>['socket'], invocations: Invocation[]) =>
  async (words: string): Promise<Turn> => {
    await world.settled()
    const before = invocations.length
    const isOver = ({ type, last }: { type: string; last?: boolean }) => type === 'text' && last === true
    const ends = socket.heard.filter(isOver).length
    const startedAt = performance.now()
    socket.prompt(words)
    while (socket.heard.filter(isOver).length === ends) await pause()
    const ms = performance.now() - startedAt
    await world.settled()
    const writes = invocations.slice(before).reduce((sum, invocation) => sum + unitsOf(invocation).write, 0)
    return { ms, writes }
  }

const writes = (turns: Turn[]): number => median(turns.map(({ writes }) => writes))

const times = async (act: (turn: number) => Promise<Turn>): Promise<Turn[]> => {
  const turns: Turn[] = []
  for (let turn = 0; turn < turnsEach; turn++) turns.push(await act(turn))
  return turns
}

const timeOf = async (ask: () => Promise<Response>): Promise<number> => {
  const waits: number[] = []
  for (let count = 0; count < turnsEach; count++) {
    const startedAt = performance.now()
    await (await ask()).text()
    waits.push(performance.now() - startedAt)
  }
  return median(waits)
}

const askModel = ({ parts }: World): Promise<Response> =>
  fetch(`${parts.settings.required('MODEL_BASE_URL')}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Green tea, please.' }] }),
  })

const pause = () => new Promise((resolve) => setTimeout(resolve, 1))
