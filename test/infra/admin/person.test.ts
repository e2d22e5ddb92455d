import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { eraseUser } from '../../../infra/admin/erase.ts'
import { exportUser } from '../../../infra/admin/export.ts'
import { localStack, type Stack } from '../../../infra/admin/stacks.ts'
import { type AdminTools, adminUses } from '../../../infra/admin/tools.ts'
import { isDerived, userDataNouns } from '../../../shared/data/people/user-data.ts'
import { copyRecording } from '../../../shared/operations/calls.ts'
import { httpOperations } from '../../../shared/operations/index.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { dependenciesOf } from '../../../shared/runtime/wiring.ts'
import { historyNouns } from '../../../shared/table/history-ref.ts'
import { userNouns, userPartition } from '../../../shared/table/items.ts'
import * as keys from '../../../shared/table/keys.ts'
import type { Table } from '../../../shared/table/table.ts'
import { documentFor, knowledgebaseFor } from '../../functions/knowledgebases/knowledgebase.ts'
import { inProve } from '../../in-prove.ts'
import { typicalMessage, typicalRequest } from '../../requests.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { noticeOf, run } from './harness.ts'

/** Both users use every operation; `ada` is then exported and erased. */

let ada: TestUser
let bo: TestUser
let notice: Awaited<ReturnType<typeof noticeOf>>

const idempotencyKeys = 250

const world = useWorld({ dynamodb: inject('dynamodb'), environment: { RATE_LIMIT_PER_MINUTE: '600' } })

beforeAll(async () => {
  ada = await world.user()
  bo = await world.user()
  for (const user of [ada, bo]) await live(user)
  await world.run(300)
  await endWhatIsLive()
  notice = await noticeOf(world)
})
afterAll(async () => {
  await notice.close()
})

/** Makes every request that changes data, and at least one record of each kind. */
const live = async (user: TestUser) => {
  const scene = { world, user }
  for (const operation of httpOperations.filter(({ method }) => method === 'POST')) {
    const { path, body } = await typicalRequest(operation, scene)
    await world.api(user.token, operation.method, path, body, { 'idempotency-key': operation.id })
  }
  await typicalMessage(copyRecording, scene)
  const base = await knowledgebaseFor(world, user)
  await documentFor(world, user, base, `What only ${user.id} knows.`)
  const { id, phone_number } = await world.number(user)
  const draft = (await typicalRequest(operationOf('create-assistant'), scene)).body
  await world.api(user.token, 'POST', '/user/assistant', { ...draft, calls_direction: 'receive', phone_number_id: id })
  await world.incomingCall({ to: phone_number, from: '+12025550100' })
  for (const noun of userNouns)
    for (let place = 0; place < (noun === 'idempotency' ? idempotencyKeys : 1); place++)
      await world.parts.table.write([{ put: { pk: userPartition(user.id, noun), sk: `~${place}`, ...overCall } }])
}

const overCall = { closed_at: 1 }

const endWhatIsLive = async () => {
  for (const { id } of [ada, bo]) {
    const calls = await world.parts.table.query<keys.StoredKey & { closed_at?: number }>({
      pk: userPartition(id, 'call'),
    })
    for (const { pk, sk, closed_at } of calls)
      if (closed_at === undefined) await world.parts.table.write([{ update: { pk, sk }, set: overCall }])
  }
}

const operationOf = (id: string) => {
  const operation = httpOperations.find((each) => each.id === id)
  if (!operation) throw new Error(`There is no ${id}`)
  return operation
}

