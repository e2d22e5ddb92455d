import { describe, expect, test } from 'vitest'
import { speakTurn, type TurnParts } from '../../../shared/actions/turns/speak-turn.ts'
import type { ModelAttempt } from '../../../shared/actions/turns/tool-loop.ts'
import type { Toolbox } from '../../../shared/actions/turns/toolbox.ts'
import type { Speech } from '../../../shared/domain/conversations/speech.ts'
import type { ModelPart, TurnWords } from '../../../shared/domain/conversations/turn-parts.ts'

const text = (words: string): ModelPart => ({ type: 'text', text: words })
const words: TurnWords = {
  filler: undefined,
  waiting: 'One moment.',
  stillWaiting: 'Still on it.',
  goodbye: 'Goodbye.',
  puttingThrough: 'I will put you through.',
  apology: 'I am sorry.',
}

type Event = ModelPart | number | Error

/** Prepares a conversation turn with a fake clock, which advances only when code sleeps. */
const stage = (scripts: Partial<Record<ModelAttempt, Event[]>>, more: Partial<TurnParts> = {}) => {
  let now = 0
  const waiting: { at: number; wake: () => void }[] = []
  const sleep = (ms: number) => new Promise<void>((wake) => waiting.push({ at: now + ms, wake }))
  const tick = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    const [next] = waiting.sort((one, other) => one.at - other.at).splice(0, 1)
    if (!next) return
    now = Math.max(now, next.at)
    next.wake()
  }
  const told = {
    frames: [] as Speech[],
    said: [] as string[],
    finished: [] as { said: string; ending: string | undefined }[],
    failed: [] as ModelAttempt[],
    asked: [] as { attempt: ModelAttempt; said: string }[],
    aborted: [] as number[],
  }
  const parts: TurnParts = {
    ask: async function* ({ attempt, said, signal }) {
      told.asked.push({ attempt, said })
      signal.addEventListener('abort', () => told.aborted.push(now))
      for (const event of scripts[attempt] ?? []) {
        if (typeof event === 'number') await sleep(event)
        else if (event instanceof Error) throw event
        else yield event
      }
    },
    say: async (said) => {
      told.said.push(said)
      return true
    },
    finish: async (said, ending) => {
      told.finished.push({ said, ending })
      return true
    },
    isCurrent: async () => true,
    send: async (frame) => {
      told.frames.push(frame)
      return true
    },
    onFailure: (attempt) => told.failed.push(attempt),
    remainingMs: () => 25_000,
    clock: { now: () => now, sleep },
    ...more,
  }
  const run = async (spoken = words) => {
    let end: string | undefined
    const turn = speakTurn(parts, spoken).then(
      (how) => {
        end = how
      },
      (cause) => {
        end = `threw ${cause.message}`
      },
    )
    for (let count = 0; !end && count < 2000; count++) await tick()
    await turn
    return end
  }
  return { ...told, run, now: () => now }
}

const toolbox: Toolbox = {
  offers: [{ name: 'search', description: '', knowledgebase_id: 1, parameters: [], timeout_seconds: 1 }],
  before: [],
  used: 0,
  effect: undefined,
  use: async (toolUse) => ({ ...toolUse, sender: 'tool', text: 'Nothing was found.', at: 0 }),
}

const heard = (frames: Speech[]) => frames.flatMap((frame) => (frame.type === 'text' ? frame.text : [])).join('')
const lasts = (frames: Speech[]) => frames.filter((frame) => frame.type === 'text' && frame.last).length

test('streams in phrases, with one last frame, and says exactly what the model said', async () => {
  const tokens = 'Good morning, this is Anna. How can I help you today? '.split(/(?<= )/).map(text)
  const turn = stage({ first: tokens })
  expect(await turn.run()).toBe('finished')
  expect(heard(turn.frames)).toBe(tokens.map((part) => (part.type === 'text' ? part.text : '')).join(''))
  expect(turn.frames.length).toBeGreaterThan(1)
  expect(lasts(turn.frames)).toBe(1)
  expect(turn.frames.at(-1)).toMatchObject({ last: true })
  expect(turn.finished).toEqual([{ said: heard(turn.frames), ending: undefined }])
})

describe('a customer who speaks meanwhile', () => {
  test('stops a model that is thinking within 200 ms', async () => {
    let turn = stage({})
    turn = stage({ first: [10_000, text('Too late.')] }, { isCurrent: async () => turn.now() < 500 })
    expect(await turn.run()).toBe('superseded')
    expect(turn.frames).toEqual([])
    expect(turn.aborted[0]).toBeLessThanOrEqual(500 + 200)
  })

  test('stops a model that dribbles tokens within 200 ms', async () => {
    let turn = stage({})
    const dribble = Array.from({ length: 100 }, (): Event[] => [50, text('a')]).flat()
    turn = stage({ first: dribble }, { isCurrent: async () => turn.now() < 500 })
    expect(await turn.run()).toBe('superseded')
    expect(turn.aborted[0]).toBeLessThanOrEqual(500 + 250)
  })

  test('hears nothing of what comes after', async () => {
    const turn = stage(
      { first: [text('We open at nine. And we close at six in the evening.')] },
      { say: async () => false },
    )
    expect(await turn.run()).toBe('superseded')
    expect(turn.frames).toEqual([])
  })

  test('who has hung up ends the turn', async () => {
    const turn = stage({ first: [text('We open at nine. And')] }, { send: async () => false })
    expect(await turn.run()).toBe('gone')
  })
})

