import { expect, test } from 'vitest'
import { callEvents } from '../../../shared/data/calls/call-events.ts'
import { conversations } from '../../../shared/data/conversations/conversations.ts'
import { fromTheStart } from '../../../shared/domain/conversations/call-events.ts'
import { connect } from '../../../shared/domain/conversations/channel.ts'
import { hear, interrupt, placedExchange } from '../../../shared/domain/conversations/exchange.ts'
import type { Talk, Utterance } from '../../../shared/domain/conversations/talk.ts'
import { callKey, utteranceKey } from '../../../shared/table/keys.ts'
import { awaitedTalk, ringingCall } from '../../fixtures.ts'
import { freshTable } from '../fresh-table.ts'

const { table, clock, random } = await freshTable()
const store = conversations({ table, clock, random })
const now = clock.now()

let calls = 0
const talkOf = async (exchanges: number) => {
  const ref = { user_id: 1, call_id: ++calls }
  const call = ringingCall({ id: ref.call_id, user_id: 1, assistant_id: 1 }, now)
  await table.write([{ put: { ...callKey(1, ref.call_id), ...call } }])
  const talk = awaitedTalk(ref, now)
  await store.begin(talk)
  for (let place = 0; place < 2 * exchanges; place += 2) {
    const exchange = {
      heard: [{ text: `question ${place}`, at: now + place }],
      said: `answer ${place + 1}`,
      said_at: now,
    }
    const placed = placedExchange({ ...talk, ...exchange, utterances: place })
    expect(await store.keep(ref, placed)).toBe(true)
    const last_said = { place: place + 1, text: exchange.said, at: now }
    await store.change(ref, (seen) => ({ talk: { ...seen, utterances: place + 2, last_said }, settled: [] }))
  }
  const texts = async () => (await store.utterances(ref)).map(({ text }) => text)
  return { ref, texts }
}

test('an exchange is one item; a repeated write stores it once', async () => {
  const { ref, texts } = await talkOf(2)
  expect(await texts()).toEqual(['question 0', 'answer 1', 'question 2', 'answer 3'])
  expect([...(await store.recent(ref)).keys()]).toEqual([0, 1, 2, 3])
  const { pk, sk } = utteranceKey(ref.user_id, ref.call_id, 2)
  expect(await table.query({ pk, from: sk })).toHaveLength(1)
  expect(await store.keep(ref, [{ place: 2, utterance: { sender: 'human', text: 'other', at: now } }])).toBe(false)
  expect(await texts()).toContain('question 2')
})

const greeting = 'Hello, this is Anna.'
const proof = { ticket: 'secret', connection_id: 'c1', carrier_sid: 'CA1', session_id: 'VX1' }
const greets = (talk: Talk) => connect(talk, proof, now)
const asks = (talk: Talk) => hear(talk, { text: 'Who is there?', frame: 'a frame', at: now }, now)

/**
 * Creates a conversation whose socket has just opened. `before`: utterances that are stored
 * already.
 */
const greeted = async (before: Utterance[] = []) => {
  const ref = { user_id: 1, call_id: ++calls }
  await store.begin(awaitedTalk({ ...ref, ticket: 'secret', greeting }, now))
  if (before.length > 0)
    await store.keep(
      ref,
      before.map((utterance, index) => ({ place: index, utterance })),
    )
  const connected = await store.connect(ref, 'c1', greets)
  const stored = () =>
    table.query<Utterance>({ pk: utteranceKey(1, 0, 0).pk, from: utteranceKey(1, ref.call_id, 0).sk })
  const texts = async () => (await store.utterances(ref)).map(({ text }) => text)
  return { ref, connected, stored, texts }
}

test('the first words settle a greeting without another write', async () => {
  const { ref, connected, stored, texts } = await greeted()
  expect(await stored()).toMatchObject([{ text: greeting, at: now }])
  expect(connected?.talk.kept).toBe(connected?.talk.turn)
  expect((await store.change(ref, asks))?.settled).toEqual([])
  expect(await texts()).toEqual([greeting, 'Who is there?'])
})

test('a process asks once for a socket’s talk, and again while unknown', async () => {
  const fresh = await freshTable()
  const { begin, connect: bind, ofConnection } = conversations(fresh)
  const ref = { user_id: 1, call_id: 1 }
  await begin(awaitedTalk({ ...ref, assistant_id: 7, ticket: 'secret', greeting }, now))
  expect(await ofConnection('c1')).toBeUndefined()
  await bind(ref, 'c1', greets)
  const known = await ofConnection('c1')
  expect(known).toMatchObject({ ...ref, assistant_id: 7 })
  const reads = fresh.commands.length
  expect(await ofConnection('c1')).toEqual(known)
  expect(fresh.commands).toHaveLength(reads)
})

test('shows an interrupted greeting as it was heard', async () => {
  const { ref, texts } = await greeted()
  await store.change(ref, (talk) => interrupt(talk, 'Hello,', 'a cut', now))
  await store.change(ref, asks)
  expect(await texts()).toEqual(['Hello,', 'Who is there?'])
})

test('settles a greeting that a crashed attempt stored, once it was spoken', async () => {
  const { ref, connected, texts } = await greeted([{ sender: 'bot', text: greeting, at: now - 5000 }])
  expect(connected?.talk.kept).toBeUndefined()
  expect((await store.change(ref, asks))?.settled).toHaveLength(1)
  expect(await texts()).toEqual([greeting, 'Who is there?'])
  expect((await store.utterances(ref))[0]?.at).toBe(now)
})

test('a talk to which no socket came has said nothing, whatever was kept', async () => {
  const ref = { user_id: 1, call_id: ++calls }
  await store.begin(awaitedTalk({ ...ref, ticket: 'secret', greeting }, now))
  await store.keep(ref, [{ place: 0, utterance: { sender: 'bot', text: greeting, at: now } }])
  expect(await store.utterances(ref)).toEqual([])
  expect(await store.connect(ref, 'c2', (talk) => connect(talk, { ...proof, ticket: 'guess' }, now))).toBeUndefined()
  expect(await store.utterances(ref)).toEqual([])
})

test('rewrites only the last answer when the customer cuts it short', async () => {
  const { ref, texts } = await talkOf(2)
  await store.change(ref, (talk) => interrupt(talk, 'answer', 'a frame', now))
  expect(await texts()).toEqual(['question 0', 'answer 1', 'question 2', 'answer'])
  expect([...(await store.recent(ref)).values()].map(({ text }) => text)).toEqual(await texts())
})

test.each([1, 2, 3, 7])('reads all events once, %i at a time, wherever a page ends', async (limit) => {
  const { ref } = await talkOf(4)
  const events = callEvents({ table, clock, random })
  const read: string[] = []
  for (let page = 0; page < 20; page++) {
    const told = await events.after(ref, { ...fromTheStart, place: read.length }, limit)
    read.push(...(told?.placed ?? []).map(({ text }) => text))
  }
  expect(read).toEqual([
    'question 0',
    'answer 1',
    'question 2',
    'answer 3',
    'question 4',
    'answer 5',
    'question 6',
    'answer 7',
  ])
})
