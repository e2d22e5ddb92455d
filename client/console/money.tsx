import type { ListTransactionsAnswer } from '../client.ts'
import { type Column, Pages, usePages } from './list.tsx'
import { Facts, Heading, Nothing, Seen, Time } from './parts.tsx'
import { paceOfBalance, usePolled } from './poll.ts'
import { hrefOf } from './route.ts'
import { showMoney } from './times.ts'

const columns: readonly Column<ListTransactionsAnswer['data'][number]>[] = [
  { title: 'Time', from: 'medium', cell: ({ created_at }) => <Time at={created_at} /> },
  {
    title: 'Description',
    kind: 'text',
    cell: ({ description, call_id }) =>
      call_id === null ? description : <a href={hrefOf('calls', call_id)}>{description}</a>,
  },
  { title: 'Kind', from: 'wide', cell: ({ type }) => type.replaceAll('_', ' ') },
  { title: 'Amount', kind: 'number', cell: ({ amount }) => showMoney(amount) },
  { title: 'Balance', from: 'wide', kind: 'number', cell: ({ balance_after }) => showMoney(balance_after) },
]

export const Money = () => {
  const account = usePolled('account', paceOfBalance, (client, signal) => client.getMe({}, { signal }))
  const paged = usePages('transactions', (client, page, signal) => client.listTransactions(page, { signal }))
  return (
    <>
      <Heading title="Balance" exported={{ what: 'transactions' }} />
      <section class="card">
        <h2 class="unseen">The account</h2>
        <Seen polled={account}>
          {({ name, email, total_balance }) => (
            <Facts
              facts={[
                ['Balance', <strong key="balance">{showMoney(total_balance)}</strong>],
                ['Account', name],
                ['E-mail', email],
              ]}
            />
          )}
        </Seen>
      </section>
      <Pages
        caption="Transactions"
        columns={columns}
        paged={paged}
        empty={
          <Nothing title="Nothing moved yet">
            The operator of the API tops up the balance. Calls and messages then appear here with their price.
          </Nothing>
        }
      />
    </>
  )
}
