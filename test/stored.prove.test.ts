import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { operations, workerOperations } from '../shared/operations/index.ts'
import { compactionStarter } from '../shared/runtime/compaction-starter.ts'
import { historyNouns } from '../shared/table/history-ref.ts'
import { typicalMessage } from './requests.ts'
import { forgetChance, sampleOf } from './samples.ts'
import { gatherer, incompatibilities, kindAt, type Shapes } from './stored/shapes.ts'
import { useWorld } from './use-world.ts'

/**
 * These tests compare shapes of stored items and messages with the last release. During an update,
 * functions of both versions read them (docs/upgrading.md).
 */

const accepted: Record<string, string> = {}

interface Stored {
  items: Shapes
  messages: Record<string, object>
}

const world = useWorld()

const gather = async (): Promise<Stored> => {
  const items = gatherer()
  const look = async () => {
    for (const { pk, sk, ...members } of await world.items()) items.add(kindAt({ pk, sk }), members)
  }
  for (const operation of operations) {
    const { token, path, body } = await sampleOf(operation, { world, user: await world.user() })
    if (operation.kind !== 'http' || !path) continue
    await look()
    await world.api(token, operation.method, path, body, { 'idempotency-key': operation.id })
  }
  await look()
  // Starts compaction here, because otherwise only one record in 16 starts its list's compaction.
  await compactionStarter(world.parts).start((await world.user()).id, historyNouns)
  await world.run(120)
  await look()
  const messages: Stored['messages'] = {}
  for (const operation of workerOperations)
    messages[operation.queue] = await typicalMessage(operation, { world, user: await world.user() })
  return { items: items.shapes(), messages: forgetChance()(messages) }
}

const shapesOf = (messages: Stored['messages']): Shapes => {
  const shapes = gatherer()
  for (const [queue, message] of Object.entries(messages)) shapes.add(queue, message)
  return shapes.shapes()
}

const newest = globSync('docs/released/stored-*.json')
  .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  .at(-1)
const released: Stored = newest ? JSON.parse(readFileSync(newest, 'utf8')) : { items: {}, messages: {} }
const advice = `Functions of ${newest} read this while a stack is updated. Write it in the old form for one more version, or name it in \`accepted\` with the reason. Further members are fine.`

let current: Stored
beforeAll(async () => {
  current = await gather()
  const version = process.env.RELEASE
  if (version) writeFileSync(`docs/released/stored-${version}.json`, `${JSON.stringify(current, null, 1)}\n`)
}, 600_000)

const unaccepted = (all: string[]) => all.filter((each) => accepted[each] === undefined)

test('functions of the last release can read every item', () => {
  expect(unaccepted(incompatibilities(released.items, current.items)), advice).toEqual([])
})

test('functions of the last release can read every message', () => {
  expect(unaccepted(incompatibilities(shapesOf(released.messages), shapesOf(current.messages))), advice).toEqual([])
})

test('workers take the messages of the last release', () => {
  for (const { queue, message } of workerOperations) {
    const sent = released.messages[queue]
    if (sent) expect(message.safeParse(sent).error, `${queue}: a further member must be optional`).toBeUndefined()
  }
})

test('a missing, optional or changed member is a incompatibility', () => {
  const former = { item: { id: 'number', 'note?': 'text', 'leg.at': 'number' }, other: {} }
  expect(
    incompatibilities(former, { item: { 'id?': 'number', 'note?': 'list', 'leg.at': 'number', more: 'text' } }),
  ).toEqual(['item: id may be absent now', 'item: note is list now, and was text', 'other: gone'])
  expect(incompatibilities(former, { item: { id: 'number' }, other: {} })).toEqual(['item: leg.at is gone'])
})
