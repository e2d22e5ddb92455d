import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { afterEach, describe, expect, test } from 'vitest'
import { createTable } from '../../infra/local/create-table.ts'
import { openTable } from '../../shared/data/table.ts'
import { openDice } from './dice.ts'
import { openDoor } from './door.ts'
import { openFigures } from './figures.ts'
import { openFunctions } from './functions.ts'
import { openLoadQueues, type QueueSettings } from './queues.ts'
import { quotas } from './quotas.ts'
import { openLoadSockets } from './sockets.ts'
import { openLoadTable } from './table.ts'
import { openTime, type Time } from './time.ts'

/** Each rule of AWS by itself, with nothing of the product: what is planted, the model has to find. */
let time: Time
afterEach(() => time.close())

const openRules = (given: Partial<typeof quotas> = {}) => {
  time = openTime(Date.UTC(2026, 10, 25, 10))
  const dice = openDice('rules')
  return { time, dice, figures: openFigures(time.now), quotas: { ...quotas, ...given } }
}
type Rules = ReturnType<typeof openRules>

/** Does something so many times in each of some seconds. */
const often = async (perSecond: number, seconds: number, act: (index: number) => unknown) => {
  for (let index = 0; index < perSecond * seconds; index++) time.after((1000 * index) / perSecond, () => act(index))
  await time.advance(seconds * 1000 + 30_000)
}

describe('a table', () => {
  const opened = async (rules: Rules) => {
    const store = openLoadTable(rules)
    await createTable(store.client, 'load')
    store.begin()
    const clock = { now: time.now, sleep: time.sleep }
    return openTable({ name: 'load', client: store.client, clock, random: rules.dice })
  }
  /** How many writes were throttled, and how many in vain. */
  const written = async (rules: Rules, perSecond: number, itemOf: (index: number) => { pk: string; sk: string }) => {
    const table = await opened(rules)
    let lost = 0
    const write = (index: number) => table.write([{ put: itemOf(index) }]).catch(() => lost++)
    await often(perSecond, 2, write)
    const throttled = rules.figures
      .namesOf('throttled write')
      .reduce((sum, name) => sum + rules.figures.countOf(name), 0)
    return { throttled, lost, peak: rules.figures.peakRate('write of all table') }
  }

  test('takes 900 writes a second of one item', async () => {
    expect(await written(openRules(), 900, () => ({ pk: 'one', sk: 'item' }))).toMatchObject({ throttled: 0, lost: 0 })
  })

  test('throttles 2,000 writes a second of one item, and loses some of them', async () => {
    const { throttled, lost, peak } = await written(openRules(), 2_000, () => ({ pk: 'one', sk: 'item' }))
    expect(throttled).toBeGreaterThan(1_000)
    expect(lost).toBeGreaterThan(100)
    expect(peak).toBe(quotas.keyWrites)
  })

  test('takes the same of as many items, and throttles them if one key of an index has them all', async () => {
    const apart = (index: number) => ({ pk: `item-${index}`, sk: 'item' })
    expect(await written(openRules(), 2_000, apart)).toMatchObject({ throttled: 0 })
    time.close()
    const due = (index: number) => ({ ...apart(index), due_shard: 'one', due_at: index })
    expect((await written(openRules(), 2_000, due)).throttled).toBeGreaterThan(1_000)
  })

  test('throttles all of them when they are more than a fresh table takes', async () => {
    const apart = (index: number) => ({ pk: `item-${index}`, sk: 'item' })
    expect((await written(openRules(), 6_000, apart)).throttled).toBeGreaterThan(1_000)
  })

  test('throttles 4,000 reads a second of one key', async () => {
    const rules = openRules()
    const table = await opened(rules)
    await often(4_000, 2, () => table.get({ pk: 'one', sk: 'item' }).catch(() => {}))
    expect(rules.figures.countOf('throttled read of key table one')).toBeGreaterThan(1_000)
  })

  test('cancels a transaction that overlaps with another on an item, and lets it through later', async () => {
    const rules = openRules()
    const table = await opened(rules)
    const both = (sk: string) => table.write([{ put: { pk: 'one', sk: 'shared' } }, { put: { pk: 'one', sk } }])
    expect(await time.until(Promise.all([both('a'), both('b')]))).toEqual([{ done: true }, { done: true }])
    expect(rules.figures.countOf('conflicts')).toBeGreaterThan(0)
  })
})

