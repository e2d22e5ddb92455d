import type { ListWebhookDeliveriesAnswer } from '../../../client/client.ts'
import { ActionButton } from './action.tsx'
import { type Column, Pages, usePages } from './list.tsx'
import { Heading, Nothing, Status } from './parts.tsx'
import { hrefOf } from './route.ts'
import { showTime } from './times.ts'

type Row = ListWebhookDeliveriesAnswer['data'][number]

/** What was sent to webhooks, and what came back. */
export const Webhooks = () => {
  const paged = usePages('deliveries', (client, page, signal) => client.listWebhookDeliveries(page, { signal }))
  const columns: readonly Column<Row>[] = [
    { title: 'State', cell: ({ state }) => <Status of={state} /> },
    { title: 'Where to', cell: (row) => <Attempts delivery={row} /> },
    {
      title: 'Call',
      isWide: true,
      cell: ({ call_id }) => call_id !== null && <a href={hrefOf('calls', call_id)}>Open the call</a>,
    },
    { title: 'Made', isWide: true, cell: ({ created_at }) => showTime(created_at) },
    {
      title: 'Again',
      cell: ({ id }) => (
        <ActionButton
          label="Resend"
          run={(client, how) => client.resendWebhookDelivery({ id }, how)}
          onDone={paged.look.again}
        />
      ),
    },
  ]
  return (
    <>
      <Heading title="Webhooks" />
      <Pages
        caption="Webhook deliveries"
        columns={columns}
        paged={paged}
        empty={
          <Nothing title="Nothing was sent yet">
            Give an assistant a webhook with <code>POST /user/assistants/enable-webhook</code>: each finished call is
            then sent there, and appears here.
          </Nothing>
        }
      />
    </>
  )
}

const Attempts = ({ delivery }: { delivery: Row }) => (
  <details>
    <summary>
      <span class="break">{delivery.url}</span>
    </summary>
    {delivery.note !== null && <p>{delivery.note}</p>}
    <ol>
      {delivery.attempts.map(({ attempted_at, http_status, duration_ms, response, error }) => (
        <li key={attempted_at}>
          {showTime(attempted_at)}: {http_status ?? error ?? 'no answer'} after {duration_ms} ms
          {response !== '' && <pre class="break">{response}</pre>}
        </li>
      ))}
    </ol>
    {delivery.next_attempt_at !== null && <p>Next attempt: {showTime(delivery.next_attempt_at)}</p>}
  </details>
)
