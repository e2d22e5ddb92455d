import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allow, close, connect, expectAgain, pickUp, resumesMax } from '../../../shared/domain/conversations/channel.ts'
import { exchangeOf, hear, interrupt, takeOver } from '../../../shared/domain/conversations/exchange.ts'
import { checkAtOf } from '../../../shared/domain/conversations/silence-checks.ts'
import {
  announcedIn,
  type Change,
  endingOf,
  isOver,
  leaving,
  newModelSession,
  type Talk,
} from '../../../shared/domain/conversations/talk.ts'
import { awaitedTalk } from '../../fixtures.ts'

const at = Date.UTC(2026, 10, 25, 10)
const fresh = (more: Partial<Talk> = {}): Talk =>
  awaitedTalk({ ticket: 'secret', greeting: 'Hello, this is Anna.', ...more }, at)
const proof = { ticket: 'secret', connection_id: 'c1', carrier_sid: 'CA1', session_id: 'VX1' }
const made = (change: Change | undefined): Talk => {
  if (!change) throw new Error('Nothing changed')
  return change.talk
}
const running = (more: Partial<Talk> = {}): Talk => ({ ...made(connect(fresh(), proof, at)), ...more })
const hears = (talk: Talk, text: string, frame: string, now: number) => hear(talk, { text, frame, at: now }, now)
const texts = (change: Change | undefined) => change?.settled.map(({ utterance }) => utterance.text)

describe('a socket', () => {
  test('is bound once: the ticket is gone, and the greeting counts as said', () => {
    const talk = running()
    expect(talk.ticket).toBeUndefined()
    expect(exchangeOf(talk).map(({ text }) => text)).toEqual(['Hello, this is Anna.'])
    expect(connect(talk, { ...proof, connection_id: 'c2' }, at)).toBeUndefined()
  })

  test.each([
    ['a wrong ticket', { ticket: 'guess' }],
    ['no ticket', { ticket: '' }],
    ['the call of somebody else', { carrier_sid: 'CA2' }],
  ])('is refused with %s', (_, wrong) => {
    expect(connect(fresh(), { ...proof, ...wrong }, at)).toBeUndefined()
  })

  test('is refused once the talk is over', () => {
    expect(connect(made(close(fresh())), proof, at)).toBeUndefined()
  })

  test('that is lost is replaced without a greeting, a few times at most', () => {
    let talk = running()
    for (let count = 1; count <= resumesMax; count++) {
      const waiting = made(expectAgain(talk, { neverOpened: false, session_id: `VX${count}`, ticket: `t${count}` }))
      expect(waiting.ticket).toBe(`t${count}`)
      const again = { ...proof, ticket: `t${count}`, session_id: `VX${count + 1}`, connection_id: `c${count + 1}` }
      talk = made(connect(waiting, again, at))
      expect(exchangeOf(talk)).toHaveLength(1)
    }
    const given = made(expectAgain(talk, { neverOpened: false, session_id: `VX${resumesMax + 1}`, ticket: 'more' }))
    expect(isOver(given)).toBe(true)
    expect(given.ticket).toBeUndefined()
  })

  test('that never came about ends the talk', () => {
    const talk = made(expectAgain(running(), { neverOpened: true, session_id: 'VX1', ticket: 't' }))
    expect(isOver(talk)).toBe(true)
  })

  test('whose loss is told twice is replaced once', () => {
    const loss = { neverOpened: false, session_id: 'VX1', ticket: 't1' }
    const waiting = made(expectAgain(running(), loss))
    expect(made(expectAgain(waiting, { ...loss, ticket: 't2' })).ticket).toBe('t1')
    const resumed = made(connect(waiting, { ...proof, ticket: 't1', session_id: 'VX2' }, at))
    const expecting = made(expectAgain(resumed, { ...loss, ticket: 't3' }))
    expect(expecting).toMatchObject({ channel: { ...resumed.channel, session_id: 'VX2' }, turn: resumed.turn })
  })
})

