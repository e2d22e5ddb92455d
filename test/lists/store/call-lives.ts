import type { OwnCall } from '../../../infra/admin/reconcile/adopt-call.ts'
import { reconcileCalls } from '../../../infra/admin/reconcile/calls.ts'
import { adminUses } from '../../../infra/admin/tools.ts'
import { callHistory } from '../../../shared/data/calls/call-history.ts'
import { readCall } from '../../../shared/data/calls/call-items.ts'
import { type CallFilter, callPages } from '../../../shared/data/calls/call-pages.ts'
import { calls } from '../../../shared/data/calls/calls.ts'
import type { HistoryParts } from '../../../shared/lists/store/history-list.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { dependenciesOf, openParts } from '../../../shared/runtime/wiring.ts'
import { idAt } from '../../../shared/words/id.ts'
import { compacting, idsOf, type ListLife, pick, stored, user } from './list-lives.ts'
import { dyingTable, untilDeath } from './processes.ts'
import { sampleCalls } from './sample-calls.ts'

const number = {
  id: 1,
  user_id: user,
  phone_number: '+12025550199',
  country_code: 'US',
  type_label: 'Normal' as const,
  can_send_sms: true,
}
const sample = sampleCalls(100, Date.UTC(2026, 5, 1), user)
const machine = openParts({})

/**
 * Creates and changes calls of a list. One step runs a command that restores lost calls from the
 * carrier's list. The command may crash and run again.
 */
export const called = (): ListLife => {
  const listed: OwnCall[] = []
  let [deaths, mended] = [0, 0]

  const reconcile = async (parts: HistoryParts, dies?: number) => {
    const table = dies === undefined ? parts.table : dyingTable(parts.table, dies)
    const tools = dependenciesOf(adminUses, registry, { ...machine, ...parts, table })
    const before = deaths
    const fetchCall = async (sid: string) => listed.find(({ carrier_sid }) => carrier_sid === sid)?.report
    const carrier = { ...tools.carrier, fetchCall }
    const done = await untilDeath(reconcileCalls([...listed], 0, { ...tools, carrier, showProgress: () => {} }))
    if (done) mended = Math.max(mended, before)
    else deaths++
  }
  const asks = (middle: number): CallFilter[] => [
    {},
    { status: 'ended' },
    { status: 'in-progress' },
    { status: 'no-answer', type: 'inbound' },
    { client_phone_number: '+12025550101' },
    { from_id: middle },
  ]

  return {
    lists: [
      {
        compact: compacting(callHistory),
        asks: async (table) => {
          if (mended < deaths) return []
          const all = await stored(table, callHistory)
          const middle = all[Math.floor(all.length / 2)]?.id ?? 0
          return asks(middle).map((filter) => ({
            name: `calls ${JSON.stringify(filter)}`,
            page: async (parts, first, count) => {
              const page = await callPages(parts).page(user, filter, first, count)
              return { rows: idsOf(page.calls), total: page.total }
            },
            expected: idsOf(
              all
                .filter(({ id }) => id >= (filter.from_id ?? 0))
                .filter(({ status, type, client_phone_number }) =>
                  Object.entries({ status, type, client_phone_number }).every(([name, value]) =>
                    [undefined, value].includes(Reflect.get(filter, name)),
                  ),
                ),
            ),
          }))
        },
      },
    ],
    begin: async () => {},
    create: async (parts, now, place) => {
      const to = `+1202555010${place % 3}`
      if (place % 2) {
        const { callAt } = sample
        const {
          closed_at: _closed,
          charged_at: _charged,
          evaluated: _evaluated,
          carrier_sid: _sid,
          ...call
        } = callAt(place % 100)
        const id = idAt(now, parts.random.number())
        const made = {
          ...call,
          id,
          campaign_id: undefined,
          lead_id: undefined,
          main_lead_id: undefined,
          slot: undefined,
        }
        const detail = { variables: {}, input_variables: {} }
        const opening = { ...made, client_phone_number: to, status: 'initiated' as const, outcome: undefined }
        if (await calls(parts).open(opening, detail)) await calls(parts).register({ user_id: user, call_id: id })
        return
      }
      listed.push({
        carrier_sid: `CA${place}`,
        created_at: now,
        direction: place % 4 ? 'inbound' : 'outbound',
        number,
        from: place % 4 ? to : number.phone_number,
        to: place % 4 ? number.phone_number : `+1202555020${place % 10}`,
        report: { progress: 'in-progress' },
      })
      await reconcile(parts, place % 3 ? (place * 7) % 23 : undefined)
    },
    change: async (parts, which, how) => {
      const now = parts.clock.now()
      const call = pick(await stored(parts.table, callHistory), which)
      const one = listed.find(({ carrier_sid }) => carrier_sid === call?.carrier_sid)
      if (!call) return
      const ref = { user_id: user, call_id: call.id }
      const outcome = which % 2 ? ('completed' as const) : ('no-answer' as const)
      if (one && how < 2) {
        one.report = { outcome, duration: 5, over_at: now }
        await reconcile(parts, how ? which : undefined)
      } else if (how < 3) await calls(parts).apply(ref, { outcome, duration: 5, over_at: now }, now)
      else if (call.closed_at !== undefined) await calls(parts).remove(readCall(call), undefined)
    },
    finish: (parts) => reconcile(parts),
  }
}
