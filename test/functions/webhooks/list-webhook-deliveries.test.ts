import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { openSubscriber, type Subscriber } from './subscriber.ts'

const world = useWorld({ startAt: Date.UTC(2026, 10, 25, 23, 59, 50) })

const idsIn = async (subscriber: Subscriber, query: string): Promise<number[]> =>
  (await subscriber.deliveries(query)).map(({ call_id }: { call_id: number }) => call_id)

test('200 the paginator, newest first, with filters that links keep', async () => {
  const subscriber = await openSubscriber(world, (_request, index) => ({ status: index === 1 ? 410 : 200 }))
  const calls: number[] = []
  for (const _ of [0, 1, 2]) {
    calls.push((await subscriber.ended()).call_id)
    await world.run(1)
  }
  await subscriber.api('POST', '/user/assistants/enable-webhook', {
    assistant_id: subscriber.assistant_id,
    webhook_url: `${subscriber.receiver.url}/hook`,
  })
  await world.run(10)
  calls.push((await subscriber.ended()).call_id)
  await world.run(1)
  const [first, second, third, fourth] = calls
  expect(await idsIn(subscriber, '')).toEqual([fourth, second, first])
  expect(await idsIn(subscriber, `call_id=${second}`)).toEqual([second])
  expect(await idsIn(subscriber, `call_id=${third}`)).toEqual([])
  expect(await idsIn(subscriber, 'state=failed')).toEqual([second])
  expect(await idsIn(subscriber, 'state=delivered')).toEqual([fourth, first])
  expect(await idsIn(subscriber, `assistant_id=${subscriber.assistant_id}`)).toHaveLength(3)
  expect(await idsIn(subscriber, 'assistant_id=1')).toEqual([])
  expect(await idsIn(subscriber, 'date_to=2026-11-25')).toEqual([second, first])
  expect(await idsIn(subscriber, 'date_from=2026-11-26')).toEqual([fourth])
  expect(await idsIn(subscriber, 'date_to=2024-12-31')).toEqual([])
  expect(await idsIn(subscriber, 'date_from=2095-01-01')).toEqual([])
  expect(await idsIn(subscriber, 'date_from=2024-12-31&date_to=2095-01-01')).toHaveLength(3)
  expect(await idsIn(subscriber, 'state=&call_id=')).toHaveLength(3)

  const { status, body } = await subscriber.api('GET', '/user/webhook-deliveries?state=delivered&per_page=1&page=2')
  expect(status).toBe(200)
  expect(body).toMatchObject({ total: 2, current_page: 2, last_page: 2, per_page: 1, from: 2, to: 2 })
  expect(body.prev_page_url).toContain('state=delivered&per_page=1&page=1')
})

test('nobody sees what is somebody else’s', async () => {
  const one = await openSubscriber(world)
  const other = await openSubscriber(world)
  const { call_id } = await one.ended()
  await world.run(1)
  expect(await other.deliveries(`call_id=${call_id}`)).toEqual([])
  expect(await one.deliveries()).toHaveLength(1)
})

test.each([
  ['state=lost', { state: ['The selected state is invalid.'] }],
  ['call_id=x', { call_id: ['The call id field must be an integer.'] }],
  ['date_from=yesterday', { date_from: ['The date from field must match the format Y-m-d.'] }],
  [
    'date_from=2026-11-26&date_to=2026-11-25',
    { date_to: ['The date to field must be a date after or equal to date from.'] },
  ],
  ['per_page=101', { per_page: ['The per page field must be between 1 and 100.'] }],
])('422 for %s', async (query, errors) => {
  const { token } = await world.user()
  const { status, body } = await world.api(token, 'GET', `/user/webhook-deliveries?${query}`)
  expect(status).toBe(422)
  expect(body).toEqual({ message: 'Validation failed', errors })
})
