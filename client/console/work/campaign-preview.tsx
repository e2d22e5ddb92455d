import type { PreviewCampaignAnswer } from '../../client.ts'
import { type Column, Table } from '../list.tsx'
import { Facts, Seen, Time } from '../parts.tsx'
import { usePolled } from '../poll.ts'

type Place = PreviewCampaignAnswer['places'][number]

const columnsIn = (timezone: string): readonly Column<Place>[] => [
  {
    title: 'Where',
    kind: 'text',
    cell: ({ regions, time_zones }) =>
      [regions.join(', '), time_zones.join(', ')].filter(Boolean).join(' · ') || 'Unknown',
  },
  { title: 'Leads', kind: 'number', cell: ({ leads, exact }) => `${exact ? '' : 'at least '}${leads}` },
  {
    title: 'May be called',
    kind: 'text',
    cell: ({ open_now, opens_at }) =>
      open_now ? 'now' : opens_at === null ? 'never' : <Time at={opens_at} zone={timezone} />,
  },
  { title: 'Why not', from: 'medium', kind: 'text', cell: ({ reasons }) => reasons.join(' ') || '–' },
]

export const CampaignPreview = ({ id }: { id: number }) => {
  const polled = usePolled(`preview of form ${id}`, undefined, async (client, signal) => {
    const [preview, { timezone }] = await Promise.all([
      client.previewCampaign({ id }, { signal }),
      client.getCampaign({ id }, { signal }),
    ])
    return { preview, timezone }
  })
  return (
    <section class="card">
      <h2>Who is called with the saved settings</h2>
      <Seen polled={polled}>
        {({ preview, timezone }) => (
          <>
            <Facts
              facts={[
                ['Leads', String(preview.leads)],
                ['Would be called now', `${preview.exact ? '' : 'at most '}${preview.would_be_called_now}`],
                ['Next call', <Time key="next" at={preview.next_call_at} zone={timezone} />],
                ...preview.reasons.map(
                  ({ reason, leads }) => [reason, `${preview.exact ? '' : 'at least '}${leads}`] as const,
                ),
              ]}
            />
            {preview.places.length > 0 && (
              <Table caption="Where the leads are" columns={columnsIn(timezone)} rows={preview.places} />
            )}
          </>
        )}
      </Seen>
    </section>
  )
}