describe('hearing', () => {
  test('begins a new exchange and settles the one before', () => {
    const heard = hears(running(), 'Hi.', 'f1', at + 1)
    expect(texts(heard)).toEqual(['Hello, this is Anna.'])
    expect(heard?.talk).toMatchObject({ turn: 2, said: '', finished: false, utterances: 1 })
  })

  test('joins two prompts before an answer into one exchange', () => {
    const second = hears(made(hears(running(), 'One moment.', 'f1', at)), 'Who is it?', 'f2', at)
    expect(second?.settled).toEqual([])
    expect(second?.talk.heard.map(({ text }) => text)).toEqual(['One moment.', 'Who is it?'])
    expect(second?.talk.turn).toBe(3)
  })

  test('what comes late takes its place in front of what was said after it', () => {
    const said = ['One.', 'Two.', 'Three.'].map((text, index) => ({ text, frame: `f${index}`, at: at + index * 100 }))
    const orders = fc.shuffledSubarray(said, { minLength: said.length })
    fc.assert(
      fc.property(orders, (frames) => {
        const talk = frames.reduce((before, frame, index) => made(hear(before, frame, at + 1000 + index)), running())
        expect(talk).toMatchObject({ heard: said.map(({ text, at }) => ({ text, at })), turn: 4 })
      }),
    )
  })

  test('the same frame twice is heard once', () => {
    expect(hears(made(hears(running(), 'Hi.', 'f1', at)), 'Hi.', 'f1', at)).toBeUndefined()
  })

  test('a prompt without end is cut, and endless unanswered ones are settled', () => {
    let talk = made(hears(running(), 'x'.repeat(100_000), 'f0', at))
    expect(talk.heard[0]?.text).toHaveLength(4000)
    for (let count = 1; count < 50; count++) talk = made(hears(talk, 'again', `f${count}`, at))
    expect(talk.heard.length).toBeLessThanOrEqual(10)
    expect(talk.frames.length).toBeLessThanOrEqual(8)
  })

  test('words during a goodbye keep the call going', () => {
    const ending = running({ phase: leaving(running().phase, 'assistant') })
    expect(endingOf(ending)).toBe('assistant')
    expect(endingOf(made(hears(ending, 'Wait!', 'f1', at)))).toBeUndefined()
  })
})

describe('an interruption', () => {
  const speaking = (said: string) => running({ turn: 5, said, finished: false, heard: [{ text: 'Hi.', at }] })

  test('leaves what was heard, keeps the rest apart, and moves the turn on', () => {
    const talk = made(interrupt(speaking('We open at nine. We close at six.'), 'We open at nine.', 'f1', at))
    expect(talk).toMatchObject({ said: 'We open at nine.', unheard: 'We close at six.', turn: 6, finished: true })
  })

  test("understands the carrier's own white space", () => {
    const talk = made(interrupt(speaking('We open at  nine.\nWe close.'), 'We open at nine. We', 'f1', at))
    expect(talk.said).toBe('We open at  nine.\nWe')
  })

  test('before anything was heard leaves nothing said', () => {
    expect(made(interrupt(speaking('We open at nine.'), '', 'f1', at)).said).toBe('')
  })

  test('that tells of words nobody knows is believed', () => {
    expect(made(interrupt(speaking('We open at 9.'), 'We open at nine', 'f1', at)).said).toBe('We open at nine')
  })

  test('that comes after the next prompt cuts the exchange before and stops nobody', () => {
    const next = made(hears(speaking('We open at nine. We close at six.'), 'Stop!', 'f1', at))
    const late = interrupt(next, 'We open at nine.', 'f2', at)
    expect(late?.talk.turn).toBe(next.turn)
    expect(late?.settled).toEqual([
      { place: 1, utterance: { sender: 'bot', text: 'We open at nine.', at: expect.any(Number) } },
    ])
  })

  test('told twice cuts once', () => {
    const cut = made(interrupt(speaking('We open at nine.'), 'We open', 'f1', at))
    expect(interrupt(cut, 'We', 'f1', at)).toBeUndefined()
  })
})

