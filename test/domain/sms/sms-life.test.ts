import { describe, expect, test } from 'vitest'
import type { Sms } from '../../../shared/domain/sms/sms.ts'
import { findListed, fold, type ListedSms, type SmsReport, smsDueAt } from '../../../shared/domain/sms/sms-life.ts'

const asked_at = Date.UTC(2026, 10, 25, 10)
const sms = (more: Partial<Sms> = {}): Sms => ({
  id: 1,
  user_id: 7,
  phone_number_id: 8,
  from: '+12025560100',
  to: '+12025550100',
  body: 'Hello',
  segments: 2,
  segment_price: 7_900,
  total_cost: 15_800,
  status: 'sending',
  money: 'held',
  asked_at,
  updated_at: asked_at,
  revision: 1,
  ...more,
})

const after = (reports: SmsReport[]) => reports.reduce((folded, report) => fold(folded, report, asked_at + 1), sms())
const outcomeOf = ({ status, money, total_cost, sms_sid }: Sms) => ({ status, money, total_cost, sms_sid })

const orders = <T>(list: T[]): T[][] =>
  list.length < 2
    ? [list]
    : list.flatMap((one, index) => orders(list.toSpliced(index, 1)).map((rest) => [one, ...rest]))

describe('reports end in the same record in whatever order and however often they arrive', () => {
  test.each<[string, SmsReport[], Partial<Sms>]>([
    [
      'delivered',
      [{ sms_sid: 'SM1' }, { sms_sid: 'SM1', status: 'sent' }, { sms_sid: 'SM1', status: 'delivered' }],
      {},
    ],
    [
      'undelivered',
      [{ sms_sid: 'SM1' }, { sms_sid: 'SM1', status: 'sent' }, { sms_sid: 'SM1', status: 'undelivered' }],
      {},
    ],
    [
      'failed',
      [
        { sms_sid: 'SM1', status: 'sent' },
        { sms_sid: 'SM1', status: 'failed' },
      ],
      {},
    ],
    ['delivered', [{ status: 'delivered' }, { sms_sid: 'SM1', status: 'undelivered' }, { not_sent: true }], {}],
    ['failed', [{ not_sent: true }], { money: 'released', total_cost: 0, sms_sid: undefined }],
  ])('%s', (status, reports, more) => {
    for (const order of orders([...reports, ...reports]))
      expect(outcomeOf(after(order))).toEqual({
        status,
        money: 'captured',
        total_cost: 15_800,
        sms_sid: 'SM1',
        ...more,
      })
  })
})

test('a report that says nothing new leaves the very same record', () => {
  const delivered = after([{ sms_sid: 'SM1', status: 'delivered' }])
  for (const report of [
    {},
    { sms_sid: 'SM1' },
    { status: 'sent' },
    { sms_sid: 'SM2', status: 'failed' },
    { not_sent: true },
  ] satisfies SmsReport[])
    expect(fold(delivered, report, asked_at + 9)).toBe(delivered)
  const untouched = sms()
  expect(fold(untouched, {}, asked_at + 9)).toBe(untouched)
})

test('only held money has a deadline', () => {
  expect(smsDueAt(sms())).toBe(asked_at + 20_000)
  expect(smsDueAt(after([{ sms_sid: 'SM1' }]))).toBeUndefined()
  expect(smsDueAt(after([{ not_sent: true }]))).toBeUndefined()
})

describe('the message in the carrier’s list', () => {
  const listed = (sms_sid: string, seconds: number, more: Partial<ListedSms> = {}): ListedSms => ({
    sms_sid,
    status: 'sent',
    body: 'Hello',
    created_at: asked_at + seconds * 1000,
    ...more,
  })
  const later = (id: number, seconds: number, more: Partial<Sms> = {}) =>
    sms({ id, asked_at: asked_at + seconds * 1000, ...more })
  const found = (siblings: Sms[], list: ListedSms[]) =>
    siblings.map((sibling) => findListed(sibling, siblings, list)?.sms_sid)

  test('is the one with its text that was made when it was asked for', () => {
    const others = [
      listed('long before', -5),
      listed('long after', 75),
      listed('other text', 0, { body: 'Hello again' }),
    ]
    expect(found([sms()], others)).toEqual([undefined])
    expect(found([sms()], [...others, listed('own', 1)])).toEqual(['own'])
    expect(found([sms()], [listed('own', 0, { body: ' Hello\n' })])).toEqual(['own'])
    expect(found([sms()], [listed('own', 45), listed('long after', 75)])).toEqual(['own'])
    expect(found([sms()], [listed('no time', Number.NaN)])).toEqual([undefined])
  })

  test('is none that another message owns', () => {
    const sentAgain = later(2, 11, { money: 'captured', sms_sid: 'again' })
    expect(findListed(sms(), [sms(), sentAgain], [listed('again', 11)])).toBeUndefined()
    expect(findListed(sms(), [sms(), sentAgain], [listed('again', 11), listed('own', 0)])?.sms_sid).toBe('own')
  })

  test('goes to the last that was asked for before it was made', () => {
    const siblings = [sms(), later(2, 10)]
    expect(found(siblings, [listed('second', 10)])).toEqual([undefined, 'second'])
    expect(found(siblings, [listed('first', 0)])).toEqual(['first', undefined])
    expect(found(siblings, [listed('second', 10), listed('first', 0)])).toEqual(['first', 'second'])
  })

  test('is never the same for two equal messages', () => {
    const siblings = [1, 2, 3].map((id) => sms({ id }))
    expect(
      found(siblings, [listed('a', 0), listed('b', 0)])
        .filter(Boolean)
        .toSorted(),
    ).toEqual(['a', 'b'])
  })

  test('is not that of a message to somebody else, or with another text', () => {
    const siblings = [sms(), later(2, 0, { to: '+12025550109' }), later(3, 0, { body: 'Bye' })]
    expect(found(siblings, [listed('own', 0)])[0]).toBe('own')
  })
})
