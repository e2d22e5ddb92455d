import { importLeads, type LocalFile } from '../../../infra/admin/import-leads.ts'
import { adminUses } from '../../../infra/admin/tools.ts'
import { campaigns } from '../../../shared/data/campaigns/campaigns.ts'
import { leadHistory } from '../../../shared/data/leads/lead-history.ts'
import { leadPages } from '../../../shared/data/leads/lead-pages.ts'
import { leads } from '../../../shared/data/leads/leads.ts'
import { leadStatuses } from '../../../shared/domain/leads/lead.ts'
import { setStatus } from '../../../shared/domain/leads/lead-life.ts'
import type { HistoryParts } from '../../../shared/lists/store/history-list.ts'
import { nodeCache } from '../../../shared/lists/store/node-cache.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { dependenciesOf, openParts } from '../../../shared/runtime/wiring.ts'
import type { Table } from '../../../shared/table/table.ts'
import { fileOf } from '../../actions/leads/file.ts'
import { at, compacting, idsOf, type ListLife, pick, stored, user } from './list-lives.ts'
import { dyingTable, untilDeath } from './processes.ts'
import { sampleCampaign } from './sample-campaign.ts'

const campaign = sampleCampaign(user, 1)
const machine = openParts({})

const leadsOf = (place: number): LocalFile => {
  const rows = Array.from({ length: 3 + (place % 8) }, (_, row) => `+1202555${String(1000 + place * 10 + row)}`)
  return { ...fileOf(['phone_number', ...rows].join('\n')), name: 'leads.csv', hash: String(place) }
}

/**
 * Simulates a command that imports leads in chunks, crashes, and continues much later with the same
 * ids.
 */
export const imported = (): ListLife => {
  const unfinished = new Set<number>()

  const goOn = async (parts: HistoryParts, place: number, dies?: number) => {
    const table = dies === undefined ? parts.table : dyingTable(parts.table, dies)
    const tools = dependenciesOf(adminUses, registry, { ...machine, ...parts, table, nodes: nodeCache() })
    const quiet = { warn: () => {}, showProgress: () => {} }
    unfinished.delete(place)
    const file = { campaign, file: leadsOf(place), anyNumber: true, chunkRows: 3, partRows: 2 }
    const done = await untilDeath(importLeads(file, { ...tools, ...quiet }))
    if (!done) unfinished.add(place)
  }

  return {
    lists: [
      {
        compact: compacting(leadHistory),
        asks: async (table) => {
          if (unfinished.size > 0) return []
          const all = await leadsIn(table)
          return [undefined, ...leadStatuses].map((status) => ({
            name: `leads ${status}`,
            page: async (parts, first, count) => {
              const page = await leadPages(parts).page(user, { status }, first, count)
              return { rows: page.leads.map(({ lead }) => lead.id), total: page.total }
            },
            expected: idsOf(all.filter((lead) => status === undefined || lead.status === status)),
          }))
        },
      },
    ],
    begin: (table) => campaigns({ table, clock: machine.clock, random: machine.random }).create(campaign),
    create: (parts, now, place) => goOn(at(parts, now), place, place % 3 ? (place * 7) % 19 : undefined),
    change: async (parts, which, how) => {
      const place = pick([...unfinished], which)
      if (how > 1 && place !== undefined) return goOn(parts, place, how === 2 ? which : undefined)
      const id = pick(await leadsIn(parts.table), which)?.id ?? 0
      const status = leadStatuses[which % leadStatuses.length] ?? 'created'
      if (how === 1) await leads(parts).change(user, id, (seen) => setStatus(seen, seen.id, status, parts.clock.now()))
      const lead = how === 0 && (await leads(parts).find(user, id))
      if (lead) await leads(parts).remove(lead, parts.clock.now())
    },
    finish: async (parts) => {
      for (const place of unfinished) await goOn(parts, place)
    },
  }
}

const leadsIn = async (table: Table) =>
  (await stored(table, leadHistory)).flatMap((item) =>
    'main_id' in item || item.deleted_at !== undefined ? [] : [item],
  )
