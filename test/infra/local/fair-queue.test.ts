import type { SQSRecord } from 'aws-lambda'
import { expect, test } from 'vitest'
import { fairQueue } from '../../../infra/local/fair-queue.ts'

const open = () => {
  let now = 0
  const queue = fairQueue({ clock: { now: () => now } })
  let sent = 0
  const add = (MessageGroupId: string | undefined, count = 1) => {
    for (let n = 0; n < count; n++) {
      const attributes = MessageGroupId === undefined ? {} : { MessageGroupId }
      queue.add({ messageId: String(sent++), attributes } as unknown as SQSRecord)
    }
  }
  const work = (ms: number) => {
    const { records, end } = queue.take(1)
    now += ms
    end()
    return records[0]?.attributes.MessageGroupId
  }
  const begin = () => queue.take(1).records[0]?.attributes.MessageGroupId
  return { queue, add, work, begin }
}

test('keeps the order of arrival while no tenant is noisy', () => {
  const { add, work } = open()
  for (const group of ['a', 'b', 'a', undefined]) add(group)
  expect([work(0), work(0), work(0), work(0)]).toEqual(['a', 'b', 'a', undefined])
})

test('prefers a quiet tenant to one above a tenth', () => {
  const { add, work } = open()
  add('noisy', 5)
  work(1000)
  add('quiet')
  expect([work(1), work(1000)]).toEqual(['quiet', 'noisy'])
})

test('prefers a quiet tenant to one with thirty messages in flight', () => {
  const { add, begin } = open()
  add('noisy', 40)
  for (let n = 0; n < 31; n++) begin()
  add('quiet')
  expect(begin()).toBe('quiet')
})

test('does not reorder below thirty messages in flight before any time has passed', () => {
  const { add, begin } = open()
  add('many', 20)
  for (let n = 0; n < 10; n++) begin()
  add('quiet')
  expect(begin()).toBe('many')
})

test('of two noisy tenants, the one with fewer messages in flight is next', () => {
  const { add, work, begin, queue } = open()
  add('one', 5)
  add('other', 5)
  work(1000)
  work(1000)
  expect([begin(), begin(), begin(), begin()]).toEqual(['one', 'other', 'one', 'other'])
  expect(queue.size()).toBe(4)
})

test('forgets a noisy tenant after five minutes', () => {
  const { add, work } = open()
  add('noisy')
  work(1000)
  add('quiet')
  work(301_000)
  add('quiet')
  add('noisy')
  expect(work(0)).toBe('noisy')
})
