import type { Client } from '../../client.ts'
import { Heading, Seen } from '../parts.tsx'
import { usePolled } from '../poll.ts'
import { go } from '../route.ts'
import { showToast } from '../toast.ts'
import type { Saved } from './filling.ts'
import { Form } from './form.tsx'
import { signalOf } from './thing-form.tsx'

const readEventWebhook = async (client: Client, signal?: AbortSignal): Promise<Saved> => {
  const { url } = await client.getEventWebhook({}, signalOf(signal))
  return { values: { url }, revision: url ?? '' }
}

export const EventWebhook = () => {
  const polled = usePolled('event webhook', undefined, (client, signal) => readEventWebhook(client, signal))
  return (
    <>
      <Heading title="Webhook of account events" />
      <p class="quiet">It receives numbers that opt out, and campaigns that stop by themselves.</p>
      <Seen polled={polled}>
        {(stored) => (
          <Form
            about="event webhook"
            label="Save webhook"
            operation="setEventWebhook"
            groups={[{ title: 'Address', names: ['url'] }]}
            stored={stored}
            readAgain={(client) => readEventWebhook(client)}
            onSaved={() => {
              showToast('The webhook is saved.')
              go('webhooks')
            }}
            cancel={() => go('webhooks')}
          />
        )}
      </Seen>
    </>
  )
}
