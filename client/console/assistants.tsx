import type { ListAssistantsAnswer } from '../client.ts'
import { type Column, Pages, usePages } from './list.tsx'
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
  const paged = usePages(
    'assistants',
    (client, page, signal) => client.listAssistants(page, { signal }),
    paceOfSettings,
  )
  return (
    <>
      <Heading title="Assistants">
        <a class="button" href={hrefOf('assistants', undefined, 'new')}>
          New assistant
        </a>
      </Heading>
      <Pages
        caption="Assistants"
        columns={columns}
        paged={paged}
        empty={
          <Nothing title="No assistants yet">
            An assistant is a voice, a language, a model and a prompt.{' '}
            <a href={hrefOf('assistants', undefined, 'new')}>Create one</a>, then talk to it in text or make a test
            call.
          </Nothing>
        }
      />
    </>
  )
}
