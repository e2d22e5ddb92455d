import type { ListTransactionsAnswer } from '../../../client/client.ts'
import { type Column, Pages, usePages } from './list.tsx'
import { Facts, Heading, Nothing, Seen } from './parts.tsx'
import { paceOfBalance, useLook } from './poll.ts'
import { hrefOf } from './route.ts'
import { showMoney, showTime } from './times.ts'

const columns: readonly Column<ListTransactionsAnswer['data'][number]>[] = [
  { title: 'When', cell: ({ created_at }) => showTime(created_at) },
  {
    title: 'What for',
    cell: ({ description, call_id }) =>
      call_id === null ? description : <a href={hrefOf('calls', call_id)}>{description}</a>,
  },
  { title: 'Kind', isWide: true, cell: ({ type }) => type.replace('_', ' ') },
  { title: 'Amount', isNumber: true, cell: ({ amount }) => showMoney(amount) },
  { title: 'Balance', isWide: true, isNumber: true, cell: ({ balance_after }) => showMoney(balance_after) },
]

/** The balance, and every movement of it. */
export const Money = () => {
  const account = useLook('account', paceOfBalance, (client, signal) => client.getMe({}, { signal }))
  const paged = usePages('transactions', (client, page, signal) => client.listTransactions(page, { signal }))
  return (
    <>
      <Heading title="Balance" />
      <section class="card">
        <h2 class="unseen">The account</h2>
        <Seen look={account}>
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
            Who runs the API pays money in; calls and messages then appear here with their price.
          </Nothing>
        }
      />
    </>
  )
}
