import { describe, expect, test } from 'vitest'
import { connect } from '../../../shared/domain/conversations/channel.ts'
import { engage } from '../../../shared/domain/conversations/exchange.ts'
import {
  awaitSocket,
  checkAtOf,
  checkDelaySeconds,
  checkRefOf,
  isCurrentCheck,
  isDue,
  isSocketInDoubt,
  isUnwatched,
  missSocket,
  noPatience,
  scheduleCheck,
  soonMs,
  watch,
  withCheckAt,
} from '../../../shared/domain/conversations/silence-checks.ts'
import { leaseMs, leaving, type Talk, unchanged, withoutSocket } from '../../../shared/domain/conversations/talk.ts'
import { awaitedTalk } from '../../fixtures.ts'

const at = Date.UTC(2026, 10, 25, 10)
const seconds = (count: number) => at + count * 1000
const settings = { max_silence_duration: 40, reengagement_interval: 15 }
const greeting = 'Hello, this is Anna.'
const unopened = withCheckAt(awaitedTalk({ ticket: 'secret', greeting }, at), seconds(10))
const made = (change: { talk: Talk } | undefined): Talk => {
  if (!change) throw new Error('Nothing changed')
  return change.talk
}
const proof = { ticket: 'secret', connection_id: 'c1', carrier_sid: 'CA1', session_id: 'VX1' }
const running = (more: Partial<Talk> = {}): Talk => ({ ...made(connect(unopened, proof, at)), ...more })
const quiet = running({ turn: 4, quiet_since: at })
const socketless = { ...quiet, channel: withoutSocket(quiet.channel) }
const over = { phase: { type: 'over' } } as const
const until = (ends_at: number) => ({ phase: { type: 'talking', ends_at, opted_out: false } }) as const
const leaves = { phase: leaving(quiet.phase, 'assistant') }

describe('looking after a turn', () => {
  test.each([
    [0, { step: 'wait', ms: 15_000 }],
    [15, { step: 'engage' }],
    [40, { step: 'end', reason: 'limit' }],
  ])('after %i s of silence', (passed, expected) => {
    expect(watch(quiet, 4, settings, seconds(passed))).toEqual(expected)
  })

  test('asks again after another interval; its own question is no talk', () => {
    const engaged = { ...made(engage(quiet, seconds(15))), finished: true }
    expect(watch(engaged, engaged.turn, settings, seconds(16))).toEqual({ step: 'wait', ms: 14_000 })
    expect(watch(engaged, engaged.turn, settings, seconds(40))).toEqual({ step: 'end', reason: 'limit' })
  })

  test('ends once the goodbye is spoken', () => {
    const leaving = { ...quiet, ...leaves, quiet_since: seconds(3) }
    expect(watch(leaving, 4, settings, seconds(1))).toEqual({ step: 'wait', ms: 2000 })
    expect(watch(leaving, 4, settings, seconds(3))).toEqual({ step: 'end', reason: 'assistant' })
  })

  test('takes over what was left unfinished, and leaves alone what somebody works on', () => {
    const left = { ...quiet, finished: false, busy_until: at + leaseMs }
    expect(watch(left, 4, settings, at)).toEqual({ step: 'wait', ms: leaseMs })
    expect(watch(left, 4, settings, at + leaseMs)).toEqual({ step: 'take over' })
  })

  test('takes its leave at the limit of the call', () => {
    expect(watch({ ...quiet, ...until(seconds(5)) }, 4, settings, seconds(5))).toEqual({ step: 'leave' })
  })

  test.each([
    ['the talk has moved on', { turn: 5 }],
    ['the talk is over', over],
  ])('is about nothing when %s', (_, more) => {
    expect(watch({ ...quiet, ...more }, 4, settings, seconds(100))).toEqual({ step: 'nothing' })
  })
})

describe('a talk without a socket', () => {
  test('is invited once the first one had its time', () => {
    expect(watch(unopened, 0, settings, seconds(4))).toEqual({ step: 'wait', ms: 6000 })
    expect(watch(unopened, 0, settings, seconds(10))).toEqual({ step: 'invite' })
  })

  test('that was lost has its next check after as long', () => {
    const lost = unchanged(socketless)
    expect(checkAtOf(awaitSocket(lost, seconds(60)).talk)).toBe(seconds(70))
    expect(watch(lost.talk, 4, settings, seconds(70))).toEqual({ step: 'invite' })
    expect(checkAtOf(scheduleCheck(lost.talk, settings, seconds(70)).talk)).toBe(seconds(80))
  })
})

