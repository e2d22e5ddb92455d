import { useState } from 'preact/hooks'
import type { GetAssistantAnswer } from '../client.ts'
import { ActionButton } from './action.tsx'
import { Facts, Heading, Seen, Time, Values } from './parts.tsx'
import { usePolled } from './poll.ts'
import { go, hrefOf } from './route.ts'

export const AssistantView = ({ id }: { id: number }) => {
  const polled = usePolled(`assistant ${id}`, undefined, (client, signal) => client.getAssistant({ id }, { signal }))
  return <Seen polled={polled}>{(assistant) => <AssistantFound assistant={assistant} />}</Seen>
}

const AssistantFound = ({ assistant }: { assistant: GetAssistantAnswer }) => (
  <>
    <Heading title={assistant.name}>
      <a class="button" href={hrefOf('assistants', assistant.id, 'talk')}>
        Talk
      </a>
      <a class="button" href={hrefOf('assistants', assistant.id, 'edit')}>
        Edit
      </a>
      <a class="button" href={hrefOf('assistants', assistant.id, 'draft')}>
        Draft
      </a>
      <a class="button" href={hrefOf('assistants', assistant.id, 'versions')}>
        Versions
      </a>
      <ActionButton
        label="Delete"
        isDangerous
        question="Delete this assistant?"
        consequence="Campaigns that use it stop. Past calls keep its name."
        run={(client, how) => client.deleteAssistant({ id: assistant.id }, how)}
        onDone={() => go('assistants')}
      />
    </Heading>
    {assistant.type === 'outbound' && <TestCall assistant_id={assistant.id} />}
    <section class="card">
      <h2>Settings</h2>
      <Facts
        facts={[
          ['Direction', assistant.type],
          ['Language', assistant.language ?? '–'],
          ['Engine', assistant.mode],
          ['Time zone', assistant.timezone],
          ['Longest call', `${assistant.max_duration} s`],
          ['Webhook', assistant.is_webhook_active ? (assistant.webhook_url ?? '–') : 'off'],
          ['Changed', <Time key="changed" at={assistant.updated_at} zone={assistant.timezone} />],
        ]}
      />
    </section>
    <section class="card">
      <h2>First message</h2>
      <p class="text">{assistant.initial_message}</p>
      <h2>Prompt</h2>
      <p class="text">{assistant.system_prompt}</p>
    </section>
    <Values title="Variables" values={assistant.variables} />
  </>
)

const TestCall = ({ assistant_id }: { assistant_id: number }) => {
  const [number, setNumber] = useState('')
  const phone_number = number.trim()
  return (
    <section class="card">
      <h2>Test call</h2>
      <p class="quiet">
        The assistant calls this number now and you watch the call. On the local stack +12025550100 answers and no phone
        rings.
      </p>
      <div class="row">
        <label>
          <span class="unseen">Number to call</span>
          <input
            type="tel"
            placeholder="+12025550100"
            value={number}
            onInput={({ currentTarget }) => setNumber(currentTarget.value)}
          />
        </label>
        <ActionButton
          label="Call"
          isDisabled={phone_number === ''}
          question={`Call ${phone_number}?`}
          consequence="A phone rings there at once. The call costs money."
          run={(client, how) => client.makeCall({ phone_number, assistant_id }, how)}
          onDone={({ data }) => go('calls', data.id)}
        />
      </div>
    </section>
  )
}