describe('a notice that the carrier speaks before the conversation', () => {
  const notice = { text: 'This call is recorded.' }
  const ringing = { type: 'ringing', voice_id: 1, ends_after_ms: 60_000, look_after_ms: 10_000 } as const
  const reached = (more: Partial<Talk> = {}) => made(connect(fresh({ notice, ...more }), proof, at))

  test('counts as spoken once the conversation is reached, before the greeting, and again never', () => {
    expect(exchangeOf(fresh({ notice }))).toEqual([])
    const talk = reached()
    expect(talk).toMatchObject({ said: 'This call is recorded. Hello, this is Anna.', notice: { heard_at: at } })
    expect(announcedIn(talk)).toEqual({ announced_at: at })
    const lost = made(expectAgain(talk, { neverOpened: false, session_id: 'VX1', ticket: 'other' }))
    const again = made(connect(lost, { ...proof, ticket: 'other', session_id: 'VX2' }, at + 5000))
    expect(again.notice).toEqual({ ...notice, heard_at: at })
    expect(again.said).toBe(talk.said)
  })

  test.each([
    ['', 'This call is recorded. '],
    ['Hello,', 'This call is recorded. Hello,'],
  ])('is never cut: interrupted after %j, %j was said', (heard, said) => {
    expect(made(interrupt(reached(), heard, 'f1', at)).said).toBe(said)
  })

  test('stands alone where the customer speaks first', () => {
    expect(reached({ greeting: '' }).said).toBe('This call is recorded.')
  })

  test('is no silence: a socket is awaited from its end on', () => {
    const plain = pickUp(fresh({ phase: ringing }), at).talk
    const announcing = pickUp(fresh({ phase: ringing, notice }), at).talk
    const ms = checkAtOf(announcing) - checkAtOf(plain)
    expect(ms).toBeGreaterThan(1000)
    expect(announcing.quiet_since).toBe(at + ms)
  })

  test('of a model’s talk counts once the model is admitted, not before', () => {
    const picked = pickUp(fresh({ phase: ringing, notice, channel: newModelSession() }), at).talk
    expect(picked.said).toBe('')
    const session = { ticket: 'secret', session_id: 'rtc_1' }
    const held = made(allow(picked, session, at + 3000))
    expect(held).toMatchObject({ said: 'This call is recorded. Hello, this is Anna.', notice: { heard_at: at + 3000 } })
    expect(made(allow(held, session, at + 9000)).notice?.heard_at).toBe(at + 3000)
  })
})

test('whoever takes over settles what was said and goes on after it', () => {
  const taken = takeOver(running({ turn: 2, said: 'We open', heard: [{ text: 'When?', at }], finished: false }), at)
  expect(texts(taken)).toEqual(['When?', 'We open'])
  expect(taken.talk).toMatchObject({ turn: 3, said: '', heard: [] })
})

test('the silence after a greeting begins when a slow voice is through with it', () => {
  expect(made(connect(fresh({ speech_speed: 0.75 }), proof, at)).quiet_since).toBe(at + 1600)
})

test('hears everything once in any order, and speaks only in turn', () => {
  const spoken = 'We open at nine and close at five.'
  const Frame = fc.oneof(
    fc.record({ type: fc.constant('prompt' as const), id: fc.integer({ min: 0, max: 5 }) }),
    fc.record({
      type: fc.constant('interrupt' as const),
      id: fc.integer({ min: 6, max: 8 }),
      heard: fc.nat(spoken.length),
    }),
    fc.record({ type: fc.constant('answer' as const), id: fc.constant(-1) }),
  )
  fc.assert(
    fc.property(fc.array(Frame, { maxLength: 8 }), (frames) => {
      let talk = fresh({ greeting: '' })
      const stored = new Map<number, string>()
      for (const [at, frame] of frames.entries()) {
        const before = talk
        const change =
          frame.type === 'prompt'
            ? hears(talk, `Prompt ${frame.id}.`, `f${frame.id}`, at)
            : frame.type === 'interrupt'
              ? interrupt(talk, spoken.slice(0, frame.heard), `f${frame.id}`, at)
              : { talk: talk.heard.length ? { ...talk, said: spoken, said_at: at, finished: true } : talk, settled: [] }
        for (const { place, utterance } of change?.settled ?? []) stored.set(place, utterance.text)
        talk = change?.talk ?? talk
        expect(talk.turn).toBeGreaterThanOrEqual(before.turn)
        if (frame.type === 'prompt' && change) expect(talk.turn).toBe(before.turn + 1)
      }
      const all = [
        ...[...stored].toSorted(([a], [b]) => a - b).map(([, text]) => text),
        ...exchangeOf(talk).map(({ text }) => text),
      ]
      const prompts = new Set(frames.flatMap(({ type, id }) => (type === 'prompt' ? `Prompt ${id}.` : [])))
      expect(all.filter((text) => text.startsWith('Prompt')).toSorted()).toEqual([...prompts].toSorted())
      expect([...stored.keys()].toSorted((a, b) => a - b)).toEqual([...stored.keys()].map((_, index) => index))
    }),
  )
})
