import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildFunctions } from '../../infra/build/build.ts'
import { receiveFrame } from '../../shared/operations/conversations.ts'
import { assistantFor } from '../fixtures.ts'
import { connectLine } from '../functions/conversations/line.ts'
import type { World } from '../world.ts'
import { buildBaseline, fastest, importTimes } from './bundles.ts'
import { type BenchRow, type Measure, median } from './measure.ts'
import { type Invocation, openRecordedWorld, roundTripsInSequence, unitsOf } from './recorder.ts'

const turnsMax = 200
const places = [5, 50, 200]
const around = 4
/**
 * Maximum milliseconds from a customer's words to the first text frame of the answer, on an idle
 * machine. The model's time to its first token is not included.
 */
const firstFrameMsMax = { p50: 20, p99: 40 }
/** Maximum number of sequential round trips in one turn of the conversation. */
const roundTripsMax = 5
/**
 * US dollars for a million units of DynamoDB on demand in us-east-1:
 * https://aws.amazon.com/dynamodb/pricing/on-demand/
 */
const price = { read: 0.125, write: 0.625 }
const growthMax = 1.5
const importRatioMax = 1.3

export const conversation: Measure = {
  topic: 'conversation',
  title: `A conversation of ${turnsMax} turns`,
  run: async ({ dynamodb }) => {
    const { world, invocations } = await openRecordedWorld(dynamodb)
    const turns = await talk(world, invocations)
    const modelMs = await firstTokenMs(world)
    await world.close()

    const imports = await importsOfFrames()
    const costs = places.map((place) => costOf(near(turns, place)))
    const rows = places.map((place, index): BenchRow => {
      const some = near(turns, place)
      return {
        turn: String(place),
        ...latency(some, modelMs),
        'round trips': {
          value: median(some.map(({ invocation }) => roundTripsInSequence(invocation))),
          budget: roundTripsMax,
        },
        'read units': median(some.map(({ invocation }) => unitsOf(invocation).read)),
        'write units': median(some.map(({ invocation }) => unitsOf(invocation).write)),
        'microdollars of the table': costs[index],
        'as much as turn 5': { value: (costs[index] ?? 0) / (costs[0] ?? 1), budget: growthMax },
      }
    })
    return [
      ...rows,
      { turn: 'all', ...latency(turns, modelMs, firstFrameMsMax) },
      { turn: 'the model alone', 'first frame p50 ms': modelMs },
      { turn: 'import of the function', 'first frame p50 ms': imports.importMs, 'as much as turn 5': undefined },
      { turn: '… beside a DynamoDB client', 'as much as turn 5': { value: imports.ratio, budget: importRatioMax } },
    ]
  },
}

interface Turn {
  firstFrameMs: number
  invocation: Invocation
}

const talk = async (world: World, invocations: Invocation[]): Promise<Turn[]> => {
  const user = await world.user()
  const settings = { system_prompt: 'You sell tea. Green tea is four euros. Black tea is three euros.' }
  const { socket, ref } = await connectLine(world, user, await assistantFor(world, user, settings))
  while ((await world.services.conversations.find(ref))?.channel.type !== 'socket') await pause()
  const ended = () => invocations.filter(({ operation }) => operation === receiveFrame.id)
  const turns: Turn[] = []
  for (let turn = 1; turn <= turnsMax; turn++) {
    await world.settled()
    const [heardBefore, endedBefore] = [socket.heard.length, ended().length]
    const startedAt = performance.now()
    const first = socket.next()
    socket.prompt(`What do you know about green tea, please, for the ${turn}th time?`)
    await first
    const firstFrameMs = performance.now() - startedAt
    while (ended().length === endedBefore) await pause()
    const invocation = ended().at(-1)
    if (!invocation || socket.heard.length === heardBefore) throw new Error('A turn was not answered')
    turns.push({ firstFrameMs, invocation })
  }
  socket.close()
  return turns
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 1))

const firstTokenMs = async ({ parts }: World): Promise<number> => {
  const waits: number[] = []
  for (let count = 0; count < 20; count++) {
    const startedAt = performance.now()
    const answer = await fetch(`${parts.settings.required('MODEL_BASE_URL')}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({
        model: 'm',
        stream: true,
        messages: [{ role: 'user', content: 'Do you have green tea?' }],
      }),
    })
    const reader = answer.body?.getReader()
    await reader?.read()
    waits.push(performance.now() - startedAt)
    await reader?.cancel()
  }
  return median(waits)
}

const near = (turns: Turn[], place: number): Turn[] => turns.slice(Math.max(0, place - 1 - around), place + around)

const latency = (turns: Turn[], modelMs: number, budget?: typeof firstFrameMsMax): BenchRow => {
  const sorted = turns.map(({ firstFrameMs }) => Math.max(0, firstFrameMs - modelMs)).toSorted((a, b) => a - b)
  const p50 = median(sorted)
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN
  return {
    'first frame p50 ms': budget ? { value: p50, budget: budget.p50 } : p50,
    'p99 ms': budget ? { value: p99, budget: budget.p99 } : p99,
  }
}

const costOf = (turns: Turn[]): number =>
  median(
    turns.map(({ invocation }) => {
      const { read, write } = unitsOf(invocation)
      return read * price.read + write * price.write
    }),
  )

const importsOfFrames = async (): Promise<{ importMs: number; ratio: number }> => {
  const outDir = await mkdtemp(join(tmpdir(), 'parlance-bench-'))
  try {
    await buildFunctions({ outDir, operations: [receiveFrame] })
    const [imports = []] = await importTimes([join(outDir, receiveFrame.id, 'index.mjs')], await buildBaseline(outDir))
    return fastest(imports)
  } finally {
    await rm(outDir, { recursive: true })
  }
}
