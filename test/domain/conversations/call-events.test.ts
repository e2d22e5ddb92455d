import { describe, expect, test } from 'vitest'
import type { Call } from '../../../shared/domain/calls/call.ts'
import type { Placement } from '../../../shared/domain/calls/placement.ts'
import {
  allEvents,
  callEventView,
  type EventCursor,
  eventPage,
  fromTheStart,
  readEventCursor,
  unplacedTurns,
  writeEventCursor,
} from '../../../shared/domain/conversations/call-events.ts'
import { close, connect } from '../../../shared/domain/conversations/channel.ts'
import { hear, interject, interrupt, placedExchange, takeOver } from '../../../shared/domain/conversations/exchange.ts'
import { type Change, isOver, type Utterance } from '../../../shared/domain/conversations/talk.ts'
import { transcriptOf } from '../../../shared/domain/conversations/transcript.ts'
import { idAt } from '../../../shared/words/id.ts'
import { awaitedTalk, ringingCall } from '../../fixtures.ts'

const begun = Date.UTC(2026, 10, 25, 10)
const id = idAt(begun, 0)
const known = { asked_at: begun }
const placed: Placement = { phase: 'placed', ...known }
const running = ringingCall({ id, user_id: 1, assistant_id: 1, status: 'initiated', placement: placed }, begun)

/** Simulates random steps of a call, and a reader who polls its events. */
const liveWith = (seed: number) => {
  let state = seed
  const chance = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  let now = begun
  let call: Call = running
  const stored: Utterance[] = []
  let talk = awaitedTalk({ call_id: id, ticket: 't', greeting: 'Hello.' }, now)
  const take = (change: Change | undefined) => {
    if (!change) return
    talk = change.talk
    for (const { place, utterance } of change.settled) stored[place] = utterance
  }
  const session = { ticket: 't', connection_id: 'c', carrier_sid: 'CA1', session_id: 's' }
  const say = (text: string, finished: boolean) => {
    talk = { ...talk, said: text, said_at: now, finished, waits: finished ? { latency_ms: 700 } : {} }
    if (!finished || chance() < 0.5) return
    for (const { place, utterance } of placedExchange(talk)) stored[place] = utterance
    talk = { ...talk, kept: talk.turn }
  }
  const steps = [
    () => take(hear(talk, { frame: `f${now}`, text: `heard ${now}`, at: now - Math.floor(chance() * 40) }, now)),
    () => take(hear(talk, { frame: `f${now}`, text: `heard ${now}`, at: now }, now)),
    () => isOver(talk) || talk.finished || say(`${talk.said} said ${now}`, false),
    () => isOver(talk) || talk.finished || say(`${talk.said} said ${now}`, true),
    () => {
      take(hear(talk, { frame: `f${now}`, text: `heard ${now}`, at: now }, now))
      if (!isOver(talk)) say(`${talk.said} said ${now}`, true)
    },
    () => take(interrupt(talk, chance() < 0.5 ? '' : talk.said.slice(0, 9), `i${now}`, now)),
    () => talk.finished || take(takeOver(talk, now)),
    () => take(interject(talk, { id: now, text: `aside ${now}` })),
  ]

  let cursor: EventCursor = fromTheStart
  const listed: string[] = []
  const look = (limit = 1 + Math.floor(chance() * 4)) => {
    const all = stored.slice(cursor.place, talk.utterances)
    const placed = chance() < 0.3 ? all.slice(0, limit) : all
    const isWhole = placed.length === all.length
    const page = eventPage(
      { call, placed, isWhole, unplaced: isWhole ? unplacedTurns(talk) : [], tools: [] },
      cursor,
      limit,
    )
    expect(page.events.length).toBeLessThanOrEqual(limit)
    listed.push(...page.events.map((event) => callEventView(event).id))
    cursor = readEventCursor(writeEventCursor(page.after)) ?? fromTheStart
    return page
  }

  const later = () => {
    now += 50 + Math.floor(chance() * 500)
  }
  later()
  const times = { ...known, ringing_at: now }
  call = { ...call, status: 'ringing', placement: { phase: 'ringing', ...times } }
  later()
  const answered_at = now
  call = { ...call, status: 'in-progress', placement: { phase: 'answered', ...times, answered_at } }
  take(connect(talk, session, now))
  for (let turn = 0; turn < 60; turn++) {
    later()
    steps[Math.floor(chance() * steps.length)]?.()
    if (chance() < 0.6) look()
  }
  later()
  take(close(talk))
  const over = { phase: 'over', outcome: 'completed', ...times, answered_at, over_at: now } as const
  call = { ...call, status: 'ended_by_customer', placement: over, closed_at: now + 100 }
  while (look().has_more);
  const settled = [...stored.slice(0, talk.utterances), ...placedExchange(talk).map(({ utterance }) => utterance)]
  return { listed, call, said: settled.filter(({ text }) => text.trim()), look }
}

describe.each(Array.from({ length: 40 }, (_, part) => part * 25))('calls %i and on', (first) => {
  test('reports each event once and omits none at the end', () => {
    for (let seed = first; seed < first + 25; seed++) {
      const { listed, call, said, look } = liveWith(seed)
      const end = allEvents(call, { variables: {}, input_variables: {}, ...transcriptOf(said) })
      const ends = end.map((event) => callEventView(event).id)
      expect(new Set(listed).size, `seed ${seed}`).toBe(listed.length)
      const phantoms = listed.filter((one) => !ends.includes(one))
      expect(
        phantoms.every((one) => one.startsWith('bot-')),
        `seed ${seed}`,
      ).toBe(true)
      expect(
        ends.filter((one) => !listed.includes(one)),
        `seed ${seed}`,
      ).toEqual([])
      expect(look().events).toEqual([])
    }
  })
})

test('states and turns come in the order of their times', () => {
  const times = { asked_at: begun, ringing_at: begun + 1000, answered_at: begun + 3000, over_at: begun + 9000 }
  const placement: Placement = { phase: 'over', outcome: 'completed', ...times }
  const closed = { ...running, status: 'ended' as const, placement, closed_at: begun + 9100 }
  const said: Utterance[] = [
    { sender: 'bot', text: 'Hello.', at: begun + 3500 },
    { sender: 'human', text: 'Who is it?', at: begun + 5000 },
    { sender: 'bot', text: 'Anna.', at: begun + 6000, latency_ms: 900 },
  ]
  const events = allEvents(closed, { variables: {}, input_variables: {}, ...transcriptOf(said) })
  expect(
    events.map((event) =>
      event.type === 'turn' ? [event.text, event.latency_ms] : event.type === 'state' && event.status,
    ),
  ).toEqual([
    'initiated',
    'ringing',
    'in-progress',
    ['Hello.', undefined],
    ['Who is it?', undefined],
    ['Anna.', 900],
    'ended',
  ])
})

test.each(['', 'x', '5.0', '1', '1.-1', '1.0.b', '1.0.x1', '1.0.bzzzzzzzzzz', `1.0${'.b1'.repeat(41)}`])(
  '%j is no cursor',
  (text) => {
    expect(readEventCursor(text)).toBeUndefined()
  },
)
