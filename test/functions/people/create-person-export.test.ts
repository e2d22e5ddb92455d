import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { useWorld } from '../../use-world.ts'
import { livePerson, other, person } from './life.ts'

const world = useWorld()

interface Line {
  noun: string
  key: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into things of every noun
  data: any
}

test('returns 202, then files with all of the person alone', async () => {
  const { ask } = await livePerson(world)
  const begun = await ask('POST', '/user/people/exports', { phone_number: person })
  expect([begun.status, begun.body.data.status]).toEqual([202, 'waiting'])
  await world.run(30)
  const { body } = await ask('GET', `/user/people/exports/${begun.body.data.id}`)
  expect(body).toMatchObject({ status: 'done', finished_at: expect.any(String) })
  const texts: string[] = []
  for (const { url } of body.files) texts.push(await (await fetch(url)).text())
  const lines: Line[] = texts
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toHaveLength(body.items)
  const of = (noun: string) => lines.filter((line) => line.noun === noun).map(({ data }) => data)
  expect(of('lead')).toMatchObject([
    { phone_number: person, variables: { name: 'Ada' } },
    { contacts: [{ phone_number: person }] },
  ])
  expect(of('call').length).toBeGreaterThan(1)
  expect(of('call').every(({ client_phone_number }) => client_phone_number === person)).toBe(true)
  expect(of('call-detail')).toHaveLength(of('call').length)
  expect(of('call-detail')[0]).toMatchObject({ transcript: expect.any(String), recording_key: expect.any(String) })
  expect(of('utterance').length).toBeGreaterThan(1)
  expect(of('sms')).toMatchObject([{ to: person }])
  expect(of('consent')).toMatchObject([{ phone_number: person }])
  expect(of('blacklist')).toMatchObject([{ phone_number: person, causes: { sms: expect.any(Number) } }])
  expect(of('suppression-event')).toHaveLength(1)
  expect(of('evidence-facts')[0]).toMatchObject({ facts: { phone_number: person }, record: { decision: 'dial' } })
  expect(of('ledger').length).toBeGreaterThan(1)
  expect(texts.join('')).not.toContain(other)
})

test('another spelling exports the same person; no number returns 422', async () => {
  const user = await world.user()
  const wrong = await world.api(user.token, 'POST', '/user/people/exports', { phone_number: 'Ada' })
  expect(wrong.status).toBe(422)
  await registry.blacklist(world.parts).add(user.id, '+551187654321', { cause: 'user' })
  const { body } = await world.api(user.token, 'POST', '/user/people/exports', { phone_number: '+5511987654321' })
  await world.run(10)
  const made = (await world.api(user.token, 'GET', `/user/people/exports/${body.data.id}`)).body
  expect(made.items).toBe(2)
})