describe('a talk whose socket may be gone', () => {
  const inDoubt = (talk: Talk, now: number, patience = settings) =>
    isSocketInDoubt(talk, watch(talk, talk.turn, patience, now), now)
  const missed = made(missSocket(quiet, 'c1', seconds(20)))

  test.each<[string, Talk, number, boolean]>([
    ['is asked about when nothing was said for 5 s', quiet, 5, true],
    ['is not asked about while words go through it', quiet, 4, false],
    ['is not asked about when the customer spoke', { ...quiet, heard: [{ text: 'Well', at: seconds(4) }] }, 8, false],
    ['is asked about while a turn is long silent', { ...quiet, finished: false, busy_until: seconds(20) }, 10, true],
    ['is asked about before a dead turn is taken over', { ...quiet, finished: false, busy_until: 0 }, 20, true],
    ['is not asked about when the talk ends anyway', quiet, 40, false],
    ['is not asked about without a socket', socketless, 20, false],
    ['is asked about again once it was missed', { ...missed, said_at: seconds(29) }, 30, true],
  ])('%s', (_, talk, passed, expected) => {
    expect(inDoubt(talk, seconds(passed))).toBe(expected)
  })

  test('keeps its socket until the carrier had 10 s to report the loss', () => {
    expect(missed).toMatchObject({ channel: { connection_id: 'c1', look_at: seconds(30) }, turn: quiet.turn })
    expect(missSocket(missed, 'c1', seconds(29))).toBeUndefined()
    const lost = made(missSocket({ ...missed, ticket: 'next' }, 'c1', seconds(30)))
    expect(lost.channel).toEqual({ type: 'expected', is_first: false, look_at: seconds(30) })
    expect([lost.ticket, lost.turn]).toEqual([undefined, 5])
  })

  test('keeps a new socket that was bound meanwhile', () => {
    const bound = made(connect({ ...missed, ticket: 'next' }, { ...proof, ticket: 'next', connection_id: 'c2' }, at))
    expect(missSocket(bound, 'c1', seconds(30))).toBeUndefined()
    expect(made(missSocket(bound, 'c2', seconds(30)))).toMatchObject({
      channel: { connection_id: 'c2', missed_at: seconds(30) },
    })
    expect(missSocket({ ...missed, ...over }, 'c1', seconds(30))).toBeUndefined()
  })

  test('has a spare for its next check while it is quiet', () => {
    const next = withCheckAt(quiet, seconds(20))
    expect(checkDelaySeconds(next, seconds(2))).toEqual([18])
    expect(checkDelaySeconds(next, seconds(10))).toEqual([10, 16])
    expect(checkDelaySeconds(withCheckAt(socketless, seconds(20)), seconds(10))).toEqual([10])
  })
})

describe('the next check', () => {
  const nextAfter = (talk: Talk, patience = settings) => (checkAtOf(scheduleCheck(talk, patience, at).talk) - at) / 1000

  test.each<[string, Talk, number]>([
    ['comes when the silence has lasted', quiet, 15],
    ['comes when the call nears its limit', { ...quiet, ...until(seconds(8)) }, 8],
    ['comes when a turn counts as left behind', { ...quiet, finished: false, busy_until: seconds(9) }, 9],
    ['is a margin behind the one that ends a goodbye', { ...quiet, ...leaves, quiet_since: seconds(3) }, 5],
  ])('%s', (_, talk, expected) => {
    expect(nextAfter(talk)).toBe(expected)
  })

  test('is close enough to notice a dead function, and not closer', () => {
    expect(nextAfter(quiet, { max_silence_duration: 120, reengagement_interval: 600 })).toBe(leaseMs / 1000)
    expect(nextAfter({ ...quiet, finished: false, busy_until: seconds(20) }, noPatience)).toBe(5)
  })

  test('is soon enough for whatever is said meanwhile', () => {
    const next = made(scheduleCheck({ ...quiet, finished: false, busy_until: seconds(20) }, settings, at))
    const spoken = { ...next, finished: true, quiet_since: seconds(1) }
    expect(soonMs(spoken, settings, seconds(1))).toBeUndefined()
    expect(soonMs({ ...spoken, ...leaves, quiet_since: seconds(3) }, settings, seconds(1))).toBe(2000)
    expect(soonMs({ ...spoken, ...until(at) }, settings, seconds(1))).toBe(0)
    expect(soonMs(spoken, { ...settings, max_silence_duration: 2 }, seconds(1))).toBe(2000)
  })
})

describe('a check', () => {
  test('counts once: told twice, the next one is under way already', () => {
    const check = checkRefOf(unopened)
    expect(isDue(unopened, check, seconds(10))).toBe(true)
    expect(isDue(made(scheduleCheck(unopened, settings, seconds(10))), check, seconds(10))).toBe(false)
  })

  test('that a sooner one has replaced counts only if that one is overdue', () => {
    const replaced = withCheckAt(quiet, seconds(30))
    expect(isDue(replaced, { ...checkRefOf(replaced), at: seconds(20) }, seconds(20))).toBe(false)
    expect(isDue(replaced, { ...checkRefOf(replaced), at: seconds(20) }, seconds(31))).toBe(true)
  })

  test('about one turn counts while it is the current one', () => {
    const { turn, ...rest } = checkRefOf(quiet)
    const aboutTurn = { ...rest, turn, at: undefined }
    expect(isDue(quiet, aboutTurn, at)).toBe(true)
    expect(isDue({ ...quiet, turn: 5 }, aboutTurn, at)).toBe(false)
    expect(isDue({ ...quiet, ...over }, aboutTurn, at)).toBe(false)
  })

  test('that was lost is replaced by the next one', () => {
    const aboutTurn = { user_id: 1, call_id: 2, turn: 4 }
    const talk = withCheckAt(quiet, seconds(10))
    expect([isUnwatched(talk, seconds(11)), isCurrentCheck(talk, aboutTurn, seconds(11))]).toEqual([false, false])
    expect([isUnwatched(talk, seconds(20)), isCurrentCheck(talk, aboutTurn, seconds(20))]).toEqual([true, true])
    expect(isUnwatched(withCheckAt(talk, 0), at)).toBe(true)
  })
})
