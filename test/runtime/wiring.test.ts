import { setTimeout as pause } from 'node:timers/promises'
import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import * as registry from '../../shared/runtime/registry.ts'
import { gated, openParts, supply } from '../../shared/runtime/wiring.ts'
import { openReceiver } from '../receiver.ts'
import { openSmallHouse, type SmallHouse } from './small-house.ts'

let house: SmallHouse
beforeAll(async () => {
  house = await openSmallHouse()
})

describe('supply', () => {
  test('gives exactly the methods that are named', () => {
    const supplied = supply(['users.find', 'tokens.list', 'users.list'], registry, house.parts)
    const names = Object.entries(supplied).map(([name, service]) => [name, Object.keys(service)])
    expect(Object.fromEntries(names)).toEqual({ users: ['find', 'list'], tokens: ['list'] })
  })

  test('gives clock, random and stage whole', () => {
    const { clock, random, stage } = supply(['clock', 'random', 'stage'], {}, house.parts)
    expect([clock, random, stage]).toEqual([house.parts.clock, house.parts.random, house.parts.stage])
  })

  test('what it gives works', async () => {
    const { users } = supply(['users.find'], registry, house.parts)
    expect((await users.find(house.user_id))?.name).toBe('Ada')
  })

  test('says at once which service a bundle lacks', () => {
    expect(() => supply(['calls.find'], { users: registry.users }, house.parts)).toThrow('The registry lacks calls')
  })
})

describe('the parts of a deployed function', () => {
  test('can be opened in an empty environment: what is missing is noticed when it is needed', () => {
    const parts = openParts({})
    expect(parts.stage).toEqual({ isLocal: false })
    expect(parts.settings.get('TABLE_NAME')).toBeUndefined()
    expect(() => parts.settings.required('PUBLIC_URL')).toThrow('The environment lacks PUBLIC_URL')
  })

  test('are local only where the environment says so', () => {
    expect(openParts({ STAGE: 'local' }).stage.isLocal).toBe(true)
    expect(openParts({ STAGE: 'prod' }).stage.isLocal).toBe(false)
  })

  test('an empty variable counts as missing', () => {
    expect(() => openParts({ PUBLIC_URL: '' }).settings.required('PUBLIC_URL')).toThrow('PUBLIC_URL')
  })

  test('tell the time of day, and sleep', async () => {
    const { clock } = openParts({})
    const before = clock.now()
    await clock.sleep(2)
    expect(clock.now()).toBeGreaterThan(before)
  })

  test('chance is new every time', () => {
    const { random } = openParts({})
    expect(random.bytes(32)).toHaveLength(32)
    expect(random.bytes(32)).not.toEqual(random.bytes(32))
    expect(random.number()).toBeLessThan(1)
  })
})

describe('behind a gate', () => {
  /** Everything that has an effect, and how often it was reached. */
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
        ...house.parts,
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
