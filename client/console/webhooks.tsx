import type { ListWebhookDeliveriesAnswer } from '../client.ts'
import { ActionButton } from './action.tsx'
import { Filters, useFilter } from './filters.tsx'
import { type Column, Pages, usePages } from './list.tsx'
import { deliveryFilters } from './list-filters.ts'
import { Heading, Nothing, Status, Time } from './parts.tsx'
import { hrefOf } from './route.ts'

type Row = ListWebhookDeliveriesAnswer['data'][number]

export const Webhooks = () => {
  const filtering = useFilter('webhooks', deliveryFilters)
  const paged = usePages(`deliveries ${filtering.about}`, (client, page, signal) =>
    client.listWebhookDeliveries({ ...filtering.filter, ...page }, { signal }),
  )
  const columns: readonly Column<Row>[] = [
    { title: 'State', cell: (row) => <State delivery={row} /> },
    { title: 'Address', kind: 'text', cell: (row) => <Attempts delivery={row} onResent={paged.polled.again} /> },
    {
      title: 'Call',
      from: 'wide',
      cell: ({ call_id }) => call_id !== null && <a href={hrefOf('calls', call_id)}>Open the call</a>,
    },
    { title: 'Sent', from: 'wide', cell: ({ created_at }) => <Time at={created_at} /> },
  ]
  return (
    <>
      <Heading title="Webhooks">
        <a class="button" href={hrefOf('webhooks', undefined, 'resend')}>
          Resend a period
        </a>
        <a class="button" href={hrefOf('webhooks', undefined, 'edit')}>
          Account events
        </a>
      </Heading>
      <Filters filtering={filtering} />
      <Pages
        caption="Webhook deliveries"
        columns={columns}
        paged={paged}
        empty={
          filtering.about !== '' ? (
            <Nothing title="No delivery is like that">Change the filters, or clear them to see all deliveries.</Nothing>
          ) : (
            <Nothing title="Nothing was sent yet">
              Give an assistant a webhook with <code>POST /user/assistants/enable-webhook</code>: each finished call is
              then sent there, and appears here.
            </Nothing>
          )
        }
      />
    </>
  )
}

/** Shows a delivery's state, and after a failed attempt the time of the next attempt. */
const State = ({ delivery: { state, attempts, next_attempt_at } }: { delivery: Row }) =>
  state === 'pending' && attempts.length > 0 && next_attempt_at !== null ? (
    <span class="status live wraps">
      retrying, attempt {attempts.length + 1} at <Time at={next_attempt_at} />
    </span>
  ) : (
    <Status of={state} />
  )

const Attempts = ({ delivery, onResent }: { delivery: Row; onResent: () => void }) => (
  <details>
    <summary>
      <span class="break">{delivery.url}</span>
    </summary>
    {delivery.note !== null && <p>{delivery.note}</p>}
    <ol>
      {delivery.attempts.map(({ attempted_at, http_status, duration_ms, response, error }) => (
        <li key={attempted_at}>
          <Time at={attempted_at} />: {http_status ?? error ?? 'no answer'} after {duration_ms} ms
          {response !== '' && <pre class="break">{response}</pre>}
        </li>
      ))}
    </ol>
    {delivery.next_attempt_at !== null && (
      <p>
        Next attempt: <Time at={delivery.next_attempt_at} />
      </p>
    )}
    <ActionButton
      label="Resend"
      run={(client, how) => client.resendWebhookDelivery({ id: delivery.id }, how)}
      onDone={onResent}
    />
  </details>
)
