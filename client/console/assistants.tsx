import type { ListAssistantsAnswer } from '../client.ts'
import { Filters, useFilter } from './filters.tsx'
import { type Column, Pages, usePages } from './list.tsx'
import { assistantFilters } from './list-filters.ts'
import { Heading, Nothing, Time } from './parts.tsx'
import { paceOfSettings } from './poll.ts'
import { hrefOf } from './route.ts'

type Row = ListAssistantsAnswer['data'][number]

const columns: readonly Column<Row>[] = [
  { title: 'Name', kind: 'text', cell: ({ id, name }) => <a href={hrefOf('assistants', id)}>{name}</a> },
  { title: 'Direction', from: 'medium', cell: ({ type }) => type },
  { title: 'Language', from: 'medium', cell: ({ language }) => language ?? '–' },
  { title: 'Engine', from: 'wide', cell: ({ mode }) => mode },
  { title: 'Changed', from: 'full', cell: ({ updated_at }) => <Time at={updated_at} /> },
]

export const Assistants = () => {
  const filtering = useFilter('assistants', assistantFilters)
  const paged = usePages(
    `assistants ${filtering.about}`,
    (client, page, signal) => client.listAssistants({ ...filtering.filter, ...page }, { signal }),
    paceOfSettings,
  )
  return (
    <>
      <Heading title="Assistants">
        <a class="button" href={hrefOf('assistants', undefined, 'new')}>
          New assistant
        </a>
      </Heading>
      <Filters filtering={filtering} />
      <Pages
        caption="Assistants"
        columns={columns}
        paged={paged}
        empty={
          filtering.about !== '' ? (
            <Nothing title="No assistant is like that">Clear the filters to see all assistants, or create one.</Nothing>
          ) : (
            <Nothing title="No assistants yet">
              An assistant is a voice, a language, a model and a prompt.{' '}
              <a href={hrefOf('assistants', undefined, 'new')}>Create one</a>, then talk to it in text or make a test
              call.
            </Nothing>
          )
        }
      />
    </>
  )
}
