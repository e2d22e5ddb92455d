import { useEffect, useState } from 'preact/hooks'
import { Heading, Seen, Status } from '../parts.tsx'
import { usePolled } from '../poll.ts'
import { go, hrefOf } from '../route.ts'
import { memberOf } from './catalogue.ts'
import { Form } from './form.tsx'

export const NewCallerId = () => (
  <>
    <Heading title="Verify an own number" />
    <p class="quiet">
      The carrier calls the number at once. Who answers types a code, which is shown here. Afterwards assistants can
      call from the number, and nobody can call it here.
    </p>
    <Form
      about="callerids new"
      label="Call the number"
      operation="verifyCallerId"
      groups={[{ title: 'Number', names: ['phone_number'] }]}
      onSaved={(answer) => go('callerids', Number(memberOf(answer, 'id')), 'show')}
      cancel={() => go('numbers')}
    />
  </>
)

const paceOfCall = { seconds: 4, secondsOfLong: 4 }

const outcomes = {
  verified: 'The number is verified. Assistants can call from it.',
  failed: 'The code was not typed, or the call was not answered. Try again.',
  expired: 'The call was ten minutes ago and no code was typed. Try again.',
} as const

export const CallerIdView = ({ id }: { id: number }) => {
  const [isOver, setOver] = useState(false)
  const pace = isOver ? undefined : paceOfCall
  const polled = usePolled(`caller id ${id}`, pace, (client, signal) => client.getCallerId({ id }, { signal }))
  const status = polled.data?.status
  useEffect(() => setOver(status !== undefined && status !== 'pending'), [status])
  return (
    <Seen polled={polled}>
      {(callerId) => (
        <>
          <Heading title={callerId.phone_number}>
            <a class="button" href={hrefOf('numbers')}>
              Numbers
            </a>
          </Heading>
          <section class="card" aria-live="polite">
            <p>
              <Status of={callerId.status} />
            </p>
            {callerId.status === 'pending' ? (
              <p>
                Answer the phone and type <strong class="whole">{callerId.validation_code ?? 'the code'}</strong>.
              </p>
            ) : (
              <p>{outcomes[callerId.status]}</p>
            )}
          </section>
        </>
      )}
    </Seen>
  )
}
