import { describe, expect, test } from 'vitest'
import type { LocalClock } from '../../../../infra/local/clock.ts'
import { detection, recording, startAt, startCarrier, traceOf, untilAnswered, untilHungUp } from './harness.ts'

describe('what each number does', () => {
  test('0100 answers, talks for twelve seconds and hangs up', async () => {
    expect(await traceOf('+12025550100')).toEqual(untilHungUp)
  })

  test('any other number behaves like 0100', async () => {
    expect(await traceOf('+4915112345678')).toEqual(untilHungUp)
    expect(await traceOf('+13125550101')).toEqual(untilHungUp)
  })

  test('0101 is busy two seconds after it began to ring', async () => {
    expect(await traceOf('+12025550101')).toEqual(['0.2 /status initiated', '1 /status ringing', '3.5 /status busy'])
  })

  test('0102 is not answered within the time-out', async () => {
    expect(await traceOf('+12025550102', { Timeout: '25' })).toEqual([
      '0.2 /status initiated',
      '1 /status ringing',
      '26.5 /status no-answer',
    ])
  })

  test('0104 is a machine that talks for twenty seconds', async () => {
    expect(await traceOf('+12025550104', detection)).toEqual([
      ...untilAnswered,
      '8 /detected machine_start',
      '24 /action completed completed',
      '24.5 /status completed',
    ])
  })

  test('0105 stays until the time limit', async () => {
    expect(await traceOf('+12025550105', { TimeLimit: '60' })).toEqual([
      ...untilAnswered,
      '64 /action completed completed',
      '64.5 /status completed',
    ])
  })

  test('0106 is ended by the assistant while the call is still in progress', async () => {
    const carrier = startCarrier()
    await carrier.dial('+12025550106')
    await carrier.pass(60)
    expect(carrier.trace()).toEqual([...untilAnswered, '16 /action ended in-progress', '16.5 /status completed'])
    expect(carrier.last('/action')).toMatchObject({ HandoffData: '{"reason":"assistant"}', SessionDuration: '12' })
  })

  test('0109 reports at the end, doubled and backwards, but asks in time', async () => {
    expect(await traceOf('+12025550109', detection)).toEqual([
      '4 /voice in-progress',
      '16.5 /status completed',
      '16.5 /status completed',
      '16.5 /action completed completed',
      '16.5 /action completed completed',
      '16.5 /detected human',
      '16.5 /detected human',
      '16.5 /status in-progress',
      '16.5 /status in-progress',
      '16.5 /status ringing',
      '16.5 /status ringing',
      '16.5 /status initiated',
      '16.5 /status initiated',
    ])
  })

  test('0110 tells nothing after it began to ring, but fetches its instructions', async () => {
    expect(await traceOf('+12025550110', { ...detection, ...recording })).toEqual([
      '0.2 /status initiated',
      '1 /status ringing',
      '4 /voice in-progress',
    ])
  })
})

describe('time limits', () => {
  test('a talk is cut at the time limit, which is then its duration', async () => {
    const carrier = startCarrier()
    await carrier.dial('+12025550100', { TimeLimit: '7' })
    await carrier.pass(60)
    expect(carrier.trace()).toEqual([...untilAnswered, '11 /action completed completed', '11.5 /status completed'])
    expect(carrier.last('/status')).toMatchObject({ CallDuration: '7', Duration: '1' })
  })

  test('without a limit a silent caller is cut after four hours', async () => {
    const carrier = startCarrier()
    await carrier.dial('+12025550105')
    await carrier.pass(4 * 3600 + 60)
    expect(carrier.last('/status')).toMatchObject({ CallDuration: '14400', Duration: '240' })
  })

  test('a call rings for sixty seconds, or as long as it was told to', async () => {
    expect((await traceOf('+12025550102')).at(-1)).toBe('61.5 /status no-answer')
    expect((await traceOf('+12025550100', { Timeout: '2' })).at(-1)).toBe('3.5 /status no-answer')
  })
})

test('a busy machine with late timers loses and reorders nothing', async () => {
  const waiting: { task: () => void | Promise<void> }[] = []
  let lateMs = 0
  const busy: LocalClock = {
    now: () => startAt + lateMs,
    after: (_delayMs, task) => {
      const entry = { task }
      waiting.push(entry)
      return () => {
        const at = waiting.indexOf(entry)
        if (at >= 0) waiting.splice(at, 1)
      }
    },
  }
  const reported = async (to: string) => {
    const carrier = startCarrier({ clock: busy })
    await carrier.dial(to)
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      lateMs += 1000
      await next.task()
    }
    return carrier.trace().map((line) => line.replace('0 ', ''))
  }
  const inOrder = untilHungUp.map((line) => line.replace(/^\S+ /, ''))
  expect(await reported('+12025550100')).toEqual(inOrder)
  const [voice, ...reports] = await reported('+12025550109')
  const backwards = inOrder.filter((line) => line !== voice).toReversed()
  expect(reports).toEqual(backwards.flatMap((line) => [line, line]))
})

test('the same clock, seed and requests give the same sids, another seed gives others', async () => {
  const sidsOf = async (seed: number) => {
    const carrier = startCarrier({ seed })
    const { sid } = await carrier.dial('+12025550100', recording)
    await carrier.pass(60)
    return [sid, carrier.last('/action')?.SessionId, carrier.last('/recorded')?.RecordingSid]
  }
  expect(await sidsOf(1)).toEqual(await sidsOf(1))
  expect(await sidsOf(1)).not.toEqual(await sidsOf(2))
})