describe('functions', () => {
  const workOf = (ms: number, killed: () => void = () => {}) => ({
    id: 'work',
    timeoutMs: 10_000,
    memoryMegabytes: 512,
    loadsModel: false,
    create: () => ({ invoke: () => time.sleep(ms), kill: killed, follow: () => {} }),
  })

  test('are refused beyond what the account may run at a time', async () => {
    const rules = openRules({ functions: 10 } as object)
    const functions = openFunctions(rules, [workOf(1_000)])
    functions.begin()
    const outcomes = await time.until(Promise.all(Array.from({ length: 12 }, () => functions.invoke('work', {}))))
    expect(outcomes.filter(({ outcome }) => outcome === 'throttled')).toHaveLength(2)
    expect(rules.figures.peakLevel('functions of all')).toBe(10)
  })

  test('start cold once, and are cut off when their time is over', async () => {
    const rules = openRules()
    let killed = 0
    const functions = openFunctions(rules, [workOf(1), { ...workOf(60_000, () => killed++), id: 'endless' }])
    functions.begin()
    await time.until(functions.invoke('work', {}))
    await time.until(functions.invoke('work', {}))
    expect(rules.figures.countOf('cold work')).toBe(1)
    expect(await time.until(functions.invoke('endless', {}))).toMatchObject({ outcome: 'failed' })
    expect(killed).toBe(1)
  })

  describe('that take from a queue', () => {
    const usual: QueueSettings = {
      id: 'work',
      batchMax: 1,
      concurrencyMax: 100,
      attemptsMax: 3,
      visibilitySeconds: 60,
      recursiveLoop: 'Allow',
    }
    /** Ten messages a second for a minute, each of which is a second's work: how long the last one waited, in seconds. */
    const waited = async (settings: Partial<QueueSettings>, given: object = {}) => {
      const rules = openRules(given)
      const functions = openFunctions(rules, [workOf(1_000)])
      functions.begin()
      const queues = openLoadQueues({ ...rules, functions }, [{ ...usual, ...settings }])
      const send = () => queues.send(new SendMessageCommand({ QueueUrl: 'work', MessageBody: '{}' }), undefined)
      for (let index = 0; index < 600; index++) time.after(100 * index, send)
      await time.advance(60_000)
      return Math.max(queues.oldestMs('work'), rules.figures.quantile('wait work', 1)) / 1000
    }

    test('keep up when as many may run as are needed, from the moment that pollers have grown to it', async () => {
      expect(await waited({})).toBeLessThan(5)
    })

    test('fall behind when fewer may run, and the oldest message gets older', async () => {
      expect(await waited({ concurrencyMax: 5 })).toBeGreaterThan(25)
    })

    test('fall behind when the account has no room', async () => {
      expect(await waited({}, { functions: 5 })).toBeGreaterThan(20)
    })

    test('fall behind when so many messages may be in flight', async () => {
      expect(await waited({}, { messagesInFlight: 4 })).toBeGreaterThan(25)
    })

    test('are dropped as a loop when they lead to themselves, unless that is allowed', async () => {
      for (const recursiveLoop of ['Allow', 'Terminate'] as const) {
        const rules = openRules()
        let count = 0
        let traceHeader: string | undefined
        const again = () =>
          queues.send(new SendMessageCommand({ QueueUrl: 'work', MessageBody: '{}', DelaySeconds: 1 }), traceHeader)
        const create = () => ({
          invoke: () => {
            count += 1
            return again()
          },
          kill: () => {},
          follow: (header: string | undefined) => {
            traceHeader = header
          },
        })
        const functions = openFunctions(rules, [{ ...workOf(1), create }])
        const queues = openLoadQueues({ ...rules, functions }, [{ ...usual, recursiveLoop }])
        functions.begin()
        await time.until(again())
        await time.advance(60_000)
        if (recursiveLoop === 'Allow') expect(count).toBeGreaterThan(50)
        else expect(count).toBe(16)
        time.close()
      }
    })
  })
})

describe('the gateway', () => {
  const slow = (ms: number) => ({
    id: 'work',
    timeoutMs: 60_000,
    memoryMegabytes: 512,
    loadsModel: false,
    create: () => ({
      invoke: () => time.sleep(ms).then(() => ({ statusCode: 200, body: '{}' })),
      kill: () => {},
      follow: () => {},
    }),
  })
  const throttle = { rate: 10, burst: 10 }

  test('waits 29 s for a function, and takes of a route what its stage says', async () => {
    const rules = openRules()
    const functions = openFunctions(rules, [slow(30_000)])
    const routes = [{ id: 'work', method: 'GET', path: '/work', throttle }]
    const door = openDoor({ ...rules, functions, routes, hasRoom: () => true })
    const ask = () => door({ method: 'GET', target: '/api/work', headers: {}, body: '' })
    const startedAt = time.now()
    const statuses = await time.until(Promise.all(Array.from({ length: 12 }, async () => (await ask()).statusCode)))
    expect(statuses.toSorted()).toEqual([...Array(2).fill(429), ...Array(10).fill(500)])
    expect(time.now() - startedAt).toBe(29_000)
  })

  test('closes a socket whose frame is too large, and answers a frame itself for which there is no function', async () => {
    const rules = openRules({ functions: 0 } as object)
    const functions = openFunctions(rules, [slow(1)])
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
})
