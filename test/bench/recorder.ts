import { AsyncLocalStorage } from 'node:async_hooks'
import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb'
import type { Opener } from '../../infra/local/stack.ts'
import type { Parts } from '../../shared/runtime/parts.ts'
import * as registry from '../../shared/runtime/registry.ts'
import type { Table } from '../../shared/table/table.ts'
import { openWorld, type World } from '../world.ts'

interface Span {
  startedAt: number
  endedAt: number
  workedFrom: number
  workedTo: number
}

export interface Invocation extends Span {
  operation: string
  steps: Step[]
}

interface Step extends Span {
  kind: 'table' | 'other'
  roundTrips: number
  readUnits: number
  writeUnits: number
}

/**
 * Returns processor milliseconds of this process, which other programs on the machine do not
 * increase.
 */
const workedMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const begin = (): Span => {
  const [startedAt, workedFrom] = [performance.now(), workedMs()]
  return { startedAt, endedAt: startedAt, workedFrom, workedTo: workedFrom }
}

const end = (span: Span): void => {
  span.endedAt = performance.now()
  span.workedTo = workedMs()
}

export const openRecorder = () => {
  const invocations: Invocation[] = []
  const invoked = new AsyncLocalStorage<Invocation>()
  const stepped = new AsyncLocalStorage<Step>()

  const watch = async <T>(kind: Step['kind'], perform: () => Promise<T>): Promise<T> => {
    const step: Step = { kind, ...begin(), roundTrips: 0, readUnits: 0, writeUnits: 0 }
    invoked.getStore()?.steps.push(step)
    try {
      return await stepped.run(step, perform)
    } finally {
      end(step)
      step.roundTrips ||= kind === 'table' ? 1 : 0
    }
  }

  const open: Opener = (entry, parts) => {
    const handler = entry.open(watched(parts, watch), registry)
    return (event, context) => {
      const invocation: Invocation = { operation: entry.operation.id, ...begin(), steps: [] }
      return invoked.run(invocation, async () => {
        try {
          return await handler(event, context)
        } finally {
          end(invocation)
          invocations.push(invocation)
        }
      })
    }
  }

  const meter = (command: string, consumed: ConsumedCapacity[]) => {
    const step = stepped.getStore()
    if (!step) return
    const units = consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
    step.roundTrips += 1
    if (isRead(command)) step.readUnits += units
    else step.writeUnits += units
  }

  return { open, meter, invocations }
}

export const openRecordedWorld = async (
  dynamodb: string,
  around: (operation: string, parts: Parts) => Parts = (_operation, parts) => parts,
): Promise<{ world: World; invocations: Invocation[] }> => {
  const recorder = openRecorder()
  const open: Opener = (entry, parts) => recorder.open(entry, around(entry.operation.id, parts))
  const world = await openWorld({ dynamodb, onPermission: () => undefined, open, meter: recorder.meter })
  return { world, invocations: recorder.invocations }
}

const isRead = (command: string) => ['GetItem', 'BatchGetItem', 'Query'].includes(command)

type Watch = <T>(kind: Step['kind'], perform: () => Promise<T>) => Promise<T>

const watched = (parts: Parts, watch: Watch): Parts => {
  const { table, sqs, secrets } = parts
  const watchedTable: Table = {
    get: (key, how) => watch('table', () => table.get(key, how)),
    getMany: async (keys) => (keys.length ? watch('table', () => table.getMany(keys)) : []),
    putMany: (items) => watch('table', () => table.putMany(items)),
    query: (range) => watch('table', () => table.query(range)),
    count: (range) => watch('table', () => table.count(range)),
    write: (...request) => watch('table', () => table.write(...request)),
  }
  return {
    ...parts,
    table: watchedTable,
    sqs: new Proxy(sqs, {
      get: (client, name) =>
        name === 'send'
          ? (...command: Parameters<Parts['sqs']['send']>) => watch('other', async () => client.send(...command))
          : Reflect.get(client, name),
    }),
    secrets: { read: (name) => watch('other', () => secrets.read(name)) },
    fetch: (...request) => watch('other', () => parts.fetch(...request)),
  }
}

export const roundTripsInSequence = ({ steps }: Invocation): number => {
  const chains: { endedAt: number; length: number }[] = []
  for (const { startedAt, endedAt, roundTrips } of steps.toSorted((a, b) => a.endedAt - b.endedAt)) {
    const before = chains.filter((chain) => chain.endedAt <= startedAt)
    chains.push({ endedAt, length: roundTrips + Math.max(0, ...before.map(({ length }) => length)) })
  }
  return Math.max(0, ...chains.map(({ length }) => length))
}

/** Measures processor milliseconds outside of awaited calls, so without the AWS SDK. */
export const ownMs = ({ workedFrom, workedTo, steps }: Invocation): number => {
  let own = 0
  let waitedUntil = workedFrom
  for (const step of steps.toSorted((a, b) => a.startedAt - b.startedAt)) {
    own += Math.max(0, step.workedFrom - waitedUntil)
    waitedUntil = Math.max(waitedUntil, step.workedTo)
  }
  return own + Math.max(0, workedTo - waitedUntil)
}

export const unitsOf = ({ steps }: Invocation): { read: number; write: number } => ({
  read: steps.reduce((sum, { readUnits }) => sum + readUnits, 0),
  write: steps.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
})
