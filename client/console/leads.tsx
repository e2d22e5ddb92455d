import { useState } from 'preact/hooks'
import type { ListLeadsAnswer } from '../client.ts'
import { type Filter, Filters } from './filters.tsx'
import { type Column, Pages, usePages } from './list.tsx'
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

const choices = ['created', 'completed', 'reached-max-retries'] as const

export const Leads = () => {
  const [filter, setFilter] = useState<Filter<(typeof choices)[number]>>({})
  const paged = usePages(`leads ${filter.status} ${filter.phone_number}`, (client, page, signal) =>
    client.listLeads({ ...filter, ...page }, { signal }),
  )
  return (
    <>
      <Heading title="Leads">
        <a class="button" href={hrefOf('leads', undefined, 'new')}>
          New lead
        </a>
        <a class="button" href={hrefOf('leads', undefined, 'import')}>
          Import
        </a>
        <Filters choices={choices} filter={filter} onChange={setFilter} />
      </Heading>
      <Pages
        caption="Leads"
        columns={columns}
        paged={paged}
        empty={
          <Nothing title="No leads here">
            Leads belong to a campaign. Add one, import a file, or choose another status and leave the number out.
          </Nothing>
        }
      />
    </>
  )
}
