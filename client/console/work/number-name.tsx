import type { Client } from '../../client.ts'
import { Heading, Seen } from '../parts.tsx'
import { usePolled } from '../poll.ts'
import { go } from '../route.ts'
import { showToast } from '../toast.ts'
import type { Saved } from './filling.ts'
import { Form } from './form.tsx'
import { signalOf } from './thing-form.tsx'

const readName = async (client: Client, id: number, signal?: AbortSignal): Promise<Saved> => {
  const { data } = await client.listAllNumbers({}, signalOf(signal))
  const nickname = data.find((each) => each.id === id)?.nickname ?? null
  return { values: { nickname }, revision: nickname ?? '' }
}

export const NumberName = ({ id }: { id: number }) => {
  const polled = usePolled(`name of number ${id}`, undefined, (client, signal) => readName(client, id, signal))
  const leave = () => go('numbers', id)
  return (
    <>
      <Heading title="Name of the number" />
      <Seen polled={polled}>
        {(stored) => (
          <Form
            about={`numbers ${id}`}
            label="Save name"
            operation="updateNumber"
            path={{ id }}
            groups={[{ title: 'Name', names: ['nickname'] }]}
            stored={stored}
            readAgain={(client) => readName(client, id)}
            onSaved={() => {
              showToast('The name is saved.')
              leave()
            }}
            cancel={leave}
          />
        )}
      </Seen>
    </>
  )
}
