import { useState } from 'preact/hooks'
import type { ListConsentsAnswer } from '../../client.ts'
import { ActionButton } from '../action.tsx'
import { type Column, Pages, usePages } from '../list.tsx'
import { Heading, Nothing, Status, Time } from '../parts.tsx'
import { hrefOf } from '../route.ts'
import { wordOf } from './words.ts'

export const Consents = () => {
  const [number, setNumber] = useState('')
  const phone_number = number.trim()
  const paged = usePages(`consents ${phone_number}`, (client, page, signal) =>
    client.listConsents({ ...(phone_number && { phone_number }), ...page }, { signal }),
  )
  const columns: readonly Column<ListConsentsAnswer['data'][number]>[] = [
    { title: 'Number', cell: (each) => each.phone_number },
    { title: 'Status', cell: ({ status }) => <Status of={status} /> },
    { title: 'Kind', from: 'medium', cell: ({ kind }) => wordOf(kind) },
    { title: 'Words', from: 'full', kind: 'text', cell: ({ text, because }) => because ?? text ?? '–' },
    { title: 'Given', from: 'wide', cell: ({ given_at }) => <Time at={given_at} /> },
    {
      title: 'Action',
      cell: ({ id, status, phone_number: of }) =>
        status === 'granted' && (
          <ActionButton
            label="Revoke"
            isDangerous
            question={`Record that ${of} withdrew the consent?`}
            consequence="No earlier consent of this number counts from then on."
            run={(client, how) => client.revokeConsent({ id }, how)}
            onDone={paged.polled.again}
          />
        ),
    },
  ]
  return (
    <>
      <Heading title="Consents" exported={{ what: 'consents', ...(phone_number && { filters: { phone_number } }) }}>
        <label>
          <span class="unseen">Number</span>
          <input
            type="search"
            placeholder="+12025550100"
            value={number}
            onInput={({ currentTarget }) => setNumber(currentTarget.value)}
          />
        </label>
        <a class="button" href={hrefOf('consents', undefined, 'new')}>
          New consent
        </a>
      </Heading>
      <Pages
        caption="Consents"
        columns={columns}
        paged={paged}
        empty={
          <Nothing title="No consents here">
            Record how a person agreed to be called or texted. Campaigns that require consent call only such people.
          </Nothing>
        }
      />
    </>
  )
}
