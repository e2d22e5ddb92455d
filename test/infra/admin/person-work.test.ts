import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor } from '../../fixtures.ts'
import { livePerson, other, person, traces } from '../../functions/people/life.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { noticeOf, run } from './harness.ts'

const world = useWorld({ dynamodb: inject('dynamodb') })
let user: TestUser
let notice: Awaited<ReturnType<typeof noticeOf>>
beforeAll(async () => {
  notice = await noticeOf(world)
})
afterAll(() => notice.close())

test('export writes all about a number, and nothing of others', async () => {
  user = (await livePerson(world)).user
  await notice.setClock({ speed: 1000 })
  const { status, stderr, answer } = await run(notice.environment, `person export --user ${user.id} --number ${person}`)
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('rror') })
  expect(answer).toMatchObject({ id: expect.any(Number), items: expect.any(Number) })
  expect(answer.files.length).toBeGreaterThan(0)
  const text = (await Promise.all(answer.files.map(async (url: string) => (await fetch(url)).text()))).join('')
  const lines = text.trim().split('\n')
  expect(lines).toHaveLength(answer.items)
  const nouns = new Set(lines.map((line: string) => JSON.parse(line).noun))
  for (const noun of ['lead', 'call', 'sms', 'consent', 'evidence-facts']) expect(nouns).toContain(noun)
  expect(text).toContain(person)
})

test('refuses an unknown user, and what is no number', async () => {
  for (const command of ['export', 'erase']) {
    const unknown = await run(notice.environment, `person ${command} --user 12 --number ${person}`)
    expect({ status: unknown.status, said: unknown.stderr }).toEqual({ status: 2, said: expect.stringContaining('12') })
    const wrong = await run(notice.environment, `person ${command} --user ${user.id} --number 0100`)
    expect({ status: wrong.status, said: wrong.stderr }).toEqual({
      status: 2,
      said: expect.stringContaining('a phone number in international form'),
    })
  }
})

test('erase does nothing without --yes', async () => {
  const before = await traces(world)
  const { status, stderr } = await run(notice.environment, `person erase --user ${user.id} --number ${person}`)
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('This cannot be undone.') })
  expect(await traces(world)).toEqual(before)
})

test('erase keeps the opt-out and others, and may be repeated', async () => {
  const others = (await traces(world, other)).length
  await notice.setClock({ speed: 1000 })
  const command = `person erase --user ${user.id} --number ${person} --yes`
  const { status, answer } = await run(notice.environment, command)
  expect({ status, answer }).toMatchObject({
    status: 0,
    answer: { erased: expect.any(Number), walks: expect.any(Number) },
  })
  expect(answer.erased).toBeGreaterThan(8)
  expect(await traces(world)).toEqual([])
  expect(await registry.blacklist(world.parts).has(user.id, person)).toBe(true)
  expect((await traces(world, other)).length).toBeGreaterThan(0)
  expect((await traces(world, other)).length).toBeLessThanOrEqual(others)
  expect((await run(notice.environment, command)).answer).toMatchObject({ erased: 0 })
})

test('erase refuses while the person is in a call', async () => {
  const busy = await world.user()
  await world.number(busy)
  const assistant_id = await assistantFor(world, busy)
  await world.api(busy.token, 'POST', '/user/make_call', { phone_number: person, assistant_id })
  await world.run(2)
  const { status, stderr } = await run(notice.environment, `person erase --user ${busy.id} --number ${person} --yes`)
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('The person is in a call.') })
})
