import { useState } from 'preact/hooks'
import type { ListTokensAnswer } from '../../client.ts'
import { ActionButton } from '../action.tsx'
import { type Column, Table } from '../list.tsx'
import { Heading, Nothing, Seen, Time } from '../parts.tsx'
import { paceOfSettings, usePolled } from '../poll.ts'
import { go, hrefOf } from '../route.ts'
import { memberOf } from './catalogue.ts'
import { Form } from './form.tsx'

type Token = ListTokensAnswer['data'][number]

export const Tokens = () => {
  const polled = usePolled('tokens', paceOfSettings, (client, signal) => client.listTokens({}, { signal }))
  const columns: readonly Column<Token>[] = [
    { title: 'Name', kind: 'text', cell: ({ name }) => name ?? '–' },
    { title: 'Ends with', cell: ({ ending }) => <code>{ending}</code> },
    { title: 'May', from: 'medium', cell: ({ scope }) => scope },
    { title: 'Last used', from: 'wide', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
    { title: 'Expires', from: 'full', cell: ({ expires_at }) => <Time at={expires_at} /> },
    {
      title: 'Action',
      cell: ({ id, name, ending, in_use }) =>
        in_use ? (
          'in use here'
        ) : (
          <ActionButton
            label="Delete"
            isDangerous
            question={`Delete the token ${name ?? ending}?`}
            consequence="Programs that use it are refused within a minute."
            run={(client, how) => client.deleteToken({ id }, how)}
            onDone={polled.again}
          />
        ),
    },
  ]
  return (
    <>
      <Heading title="Tokens">
        <a class="button" href={hrefOf('tokens', undefined, 'new')}>
          New token
        </a>
      </Heading>
      <Seen polled={polled}>
        {({ data }) =>
          data.length === 0 ? (
            <Nothing title="No tokens">
              Programs and people use the API with tokens. Create one for each of them.
            </Nothing>
          ) : (
            <div class="card">
              <Table caption="Tokens" columns={columns} rows={data} />
            </div>
          )
        }
      </Seen>
    </>
  )
}

export const NewToken = () => {
  const [token, setToken] = useState<string>()
  if (token === undefined)
    return (
      <>
        <Heading title="New token" />
        <Form
          about="tokens new"
          label="Create token"
          operation="createToken"
          groups={[{ title: 'Basics', names: ['name', 'scope', 'expires_in_days'] }]}
          onSaved={(answer) => setToken(String(memberOf(memberOf(answer, 'data'), 'token')))}
          cancel={() => go('tokens')}
        />
      </>
    )
  return (
    <>
      <Heading title="New token" />
      <section class="card" role="status">
        <p>Copy the token now. It is not shown again.</p>
        <p>
          <code>{token}</code>
        </p>
        <div class="row">
          <button type="button" class="plain" onClick={() => navigator.clipboard.writeText(token)}>
            Copy
          </button>
          <a class="button" href={hrefOf('tokens')}>
            Done
          </a>
        </div>
      </section>
    </>
  )
}
