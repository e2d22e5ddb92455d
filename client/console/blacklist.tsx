import { useState } from 'preact/hooks'
import type { ListBlacklistAnswer } from '../client.ts'
import { ActionButton } from './action.tsx'
import { type Column, Pages, usePages } from './list.tsx'
import { Heading, Nothing, Time } from './parts.tsx'
import { hrefOf } from './route.ts'

export const Blacklist = () => {
  const [number, setNumber] = useState('')
  const [why, setWhy] = useState('')
  const phone_number = number.trim()
  const because = why.trim()
  const paged = usePages('blacklist', (client, page, signal) => client.listBlacklist(page, { signal }))
  const columns: readonly Column<ListBlacklistAnswer['data'][number]>[] = [
    { title: 'Number', cell: (entry) => entry.phone_number },
    { title: 'Reason', from: 'medium', kind: 'text', cell: ({ reason }) => reason ?? '–' },
    { title: 'By', from: 'wide', cell: ({ source }) => source },
    { title: 'Since', from: 'full', cell: ({ created_at }) => <Time at={created_at} /> },
    {
      title: 'Action',
      cell: ({ id, phone_number: listed }) => (
        <ActionButton
          label="Remove"
          isDangerous
          question={`Allow ${listed} again?`}
          consequence="It may be called and texted from now on. Leads that were set aside for it stand in line again."
          run={(client, how) => client.removeFromBlacklist({ id, ...(because && { because }) }, how)}
          onDone={paged.polled.again}
        />
      ),
    },
  ]
  return (
    <>
      <Heading title="Blacklist" exported={{ what: 'blacklist' }}>
        <label>
          <span class="unseen">Number never to call</span>
          <input
            type="tel"
            placeholder="+12025550199"
            value={number}
            onInput={({ currentTarget }) => setNumber(currentTarget.value)}
          />
        </label>
        <ActionButton
          label="Add"
          about={phone_number}
          isDisabled={phone_number === ''}
          run={(client, how) => client.blacklistNumber({ phone_number }, how)}
          onDone={() => {
            setNumber('')
            paged.polled.again()
          }}
        />
        <a class="button" href={hrefOf('blacklist', undefined, 'new')}>
          Add with a reason
        </a>
        <input
          type="text"
          aria-label="Reason for a removal"
          placeholder="Reason for a removal"
          title="Needed to remove a number whose person opted out"
          value={why}
          onInput={({ currentTarget }) => setWhy(currentTarget.value)}
        />
      </Heading>
      <Pages
        caption="Blacklisted numbers"
        columns={columns}
        paged={paged}
        empty={
          <Nothing title="No number is blacklisted">
            Add one above. It is then never called and never texted; people who say STOP are added by themselves.
          </Nothing>
        }
      />
    </>
  )
}
