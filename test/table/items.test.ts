import { describe, expect, test } from 'vitest'
import { workerOperations } from '../../shared/operations/index.ts'
import { dueKinds, keyShapes, kinds, userNouns } from '../../shared/table/items.ts'

const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)

test('gives each kind of item a noun and a key shape', () => {
  expect(twice(userNouns)).toEqual([])
  expect(twice(keyShapes.map(({ pk, sk }) => `${pk} ${sk}`))).toEqual([])
})

test('puts every kind of item into the partition that its noun names', () => {
  for (const { noun, pk } of kinds) expect(pk).toBe(`<user>#${noun}`)
})

describe('a deadline', () => {
  const due = [
    { noun: '', user_id: 7, id: 17, key: '0000000000000017#0000000000000042' },
    { noun: '', user_id: 7, id: 18, key: '0000000000000018#0000000000000041' },
  ]

  test.each(dueKinds)('of $noun brings messages that the worker accepts', ({ facts }) => {
    const worker = workerOperations.find(({ queue }) => queue === facts.due.queue)
    const messages = facts.due.messages(due, 90)
    expect(messages.length).toBeGreaterThan(0)
    for (const message of messages) expect(worker?.message.parse(message)).toEqual(message)
  })

  test('of evidence brings the decisions of a user together, oldest first', () => {
    const evidence = dueKinds.find(({ noun }) => noun === 'evidence-facts')
    const [one, other] = due
    expect(evidence?.facts.due.messages(due, 90)).toEqual([{ user_id: 7, keys: [other?.key, one?.key] }])
    expect(evidence?.facts.due.messages(due, 1)).toHaveLength(2)
  })
})
