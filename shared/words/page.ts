import * as z from 'zod'
import { integer, optional } from './fields.ts'

export interface Page<T> {
  current_page: number
  data: T[]
  first_page_url: string
  from: number | null
  last_page: number
  last_page_url: string
  links: { url: string | null; label: string; active: boolean }[]
  next_page_url: string | null
  path: string
  per_page: number
  prev_page_url: string | null
  to: number | null
  total: number
}

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    current_page: z.int(),
    data: z.array(item),
    first_page_url: z.string(),
    from: z.int().nullable(),
    last_page: z.int(),
    last_page_url: z.string(),
    links: z.array(z.object({ url: z.string().nullable(), label: z.string(), active: z.boolean() })),
    next_page_url: z.string().nullable(),
    path: z.string(),
    per_page: z.int(),
    prev_page_url: z.string().nullable(),
    to: z.int().nullable(),
    total: z.int(),
  })

export const pageFields = {
  per_page: optional(integer({ min: 1, max: 100 })),
  page: optional(integer({ min: 1 })),
}

export const readPageRequest = ({
  page = 1,
  per_page = 15,
}: Partial<PageRequest>): PageRequest & { first: number } => ({
  page,
  per_page,
  first: (page - 1) * per_page,
})

export interface PageRequest {
  page: number
  per_page: number
}

/** Maximum bytes of a row in JSON. A hundred rows then stay below Lambda's limit of 6 MB. */
const rowBytesMax = 55_000

export const fitting = <T>(row: T, shorten: readonly ((row: T) => T)[], times = 1): T =>
  shorten.reduce((short, next) => (fits(short, rowBytesMax / times) ? short : next(short)), row)

/** Maximum bytes per character when JSON text is encoded again as a JSON string. */
const characterBytesMax = 3
const fits = (row: unknown, bytesMax: number): boolean => {
  const text = JSON.stringify(row)
  return text.length * characterBytesMax <= bytesMax || Buffer.byteLength(JSON.stringify(text)) <= bytesMax
}

export interface PageLocation {
  path: string
  filters: Record<string, string>
}

export const paginate = <T>(data: T[], total: number, { page, per_page }: PageRequest, at: PageLocation): Page<T> => {
  const last = Math.max(1, Math.ceil(total / per_page))
  const url = (number: number) => `${at.path}?${new URLSearchParams({ ...at.filters, page: String(number) })}`
  const previous = page > 1 ? url(page - 1) : null
  const next = page < last ? url(page + 1) : null
  const first = (page - 1) * per_page + 1
  return {
    current_page: page,
    data,
    first_page_url: url(1),
    from: data.length ? first : null,
    last_page: last,
    last_page_url: url(last),
    links: [
      { url: previous, label: '&laquo; Previous', active: false },
      ...numbersAround(page, last).map((number) =>
        number === undefined
          ? { url: null, label: '...', active: false }
          : { url: url(number), label: String(number), active: number === page },
      ),
      { url: next, label: 'Next &raquo;', active: false },
    ],
    next_page_url: next,
    path: at.path,
    per_page,
    prev_page_url: previous,
    to: data.length ? first + data.length - 1 : null,
    total,
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Returns page numbers to show; undefined marks a gap. */
const numbersAround = (page: number, last: number): (number | undefined)[] => {
  if (last <= 13) return range(1, last)
  if (page <= 7) return [...range(1, 10), undefined, last - 1, last]
  if (page > last - 7) return [1, 2, undefined, ...range(last - 9, last)]
  return [1, 2, undefined, ...range(page - 3, page + 3), undefined, last - 1, last]
}
