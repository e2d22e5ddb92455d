import { expect, test } from 'vitest'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { openWorld } from '../../world.ts'

const busy = '+12025550101'
const zones = [
  ...['America/New_York', 'America/Los_Angeles', 'America/Phoenix', 'Europe/Berlin', 'Europe/London', 'Africa/Cairo'],
  ...['Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Auckland', 'America/Santiago'],
]

const hourOf = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, timeStyle: 'medium', hourCycle: 'h23' }).format(at)

test.each([
  ['back in Europe', Date.UTC(2026, 9, 24, 12)],
  ['back in the United States', Date.UTC(2026, 9, 31, 12)],
  ['forward in the United States', Date.UTC(2027, 2, 13, 12)],
  ['forward in Europe', Date.UTC(2027, 2, 27, 12)],
])(
  'makes no call outside ten places’ hours while clocks go %s',
  async (_, startAt) => {
    const world = await openWorld({ startAt, environment: { CARRIER_CALLS_PER_SECOND: '100' } })
    try {
      const user = await world.user()
      await world.number(user)
      const places = new Map<number, string>()
      const id = await campaignFor(world, user, {
        calling_rules: 'enforce',
        max_calls_in_parallel: zones.length,
        max_retries: 10,
        retry_interval: 3 * 60 * 60 + 17 * 60,
      })
      for (const timezone of zones) places.set((await leadFor(world, user, id, busy, { timezone })).id, timezone)
      await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id: id, action: 'start' })
      await world.run(26 * 60 * 60)
      const calls = (await world.api(user.token, 'GET', '/user/calls?per_page=100')).body.data as { id: number }[]
      const dials = await Promise.all(
        calls.map(async ({ id }) => {
          const { body } = await world.api(user.token, 'GET', `/user/calls/${id}/evidence`)
          const [{ record }] = body.decisions
          return { zone: places.get(record.lead_id) ?? '', at: record.at as number }
        }),
      )
      const outside = dials.filter(({ zone, at }) => hourOf(zone, at) < '08:00:00' || hourOf(zone, at) >= '20:58:00')
      expect(outside).toEqual([])
      expect(new Set(dials.map(({ zone }) => zone)).size).toBe(zones.length)
      const mornings = dials.filter(({ zone, at }) => hourOf(zone, at).startsWith('08:00:0'))
      expect(mornings.length).toBeGreaterThanOrEqual(zones.length)
    } finally {
      await world.close()
    }
  },
  120_000,
)
