import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paginate } from '../../shared/words/page.ts'

const at = { path: 'https://api.test/api/user/calls', filters: {} }
const rows = (count: number) => Array.from({ length: count }, (_, index) => index)

const pageOf = (page: number, last: number) => paginate(rows(page <= last ? 1 : 0), last, { page, per_page: 1 }, at)

/** Returns the page labels between the arrows, with the current page in brackets. */
const labels = (page: number, last: number): string =>
  pageOf(page, last)
    .links.slice(1, -1)
    .map(({ label, active }) => (active ? `[${label}]` : label))
    .join(' ')

test('a page in the middle, to the letter', () => {
  expect(paginate(['c', 'd'], 5, { page: 2, per_page: 2 }, at)).toEqual({
    current_page: 2,
    data: ['c', 'd'],
    first_page_url: 'https://api.test/api/user/calls?page=1',
    from: 3,
    last_page: 3,
    last_page_url: 'https://api.test/api/user/calls?page=3',
    links: [
      { url: 'https://api.test/api/user/calls?page=1', label: '&laquo; Previous', active: false },
      { url: 'https://api.test/api/user/calls?page=1', label: '1', active: false },
      { url: 'https://api.test/api/user/calls?page=2', label: '2', active: true },
      { url: 'https://api.test/api/user/calls?page=3', label: '3', active: false },
      { url: 'https://api.test/api/user/calls?page=3', label: 'Next &raquo;', active: false },
    ],
    next_page_url: 'https://api.test/api/user/calls?page=3',
    path: 'https://api.test/api/user/calls',
    per_page: 2,
    prev_page_url: 'https://api.test/api/user/calls?page=1',
    to: 4,
    total: 5,
  })
})

test('an empty list is one page without rows', () => {
  expect(paginate([], 0, { page: 1, per_page: 15 }, at)).toMatchObject({
    current_page: 1,
    data: [],
    from: null,
    to: null,
    last_page: 1,
    total: 0,
    next_page_url: null,
    prev_page_url: null,
    links: [
      { url: null, label: '&laquo; Previous', active: false },
      { url: 'https://api.test/api/user/calls?page=1', label: '1', active: true },
      { url: null, label: 'Next &raquo;', active: false },
    ],
  })
})

test('a page past the end is empty, not an error', () => {
  expect(paginate([], 5, { page: 9, per_page: 2 }, at)).toMatchObject({
    current_page: 9,
    data: [],
    from: null,
    to: null,
    last_page: 3,
    total: 5,
    next_page_url: null,
    prev_page_url: 'https://api.test/api/user/calls?page=8',
  })
})

test('the last page may be shorter', () => {
  expect(paginate(['e'], 5, { page: 3, per_page: 2 }, at)).toMatchObject({ from: 5, to: 5, next_page_url: null })
})

test('every link keeps the filters, as they must be written in a URL', () => {
  const filters = { status: 'no-answer', phone_number: '+12025550100', per_page: '2' }
  const page = paginate(rows(2), 6, { page: 2, per_page: 2 }, { ...at, filters })
  const query = (number: number) => `${at.path}?status=no-answer&phone_number=%2B12025550100&per_page=2&page=${number}`
  const { first_page_url, last_page_url, next_page_url, prev_page_url, path } = page
  expect({ first_page_url, last_page_url, next_page_url, prev_page_url, path }).toEqual({
    first_page_url: query(1),
    last_page_url: query(3),
    next_page_url: query(3),
    prev_page_url: query(1),
    path: at.path,
  })
  expect(page.links.map(({ url }) => url)).toEqual([query(1), query(1), query(2), query(3), query(3)])
})

describe('the numbers between the arrows', () => {
  test.each([
    [1, 1, '[1]'],
    [1, 2, '[1] 2'],
    [7, 13, '1 2 3 4 5 6 [7] 8 9 10 11 12 13'],
    [1, 14, '[1] 2 3 4 5 6 7 8 9 10 ... 13 14'],
    [7, 14, '1 2 3 4 5 6 [7] 8 9 10 ... 13 14'],
    [8, 14, '1 2 ... 5 6 7 [8] 9 10 11 12 13 14'],
    [14, 14, '1 2 ... 5 6 7 8 9 10 11 12 13 [14]'],
    [7, 15, '1 2 3 4 5 6 [7] 8 9 10 ... 14 15'],
    [8, 15, '1 2 ... 5 6 7 [8] 9 10 11 ... 14 15'],
    [9, 15, '1 2 ... 6 7 8 [9] 10 11 12 13 14 15'],
    [50, 100, '1 2 ... 47 48 49 [50] 51 52 53 ... 99 100'],
    [93, 100, '1 2 ... 90 91 92 [93] 94 95 96 ... 99 100'],
    [94, 100, '1 2 ... 91 92 93 [94] 95 96 97 98 99 100'],
    [100, 100, '1 2 ... 91 92 93 94 95 96 97 98 99 [100]'],
    [5, 3, '1 2 3'],
    [900, 100, '1 2 ... 91 92 93 94 95 96 97 98 99 100'],
  ])('page %i of %i: %s', (page, last, expected) => {
    expect(labels(page, last)).toBe(expected)
  })

  test('a gap leads nowhere', () => {
    expect(pageOf(8, 15).links.filter(({ label }) => label === '...')).toEqual([
      { url: null, label: '...', active: false },
      { url: null, label: '...', active: false },
    ])
  })

  test('rise, show the ends and the neighbours, and mark exactly the current page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), (page, last) => {
        const links = pageOf(page, last).links.slice(1, -1)
        const numbers = links.filter(({ label }) => label !== '...').map(({ label }) => Number(label))
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
        expect(numbers).toEqual(expect.arrayContaining([1, last]))
        const near = [page - 1, page, page + 1].filter((number) => number >= 1 && number <= last)
        if (page <= last) expect(numbers).toEqual(expect.arrayContaining(near))
        expect(links.filter(({ active }) => active).map(({ label }) => Number(label))).toEqual(
          page <= last ? [page] : [],
        )
      }),
    )
  })
})

test('walking by next_page_url meets every row once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 }), (total, per_page) => {
      const met: number[] = []
      let page = 1
      for (;;) {
        const data = rows(total).slice((page - 1) * per_page, page * per_page)
        const answer = paginate(data, total, { page, per_page }, at)
        met.push(...answer.data)
        expect(answer.to === null ? 0 : answer.to - (answer.from ?? 0) + 1).toBe(data.length)
        if (!answer.next_page_url) break
        page = Number(new URL(answer.next_page_url).searchParams.get('page'))
      }
      expect(met).toEqual(rows(total))
    }),
  )
})
