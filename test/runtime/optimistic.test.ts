import { setTimeout as pause } from 'node:timers/promises'
import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { behind, gated } from '../../shared/runtime/optimistic.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { openParts } from '../../shared/runtime/wiring.ts'
import type { Table } from '../../shared/table/table.ts'
import { openReceiver } from '../receiver.ts'
import { openSmallWorld, type SmallWorld } from './small-world.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await openSmallWorld()
})

describe('parts behind a gate', () => {
  const effects = async () => {
    const reached: string[] = []
    const reach = async <T>(name: string, answer: T): Promise<T> => {
      reached.push(name)
      return answer
    }
    const sqs = new SQSClient({ region: 'us-east-1', endpoint: 'http://127.0.0.1:1' })
    sqs.middlewareStack.add(() => () => reach('sqs', { output: { $metadata: {} }, response: {} }), {
      step: 'initialize',
    })
    const parts = openParts(
      { CARRIER_TOKEN: 'x' },
      {
        ...world.parts,
        stage: { isLocal: true },
        sqs,
        fetch: () => reach('fetch', new Response('ok')),
        secrets: { read: () => reach('secret', {}) },
      },
    )
    const receiver = await openReceiver(() => reach('webhook', {}))
    onTestFinished(receiver.close)
    const acts = (behind: typeof parts): Promise<unknown>[] => [
      behind.sqs.send(new GetQueueUrlCommand({ QueueName: 'q' })),
      behind.fetch('http://127.0.0.1:1/'),
      behind.secrets.read('CARRIER'),
      registry.webhookClient(behind).ask(receiver.url, { webhook_id: 'msg_1', secrets: [], payload: {} }, 5_000),
    ]
    return { reached, parts, acts }
  }

  test('queues, secrets, the network and webhooks wait until it opens', async () => {
    const { reached, parts, acts } = await effects()
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const acting = acts(gated(gate, parts))
    await pause(50)
    expect(reached).toEqual([])
    open()
    await Promise.all(acting)
    expect(reached.toSorted()).toEqual(['fetch', 'secret', 'sqs', 'webhook'])
  })

  test('they are never reached when it stays shut', async () => {
    const { reached, parts, acts } = await effects()
    const gate = Promise.reject(new Error('no entry'))
    const outcomes = await Promise.allSettled(acts(gated(gate, parts)))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
    expect(reached).toEqual([])
  })

  test('the rest of the client is as it was', async () => {
    const { parts } = await effects()
    const { sqs } = gated(Promise.resolve(), parts)
    expect(await sqs.config.region()).toBe('us-east-1')
  })
})

describe('the table behind a gate', () => {
  const key = { pk: 'gate', sk: '1' }
  beforeAll(() => world.table.write([{ put: { ...key, secret: 1 } }]))
  beforeEach(() => world.interfere((_command, go) => go()))

  type Act = [string, (table: Table) => Promise<unknown>]
  const items: Act[] = [
    ['get', (table) => table.get(key)],
    ['getMany', (table) => table.getMany([key])],
  ]
  const ranges: Act[] = [
    ['query', (table) => table.query({ pk: key.pk })],
    ['count', (table) => table.count({ pk: key.pk })],
  ]
  const write: Act = ['write', (table) => table.write([{ put: { ...key, secret: 2 } }])]

  test.each(items)('a %s starts at once, and its answer waits', async (_name, read) => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { promise: asked, resolve: sent } = Promise.withResolvers<void>()
    world.interfere(async (_command, go) => {
      const output = await go()
      sent()
      return output
    })
    let answered = false
    const reading = read(behind(gate, world.table)).then(() => {
      answered = true
    })
    await asked
    await new Promise((resolve) => setImmediate(resolve))
    expect(answered).toBe(false)
    open()
    await reading
    expect(answered).toBe(true)
  })

  test.each(items)('a %s tells nothing when the gate stays shut, not even that it failed', async (_name, read) => {
    world.interfere(() => Promise.reject(new Error('the engine is down')))
    const gate = Promise.reject(new Error('no entry'))
    await expect(read(behind(gate, world.table))).rejects.toThrow('no entry')
  })

  test.each([...ranges, write])('a %s starts only when the gate has opened', async (_name, act) => {
    const sent: string[] = []
    world.interfere((command, go) => {
      sent.push(command)
      return go()
    })
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const acting = act(behind(gate, world.table))
    await world.table.get({ pk: 'gate', sk: 'another' })
    expect(sent).toEqual(['GetItemCommand'])
    open()
    await acting
    expect(sent).toHaveLength(2)
  })

  test.each([...ranges, write])('a %s is never sent when the gate stays shut', async (_name, act) => {
    const sent: string[] = []
    world.interfere((command, go) => {
      sent.push(command)
      return go()
    })
    const gate = Promise.reject(new Error('no entry'))
    await expect(act(behind(gate, world.table))).rejects.toThrow('no entry')
    expect(sent).toEqual([])
  })
})
