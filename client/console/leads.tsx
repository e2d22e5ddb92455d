import { useState } from 'preact/hooks'
import type { ListLeadsAnswer } from '../client.ts'
import { Filters, NumberFilter, useFilter } from './filters.tsx'
import { type Column, Pages, usePages } from './list.tsx'
import { leadFilters } from './list-filters.ts'
import { Heading, Nothing, Status, Time } from './parts.tsx'
import { hrefOf } from './route.ts'

type Row = ListLeadsAnswer['data'][number]

const columns: readonly Column<Row>[] = [
  { title: 'Number', cell: ({ id, phone_number }) => <a href={hrefOf('leads', id)}>{phone_number}</a> },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  {
    title: 'Campaign',
    from: 'medium',
    kind: 'text',
    cell: ({ campaign }) => <a href={hrefOf('campaigns', campaign.id)}>{campaign.name}</a>,
  },
  {
    title: 'Other numbers',
    from: 'full',
    kind: 'number',
    cell: ({ secondary_contacts }) => secondary_contacts.length,
  },
  { title: 'Added', from: 'wide', cell: ({ created_at }) => <Time at={created_at} /> },
]

export const Leads = () => {
  const [phone_number, setNumber] = useState<string>()
  const filtering = useFilter('leads', leadFilters)
  const paged = usePages(`leads ${filtering.about} ${phone_number}`, (client, page, signal) =>
    client.listLeads({ ...filtering.filter, phone_number, ...page }, { signal }),
  )
  return (
    <>
      <Heading title="Leads" exported={{ what: 'leads', filters: { ...filtering.filter, phone_number } }}>
        <a class="button" href={hrefOf('leads', undefined, 'new')}>
          New lead
        </a>
        <a class="button" href={hrefOf('leads', undefined, 'import')}>
          Import
        </a>
        <NumberFilter onChange={setNumber} />
      </Heading>
      <Filters filtering={filtering} />
      <Pages
        caption="Leads"
        columns={columns}
        paged={paged}
        empty={
          <Nothing title="No leads here">
            Leads belong to a campaign. Add one, import a file, or clear the filters and leave the number out.
          </Nothing>
        }
      />
    </>
  )
}