describe('a model', () => {
  test.each([
    ['that fails at once', [new Error('500')]],
    ['that has nothing to say', []],
    ['that says only blanks', [text(' \n')]],
  ])('%s is replaced once', async (_, first) => {
    const turn = stage({ first, fallback: [text('We open at nine.')] })
    expect(await turn.run()).toBe('finished')
    expect(turn.asked.map(({ attempt }) => attempt)).toEqual(['first', 'fallback'])
    expect(heard(turn.frames)).toContain('We open at nine.')
    expect(lasts(turn.frames)).toBe(1)
  })

  test('that fails within a sentence is replaced by one that knows the spoken words', async () => {
    const turn = stage({
      first: [text('We are open, '), text('as I'), new Error('reset')],
      fallback: [text('from nine to six.')],
    })
    expect(await turn.run()).toBe('finished')
    expect(turn.asked[1]).toEqual({ attempt: 'fallback', said: 'We are open, as I ' })
    expect(heard(turn.frames)).toBe('We are open, as I from nine to six.')
  })

  test('that breaks after a whole sentence has answered', async () => {
    const turn = stage({ first: [text('We open at nine.'), new Error('reset')], fallback: [text('Again.')] })
    expect(await turn.run()).toBe('finished')
    expect(turn.asked.map(({ attempt }) => attempt)).toEqual(['first'])
    expect(turn.finished).toEqual([{ said: 'We open at nine.', ending: undefined }])
    expect(lasts(turn.frames)).toBe(1)
  })

  test.each([
    ['breaks, too', [text('and close'), new Error('500')], 'We open at nine and close'],
    ['fails at once', [new Error('500')], 'We open at nine '],
    ['has nothing to say', [], 'We open at nine '],
  ])('whose replacement %s apologises for nothing after its words', async (_, fallback, said) => {
    const turn = stage({ first: [text('We open at nine'), new Error('reset')], fallback })
    expect(await turn.run()).toBe('finished')
    expect(turn.finished).toEqual([{ said, ending: undefined }])
    expect(lasts(turn.frames)).toBe(1)
  })

  test('that fails with its replacement after a tool makes the caller hear an apology', async () => {
    const turn = stage(
      {},
      {
        toolbox,
        ask: async function* (_, thread) {
          if (thread.length > 0) throw new Error('500')
          yield text('One moment. ')
          yield { type: 'use', id: 'one', name: 'search', input: '{}' }
        },
      },
    )
    expect(await turn.run()).toBe('finished')
    expect(turn.finished).toEqual([{ said: 'One moment. I am sorry.', ending: 'assistant' }])
  })

  test('that fails with its replacement ends the call with an apology', async () => {
    const turn = stage({ first: [new Error('500')], fallback: [new Error('500')] })
    expect(await turn.run()).toBe('finished')
    expect(turn.finished).toEqual([{ said: 'I am sorry.', ending: 'assistant' }])
    expect(turn.failed).toEqual(['first', 'fallback'])
  })
})

describe('the end-call tool', () => {
  const ends = (say?: string): ModelPart => ({ type: 'tool', name: 'end_call', say })
  test.each([
    ['says its last words', [ends('Bye then!')], 'Bye then!'],
    ['says goodbye where it has none', [ends()], 'Goodbye.'],
    ['adds nothing to a goodbye that was said', [text('See you. '), ends()], 'See you. '],
    ['speaks after what was said', [text('Good.'), ends('Bye!')], 'Good. Bye!'],
  ])('%s', async (_, first, expected) => {
    const turn = stage({ first })
    expect(await turn.run()).toBe('finished')
    expect(heard(turn.frames)).toBe(expected)
    expect(turn.finished[0]?.ending).toBe('assistant')
  })
})

describe('a late first word', () => {
  test('is bridged once, by something that the answer replaces', async () => {
    const turn = stage({ first: [4000, text('We open at nine.')] })
    expect(await turn.run({ ...words, filler: 'One moment.' })).toBe('finished')
    const fillers = turn.frames.filter(({ type }) => type === 'filler')
    expect(fillers).toEqual([{ type: 'filler', text: 'One moment.' }])
    expect(turn.finished[0]?.said).toBe('We open at nine.')
  })

  test('is not bridged where nobody wants it', async () => {
    const turn = stage({ first: [4000, text('We open at nine.')] })
    await turn.run()
    expect(turn.frames).toHaveLength(1)
  })
})

test('a turn that outlives its function changes hands', async () => {
  let turn = stage({})
  turn = stage(
    { first: Array.from({ length: 300 }, (): Event[] => [200, text('word ')]).flat() },
    { remainingMs: () => 29_000 - turn.now() },
  )
  expect(await turn.run()).toBe('late')
  expect(turn.now()).toBeLessThan(26_000)
  expect(lasts(turn.frames)).toBe(0)
})

test('what breaks in our own code is no failure of the model', async () => {
  const turn = stage(
    { first: [text('We open at nine. And')], fallback: [text('No.')] },
    {
      say: async () => {
        throw new Error('table')
      },
    },
  )
  expect(await turn.run()).toBe('threw table')
  expect(turn.asked).toHaveLength(1)
})
