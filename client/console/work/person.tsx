import type { Client, ListCallsAnswer, ListConsentsAnswer, ListLeadsAnswer } from '../../client.ts'
import { type Column, Table } from '../list.tsx'
import { Heading, Nothing, Seen, Status, Time } from '../parts.tsx'
import { usePolled } from '../poll.ts'
import { hrefOf } from '../route.ts'
import { lengthOf, showDuration } from '../times.ts'
import { wordOf } from './words.ts'

type Of = 'call' | 'lead'

const rowsMax = 10

/**
 * Reads a person's data. Takes the phone number from a call or lead, because URLs must not contain
 * it.
 */
const readPerson = async (client: Client, { of, id }: { of: Of; id: number }, signal: AbortSignal) => {
  const how = { signal }
  const phone_number =
    of === 'call'
      ? (await client.getCall({ id }, how)).client_phone_number
      : (await client.getLead({ id }, how)).phone_number
  const asked = { phone_number, per_page: rowsMax }
  const [leads, calls, consents] = await Promise.all([
    client.listLeads(asked, how),
    client.listCalls(asked, how),
    client.listConsents(asked, how),
  ])
  return { phone_number, leads, calls, consents }
}

export const Person = ({ of, id }: { of: Of; id: number }) => {
  const polled = usePolled(`person of ${of} ${id}`, undefined, (client, signal) =>
    readPerson(client, { of, id }, signal),
  )
  return (
    <>
      <Heading title={polled.data?.phone_number ?? 'Person'}>
        <a class="button" href={hrefOf(`${of}s`, id)}>
          Back to the {of}
        </a>
      </Heading>
      <Seen polled={polled}>
        {({ leads, calls, consents }) => (
          <>
            <Part title="Leads" none="No campaign has a lead with this number." columns={leadColumns} {...leads} />
            <Part
              title="Calls"
              none="No call with this number was made or received."
              columns={callColumns}
              {...calls}
            />
            <Part
              title="Consents"
              none="No consent of this number is recorded."
              columns={consentColumns}
              {...consents}
            />
          </>
        )}
      </Seen>
    </>
  )
}

interface PartProps<Row> {
  title: string
  none: string
  columns: readonly Column<Row>[]
  data: readonly Row[]
  total: number
}

const Part = <Row extends object>({ title, none, columns, data, total }: PartProps<Row>) => (
  <section class="card">
    <h2>{title}</h2>
    {total === 0 ? (
      <Nothing title={`No ${title.toLowerCase()}`}>{none}</Nothing>
    ) : (
      <Table caption={title} columns={columns} rows={data} />
    )}
    {total > data.length && (
      <p class="quiet">
        These are the newest {data.length} of {total}.
      </p>
    )}
  </section>
)

const leadColumns: readonly Column<ListLeadsAnswer['data'][number]>[] = [
  {
    title: 'Campaign',
    kind: 'text',
    cell: ({ campaign }) => <a href={hrefOf('campaigns', campaign.id)}>{campaign.name}</a>,
  },
  { title: 'Lead', cell: ({ id }) => <a href={hrefOf('leads', id)}>Open</a> },
  { title: 'Status', from: 'medium', cell: ({ status }) => <Status of={status} /> },
  { title: 'Added', from: 'wide', cell: ({ created_at }) => <Time at={created_at} /> },
]

const callColumns: readonly Column<ListCallsAnswer['data'][number]>[] = [
  {
    title: 'Started',
    kind: 'text',
    cell: ({ id, created_at }) => (
      <a href={hrefOf('calls', id)}>
        <Time at={created_at} />
      </a>
    ),
  },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Assistant', from: 'wide', kind: 'text', cell: ({ assistant_name }) => assistant_name },
  { title: 'Length', from: 'medium', kind: 'number', cell: (call) => showDuration(lengthOf(call)) },
]

const consentColumns: readonly Column<ListConsentsAnswer['data'][number]>[] = [
  { title: 'Kind', cell: ({ kind }) => wordOf(kind) },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Words', from: 'wide', kind: 'text', cell: ({ text, because }) => because ?? text ?? '–' },
  { title: 'Given', from: 'medium', cell: ({ given_at }) => <Time at={given_at} /> },
]