const isOf = ({ id }: TestUser, item: object) => JSON.stringify(item).includes(String(id))
const itemsOf = async (user: TestUser) => (await world.items()).filter((item) => isOf(user, item))
const linesOf = async (file: string) =>
  (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const nameOf = ({ pk, sk }: keys.StoredKey) => `${pk} ${sk}`

const dyingAfter = (stack: Stack, count: number): AdminTools => {
  let left = count
  const step = <T>(perform: () => Promise<T>) =>
    left-- > 0 ? perform() : Promise.reject(new Error('The process died'))
  const { table } = stack.parts
  const dying: Table = {
    ...table,
    query: (range) => step(() => table.query(range)),
    write: (writes) => step(() => table.write(writes)),
  }
  const clock = { ...stack.parts.clock, sleep: async () => {} }
  const parts = { ...stack.parts, table: dying, clock }
  return {
    ...dependenciesOf(adminUses, registry, parts),
    stack: { ...stack, parts },
    warn: () => undefined,
    showProgress: () => undefined,
  }
}

test('every key of a user is exported, erased or reachable', () => {
  const user = 77
  const own = [keys.userKey(user).pk, userPartition(user), ...userNouns.map((noun) => userPartition(user, noun))]
  const made = Object.entries(keys).flatMap(([name, make]) => {
    if (!/^(?!read).*Key$/.test(name) || typeof make !== 'function') return []
    const key: unknown = Reflect.apply(make, undefined, [user, 1, 1, 1, 1])
    return typeof key === 'object' && key !== null && 'pk' in key ? [{ name, pk: String(key.pk) }] : []
  })
  const ofHistories = historyNouns.flatMap((noun) =>
    Object.entries(keys.historyKeys(noun)).map(([name, make]) => ({
      name: `${noun} ${name}`,
      pk: Reflect.apply(make, undefined, [user, 1]).pk,
    })),
  )
  expect(made.length + ofHistories.length).toBeGreaterThan(userNouns.length)
  const elsewhere = [...made, ...ofHistories].filter(({ pk }) => !own.includes(pk)).map(({ name }) => name)
  expect(elsewhere.toSorted()).toEqual([
    'assistantUuidKey',
    'carrierCallKey',
    'chatUuidKey',
    'connectionKey',
    'dialQueueKey',
    'diallingKey',
    'evidenceSigningKey',
    'paceKey',
    'phoneKey',
    'unsignedHeadKey',
  ])
  expect(userDataNouns).toEqual(['account', ...userNouns, 'user'])
})

test('the two have things of every noun, and look-ups that lead to them', async () => {
  for (const user of [ada, bo]) {
    const partitions = new Set((await itemsOf(user)).map(({ pk }) => pk.split('#')[0]))
    for (const global of ['users', 'phone', 'carrier-call', 'connection', 'evidence-unsigned'])
      expect(partitions).toContain(global)
  }
})

test('export writes everything of one user, and nothing of the other', async () => {
  const file = join(notice.dataDir, 'ada.jsonl')
  const { status, answer, stderr } = await run(notice.environment, `export --user ${ada.id} --out ${file}`)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const lines = await linesOf(file)
  expect(isOf(bo, lines)).toBe(false)
  const exported = userNouns.filter((noun) => !isDerived(noun))
  const derived = userNouns.filter(isDerived).map((noun) => `${ada.id}#${noun}`)
  const own = (await itemsOf(ada))
    .filter(({ pk }) => pk === 'users' || pk.startsWith(String(ada.id)))
    .filter(({ pk }) => !derived.includes(pk))
  const keysOf = (noun: string) => own.filter(({ pk }) => pk === `${ada.id}#${noun}`).map(({ sk }) => sk)
  expect(lines).toHaveLength(own.length)
  for (const noun of exported)
    expect(lines.filter((line) => line.noun === noun).map(({ key }) => key)).toEqual(keysOf(noun).toSorted())
  expect(lines.at(-1)).toMatchObject({ noun: 'user', data: { email: 'ada@example.com' } })
  expect(answer).toMatchObject({ file, items: own.length, recordings: 1 })
  const [recorded] = lines.filter(({ noun, data }) => noun === 'call-detail' && data.recording_key)
  const [call, sid] = recorded.data.recording_key.split('/').slice(-2)
  expect((await readFile(join(answer.recordings_folder, call, sid))).byteLength).toBeGreaterThan(100)
  expect(answer.knowledge_bases).toBe(1)
  const [base] = await readdir(answer.knowledge_folder)
  const passages = JSON.parse(await readFile(join(answer.knowledge_folder, String(base)), 'utf8'))
  expect(passages).toMatchObject([{ text: `What only ${ada.id} knows.` }])

  const again = await run(notice.environment, `export --user ${ada.id} --out ${file}`)
  expect(again).toMatchObject({ status: 2, stderr: expect.stringContaining(`${file} exists: name another`) })
})

inProve('an export that was killed at any page goes on to the same file', async () => {
  const stack = await localStack(notice.environment)
  const whole = await linesOf(join(notice.dataDir, 'ada.jsonl'))
  const file = join(notice.dataDir, 'again.jsonl')
  let deaths = 0
  for (;;) {
    const died = await exportUser(ada.id, file, dyingAfter(stack, 3)).then(
      () => false,
      () => true,
    )
    if (!died) break
    deaths += 1
    expect(deaths).toBeLessThan(200)
    await expect(readFile(file)).rejects.toThrow('ENOENT')
  }
  expect(deaths).toBeGreaterThan(5)
  expect(await linesOf(file)).toEqual(whole)
  await exportUser(ada.id, join(notice.dataDir, 'new.jsonl'), dyingAfter(stack, 9)).catch(() => undefined)
  const other = await run(notice.environment, `export --user ${bo.id} --out ${join(notice.dataDir, 'new.jsonl')}`)
  expect(other).toMatchObject({ status: 2, stderr: expect.stringContaining(`unfinished export of user ${ada.id}`) })
})

test('export refuses a user that does not exist; delete has nothing to do', async () => {
  expect(await run(notice.environment, 'export --user 123')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('There is no user 123.'),
  })
  const { answer } = await run(notice.environment, 'delete --user 123 --yes')
  expect(answer).toEqual({ erased: true, items: 0, recordings: 0, documents: 0 })
})

