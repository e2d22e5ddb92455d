import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Client } from '../client.ts'
import { Seen } from './parts.tsx'
import { type Pace, type Polled, paceOfPages, usePolled } from './poll.ts'

interface PageOf<Row> {
  data: Row[]
  current_page: number
  last_page: number
  total: number
}

export interface ListPage {
  page: number
  per_page: number
}

const rowsOfPage = 10

interface Paged<Row> {
  polled: Polled<PageOf<Row>>
  page: number
  turnTo: (page: number) => void
}

export const usePages = <Row,>(
  about: string,
  ask: (client: Client, request: ListPage, signal: AbortSignal) => Promise<PageOf<Row>>,
  pace: Pace = paceOfPages,
  per_page = rowsOfPage,
): Paged<Row> => {
  const [at, setAt] = useState({ about, page: 1 })
  const page = at.about === about ? at.page : 1
  const polled = usePolled(`${about} ${page}`, pace, (client, signal) => ask(client, { page, per_page }, signal))
  const shown = useRef({ about, data: polled.data })
  if (polled.data || shown.current.about !== about) shown.current = { about, data: polled.data }
  // Shows the previous page until the requested page arrives, so that its buttons keep the focus.
  const { data } = shown.current
  return { polled: { ...polled, data }, page, turnTo: (next) => setAt({ about, page: next }) }
}

export interface Column<Row> {
  title: string
  /** The narrowest width of the table that shows the column; by default every width. */
  from?: 'medium' | 'wide' | 'full'
  /** Numbers are right-aligned. Text may wrap; other cells stay on one line. */
  kind?: 'number' | 'text'
  cell: (row: Row) => ComponentChildren
}

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
}

const classOf = ({ from, kind }: Pick<Column<never>, 'from' | 'kind'>): string =>
  [from && `from-${from}`, kind].filter(Boolean).join(' ')

export const Table = <Row extends object>({ caption, columns, rows }: TableProps<Row>) => (
  <div class="table">
    <table>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" class={classOf(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={'id' in row ? String(row.id) : index}>
            {columns.map((column) => (
              <td key={column.title} class={classOf(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

interface PagesProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  paged: Paged<Row>
  empty: ComponentChildren
}

export const Pages = <Row extends object>({ paged, empty, ...table }: PagesProps<Row>) => (
  <Seen polled={paged.polled}>
    {({ data, current_page, last_page, total }) =>
      total === 0 ? (
        empty
      ) : (
        <div class="card" aria-busy={paged.page !== current_page}>
          <Table {...table} rows={data} />
          <nav class="pager" aria-label={`Pages of ${table.caption.toLowerCase()}`}>
            <Turn label="Newer" to={paged.page - 1} last={last_page} onTurn={paged.turnTo} />
            <span role="status">
              Page {current_page} of {last_page}, {total.toLocaleString('en-US')} in all
            </span>
            <Turn label="Older" to={paged.page + 1} last={last_page} onTurn={paged.turnTo} />
          </nav>
        </div>
      )
    }
  </Seen>
)

interface TurnProps {
  label: string
  to: number
  last: number
  onTurn: (page: number) => void
}

/**
 * Page button. Stays focusable at the first and last page, because a disabled button loses the
 * focus.
 */
const Turn = ({ label, to, last, onTurn }: TurnProps) => {
  const isPage = to >= 1 && to <= last
  return (
    <button type="button" class="plain" aria-disabled={!isPage} onClick={() => isPage && onTurn(to)}>
      {label}
    </button>
  )
}
