import type { ListSmsAnswer } from '../../client.ts'
import { type Column, Pages, usePages } from '../list.tsx'
import { Heading, Nothing, Status, Time } from '../parts.tsx'
import { hrefOf } from '../route.ts'
import { showMoney } from '../times.ts'

const columns: readonly Column<ListSmsAnswer['data'][number]>[] = [
  { title: 'To', cell: ({ to }) => to },
  { title: 'Text', kind: 'text', cell: ({ body }) => body },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Price', from: 'wide', kind: 'number', cell: ({ total_cost }) => showMoney(total_cost) },
  { title: 'Sent', from: 'full', cell: ({ created_at }) => <Time at={created_at} /> },
]

export const Texts = () => {
  const paged = usePages('sms', (client, page, signal) => client.listSms(page, { signal }))
  return (
    <>
      <Heading title="Texts" exported={{ what: 'sms' }}>
        <a class="button" href={hrefOf('texts', undefined, 'new')}>
          New text
        </a>
      </Heading>
      <Pages
        caption="Texts"
        columns={columns}
        paged={paged}
        empty={
          <Nothing title="No texts yet">Send a text from a number of yours. It appears here with its price.</Nothing>
        }
      />
    </>
  )
}