test('delete does nothing without --yes', async () => {
  const before = await world.items()
  const { status, stderr } = await run(notice.environment, `delete --user ${ada.id}`)
  expect({ status, said: stderr.split('\n')[0] }).toEqual({
    status: 2,
    said: `This cannot be undone. Export what you need, then say --yes to erase all data of user ${ada.id}.`,
  })
  expect(await world.items()).toEqual(before)
})

test('delete refuses while a call is live, after refusing new ones', async () => {
  const carla = await world.user()
  const { phone_number } = await world.number(carla)
  const draft = (await typicalRequest(operationOf('make-call'), { world, user: carla })).body
  const made = await world.api(carla.token, 'POST', '/user/make_call', { ...draft, phone_number: '+12025550100' })
  const erase = () => run(notice.environment, `delete --user ${carla.id} --yes`)
  expect(await erase()).toMatchObject({ status: 2, stderr: expect.stringContaining('1 call is live.') })
  expect((await world.api(carla.token, 'GET', '/user/me')).status).toBe(401)
  expect(await registry.numbers(world.parts).ownerOf(phone_number)).toBeUndefined()
  expect(await world.services.calls.find({ user_id: carla.id, call_id: made.body.data.id })).toBeDefined()
  await world.run(400)
  await notice.setClock({ speed: 1000 })
  expect((await erase()).answer).toMatchObject({ erased: true })
  expect(await itemsOf(carla)).toEqual([])
})

inProve('delete, killed repeatedly, leaves nothing of the user', async () => {
  const others = (await world.items()).filter((item) => !isOf(ada, item))
  const linkOf = async (user: TestUser) => {
    const details = (await itemsOf(user)).filter(({ pk }) => pk.endsWith('#call-detail'))
    const key = details.flatMap(({ recording_key }) => recording_key ?? [])[0]
    return registry.recordings(world.parts).link(JSON.parse(String(key)))
  }
  const [adas, bos] = [await linkOf(ada), await linkOf(bo)]
  expect((await fetch(adas)).status).toBe(200)

  const stack = await localStack(notice.environment)
  let deaths = 0
  for (let steps = 1; ; steps *= 2) {
    const died = await eraseUser(ada.id, dyingAfter(stack, steps)).then(
      () => false,
      () => true,
    )
    if (!died) break
    deaths += 1
    expect(deaths).toBeLessThan(20)
  }
  expect(deaths).toBeGreaterThan(5)
  expect(await itemsOf(ada)).toEqual([])
  expect((await fetch(adas)).status).toBe(404)
  expect((await fetch(bos)).status).toBe(200)
  const objects = await world.bucketKeys()
  expect(objects.filter((key) => key.includes(String(ada.id)))).toEqual([])
  expect(objects.filter((key) => key.startsWith(`knowledge/packed/${bo.id}/`))).toHaveLength(1)
  const left = await world.items()
  const named = (items: keys.StoredKey[]) => items.map(nameOf).toSorted()
  expect(named(left.filter(({ pk }) => !pk.endsWith('#rate')))).toEqual(
    named(others.filter(({ pk }) => !pk.endsWith('#rate'))),
  )
  expect((await world.api(ada.token, 'GET', '/user/me')).status).toBe(401)
  expect((await world.api(bo.token, 'GET', '/user/me')).status).toBe(200)
  expect((await run(notice.environment, `delete --user ${ada.id} --yes`)).answer).toEqual({
    erased: true,
    items: 0,
    recordings: 0,
    documents: 0,
  })
})
