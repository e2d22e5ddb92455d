import { describe, expect, test } from 'vitest'
import { isRegion, placeOf } from '../../../shared/domain/places/place.ts'
import { notices } from '../../../shared/domain/reference/notice.ts'
import { decideNotices } from '../../../shared/domain/rules/decide-notices.ts'
import { noticeRules, noticesNeeded } from '../../../shared/domain/rules/notice-rules.ts'

const on = (date: string) => Date.parse(`${date}T12:00:00Z`)
const today = on('2026-11-25')
const neededBy = (number: string, at = today) => noticesNeeded(placeOf(number).regions, at).needed

describe('the rows', () => {
  test('have source, day and grade; grade C is not verified', () => {
    for (const { region, source, as_of, valid_from, grade, verified } of noticeRules) {
      expect(isRegion(region), region).toBe(true)
      expect(source, region).not.toBe('')
      expect(
        [as_of, valid_from].every((day) => /^\d{4}-\d\d-\d\d$/.test(day)),
        region,
      ).toBe(true)
      if (grade === 'C') expect(verified, region).toBe(false)
    }
    expect(new Set(noticeRules.map(({ id }) => id)).size).toBe(noticeRules.length)
  })

  test('of one region stand in the order in which they come into force', () => {
    for (const rows of Map.groupBy(noticeRules, ({ region }) => region).values())
      expect(rows.map(({ valid_from }) => valid_from)).toEqual(rows.map(({ valid_from }) => valid_from).toSorted())
  })
})

describe('what a number needs', () => {
  test.each([
    ['+13055550100', 'Florida: all parties know of a recording', ['recording']],
    ['+12145550100', 'Texas: neither', []],
    ['+14155550100', 'California: both', ['ai', 'recording']],
    ['+18015550100', 'Utah: that it is an AI', ['ai']],
    ['+4915112345678', 'Germany: both', ['ai', 'recording']],
    ['+447911123456', 'a country that was not looked up: both', ['ai', 'recording']],
    ['+18005550100', 'an area code of no state: what any of them needs', ['ai', 'recording']],
    ['+14165550100', 'Canada is not California', ['ai', 'recording']],
  ])('%s, %s', (number, _place, needed) => {
    expect(neededBy(number)).toEqual(needed)
  })

  test('of an unknown place is both', () => {
    expect(noticesNeeded([], today)).toEqual({ needed: notices, rows: ['none'] })
  })

  test('begins with the day of the row, and not before', () => {
    expect(neededBy('+4915112345678', on('2026-08-01'))).toEqual(['recording'])
    expect(neededBy('+4915112345678', on('2026-08-02'))).toEqual(['ai', 'recording'])
  })

  test('never grows less with another region where the phone may ring', () => {
    const regions = [...new Set(noticeRules.map(({ region }) => region))]
    for (const one of regions)
      for (const other of regions) {
        const { needed } = noticesNeeded([one, other], today)
        for (const notice of noticesNeeded([one], today).needed) expect(needed, `${one} ${other}`).toContain(notice)
      }
  })
})

describe('what is spoken', () => {
  const california = placeOf('+14155550100').regions
  const decided = (mode: 'off' | 'observe' | 'enforce', notice_wishes: object = {}, records = true) =>
    decideNotices({ records, notice_wishes }, mode, california, today)

  test.each([
    ['enforce', undefined, true, ['ai', 'recording']],
    ['enforce', undefined, false, ['ai']],
    ['observe', undefined, true, []],
    ['off', undefined, true, []],
    ['observe', { ai: true }, true, ['ai']],
    ['off', { recording: true }, true, ['recording']],
    ['enforce', { ai: false }, true, ['recording']],
    ['enforce', { ai: false, recording: false }, true, []],
  ] as const)('under %s with the choices %j, recorded: %s', (mode, choices, records, announces) => {
    expect(decided(mode, choices, records).announces).toEqual(announces)
  })

  test('is recorded with what was needed, also where nothing was said', () => {
    expect(decided('observe').facts).toEqual({ announced: [], needed: ['ai', 'recording'], rows: ['US-CA@2025-01-01'] })
    expect(decided('enforce', { ai: false }).facts).toMatchObject({ announced: ['recording'], kept_silent: ['ai'] })
    expect(decided('off').facts).toEqual({ announced: [] })
  })
})
