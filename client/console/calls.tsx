import { useState } from 'preact/hooks'
import type { ListCallsAnswer } from '../client.ts'
import { Filters, NumberFilter, useFilter } from './filters.tsx'
import { type Column, Pages, usePages } from './list.tsx'
import { callFilters } from './list-filters.ts'
import { Heading, Nothing, Status, Time } from './parts.tsx'
import { hrefOf } from './route.ts'
import { isLive, lengthOf, showDuration, showMoney } from './times.ts'

type Row = ListCallsAnswer['data'][number]

const columns: readonly Column<Row>[] = [
  {
    title: 'Number',
    cell: ({ id, client_phone_number }) => <a href={hrefOf('calls', id)}>{client_phone_number || 'unknown'}</a>,
  },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Assistant', from: 'wide', kind: 'text', cell: ({ assistant_name }) => assistant_name },
  { title: 'Campaign', from: 'full', kind: 'text', cell: ({ campaign_name }) => campaign_name ?? '–' },
  { title: 'Started', from: 'medium', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Length', from: 'wide', kind: 'number', cell: (call) => showDuration(lengthOf(call)) },
  { title: 'Cost', from: 'full', kind: 'number', cell: (call) => (isLive(call) ? '–' : showMoney(call.total_cost)) },
]

export const Calls = () => {
  const [phone_number, setNumber] = useState<string>()
  const filtering = useFilter('calls', callFilters)
  const { assistant_version, ...rest } = filtering.filter
  // The API accepts a version filter only together with an assistant.
  const filter = rest.assistant_id === undefined ? rest : { ...rest, assistant_version }
  const paged = usePages(`calls ${filtering.about} ${phone_number}`, (client, page, signal) =>
    client.listCalls({ ...filter, phone_number, ...page }, { signal }),
  )
  const isFiltered = filtering.about !== '' || phone_number !== undefined
  return (
    <>
      <Heading title="Calls" exported={{ what: 'calls', filters: { ...filter, phone_number } }}>
        <NumberFilter onChange={setNumber} />
      </Heading>
      <Filters filtering={filtering} />
      <Pages
        caption="Calls"
        columns={columns}
        paged={paged}
        empty={
          isFiltered ? (
            <Nothing title="No call is like that">Change or clear the filters, or leave the number out.</Nothing>
          ) : (
            <Nothing title="No calls yet">
              Open <a href={hrefOf('assistants')}>an assistant</a> and make a test call, or start{' '}
              <a href={hrefOf('campaigns')}>a campaign</a>. Calls appear here as they happen.
            </Nothing>
          )
        }
      />
    </>
  )
}
