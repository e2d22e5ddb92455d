import type { GetExportAnswer } from '../../client.ts'
import { Facts, Heading, Seen, Status, Time } from '../parts.tsx'
import { type Pace, usePolled } from '../poll.ts'

const paceOfExport: Pace = { seconds: 4, secondsOfLong: 4, inBackground: true }

const isOpen = ({ status }: GetExportAnswer) => status === 'waiting' || status === 'writing'

const titles: Record<GetExportAnswer['what'], string> = {
  calls: 'Calls',
  leads: 'Leads',
  sms: 'Texts',
  transactions: 'Transactions',
  conversations: 'Conversations',
  campaigns: 'Campaigns',
  consents: 'Consents',
  blacklist: 'Blacklist',
  numbers: 'Numbers',
}

export const ExportView = ({ id }: { id: number }) => {
  const polled = usePolled(`export ${id}`, paceOfExport, (client, signal) => client.getExport({ id }, { signal }))
  return (
    <>
      <Heading title="Export" />
      <Seen polled={polled}>{(found) => <ExportFound found={found} />}</Seen>
    </>
  )
}

const ExportFound = ({ found }: { found: GetExportAnswer }) => {
  const { what, status, rows, url, expires_at, failure_reason } = found
  const filters = Object.entries(found.filters).map(([name, value]) => `${name.replaceAll('_', ' ')}: ${String(value)}`)
  return (
    <section class="card">
      <h2>{titles[what]}</h2>
      <Facts
        facts={[
          ['Status', <Status key="status" of={status} />],
          ['Rows', rows.toLocaleString('en-US')],
          ['Filters', filters.join(', ') || 'none'],
          ['File is kept until', <Time key="expires" at={expires_at} />],
          ...(failure_reason ? [['Why it failed', failure_reason.replaceAll('_', ' ')] as const] : []),
        ]}
      />
      {url !== null && (
        <a class="button" href={url} rel="noreferrer">
          Download the file
        </a>
      )}
      {isOpen(found) && <p class="quiet">The file is written even when this page is closed.</p>}
    </section>
  )
}
