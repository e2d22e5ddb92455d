import { campaigns } from '../../../shared/data/campaigns.ts'
import { heads } from '../../../shared/data/history/head.ts'
import { openNodes, writeNode } from '../../../shared/data/history/nodes.ts'
import { historyKeys, userKey } from '../../../shared/data/keys.ts'
import { kindOfLead, leadHistory } from '../../../shared/data/leads/lead-history.ts'
import { leads } from '../../../shared/data/leads/leads.ts'
import type { Campaign } from '../../../shared/domain/campaigns/campaign.ts'
import { rebuild } from '../../../shared/domain/history/rebuild.ts'
import { firstIdAt } from '../../../shared/domain/id.ts'
import { type Lead, type LeadStatus, leadStatuses } from '../../../shared/domain/leads/lead.ts'
import { newLead } from '../../../shared/domain/leads/lead-form.ts'
import { must } from '../../../shared/domain/must.ts'
import { inParts, now, openMetered, tailRows, user as user_id } from './loaded.ts'

/** All but every tenth lead is in the first. */
export const campaignIds = [101, 102, 103]

const campaignOf = (id: number): Campaign => ({
  id,
  user_id,
  name: 'Spring',
  assistant_id: 1,
  status: 'in-progress',
  timezone: 'UTC',
  max_calls_in_parallel: 10,
  allowed_days: ['monday'],
  allowed_hours_start_time: '00:00:00',
  allowed_hours_end_time: '23:59:59',
  max_retries: 1,
  retry_interval: 60,
  retry_on_voicemail: false,
  mark_complete_when_no_leads: true,
  updated_at: now,
  revision: 1,
})

/** The leads of a user who has so many. Only those themselves are stored that are not sealed, and those that `keep` is asked for. */
export const loadLeads = async (endpoint: string, size: number) => {
  const { parts, units } = await openMetered(endpoint)
  const { table } = parts
  const store = leads(parts)
  const places = Array.from({ length: size }, (_, place) => place)
  const leadAt = (place: number): Lead => {
    const id = firstIdAt(now - (size - place) * 2000) + (place % 4000)
    const campaign_id = must(campaignIds[place % 10 === 0 ? 1 + (place % 20 === 0 ? 1 : 0) : 0], 'campaign')
    const lead = newLead({ id, user_id, campaign_id, phone_number: `+1${id}`, contacts: [] })
    const status: LeadStatus = must(leadStatuses[(place * 7919) % 5 > 2 ? (place * 7919) % 3 : 0], 'status')
    return { ...lead, status, next_attempt_at: place % 2 ? now - 1 : now + 60_000 }
  }
  for (const id of campaignIds) await campaigns(parts).create(campaignOf(id))
  await table.write([{ put: { ...userKey(user_id), id: user_id } }])

  const rows = places.slice(0, -tailRows).map((place) => {
    const lead = leadAt(place)
    return { id: lead.id, kind: kindOfLead(lead) }
  })
  let number = 0
  const newKey = (letter: string) => `${'1'.padStart(16, '0')}#${number++}#${letter}`
  const sizes = { leafRows: 4096, volumeRows: 65_536, volumeKinds: 4096 }
  const built = rebuild({
    volumes: [],
    rows,
    changes: [],
    sizes,
    newKey,
    ...openNodes(table, leadHistory, undefined, user_id),
  })
  if ('need' in built) throw new Error('A new history needs nothing')
  const head = heads(table, leadHistory)
  const before = await head.read(user_id)
  const sealed_until = must(rows.at(-1), 'last row').id + 1
  const { volumes } = built
  await head.replace(user_id, before, { ...before, version: 2, flipped: 2, sealed_until, fence: sealed_until, volumes })
  for (const node of built.nodes)
    await table.write([{ put: { ...historyKeys('lead').node(user_id, node.key), ...writeNode(node) } }])

  const stored = new Set<number>()
  const keep = async (some: readonly number[]) => {
    const fresh = some.filter((place) => !stored.has(place))
    await inParts(fresh, (place) => store.create(leadAt(place), true))
    for (const place of fresh) stored.add(place)
  }
  await keep(places.slice(-tailRows))
  return { parts, units, places, leadAt, keep }
}
export type LoadedLeads = Awaited<ReturnType<typeof loadLeads>>
