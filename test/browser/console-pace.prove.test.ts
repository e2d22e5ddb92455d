import { beforeAll, describe, expect, test } from 'vitest'
import { assistantFor, campaignFor, leadFor } from '../fixtures.ts'
import type { TestUser } from '../world.ts'
import { isMissing } from './chromium.ts'
import { quietCampaign } from './quiet-campaign.ts'
import { untilStatus } from './until.ts'
import { useConsole } from './use-console.ts'
import type { Visitor } from './visitor.ts'

const speed = 2
/** Milliseconds. Tests share a call up to this age. The assistant ends silent calls after 120 s. */
const openMs = 60_000

describe.skipIf(isMissing)('the open console asks as often as it may', () => {
  const { world, open } = useConsole({ speed })
  beforeAll(() => furnish())

  let user: TestUser
  let patient: number
  let campaign_id: number
  const furnish = async () => {
    user = await world.user()
    const quiet = await quietCampaign(world, user)
    const { assistant_id } = quiet
    patient = await assistantFor(world, user, { max_silence_duration: 120, re_engagement_interval: 600 })
    campaign_id = quiet.campaign_id
    for (let other = 0; other < 5; other++) {
      const going = await campaignFor(world, user, { assistant_id, mark_complete_when_no_leads: false })
      await leadFor(world, user, going, '+12025550101')
      await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id: going, action: 'start' })
    }
    await openCall()
  }

  let live: { id: number; until: number } | undefined
  /** Returns a call that stays open during the test. */
  const openCall = async (): Promise<number> => {
    if (live && world.clock.now() < live.until) return live.id
    const silent = { phone_number: '+12025550105', assistant_id: patient }
    const { id } = (await world.api(user.token, 'POST', '/user/make_call', silent)).body.data
    await untilStatus(world, user, `/user/calls/${id}`, 'in-progress')
    live = { id, until: world.clock.now() + openMs }
    return id
  }

  const minuteOf = async (view: string, prepare: (visitor: Visitor) => Promise<void>) => {
    const [visitor, call] = await Promise.all([open({ isTimed: true }), openCall()])
    const { passSecond } = visitor
    await prepare(visitor)
    await visitor.signIn(user.token)
    await visitor.go(view.replace('ID', String(view.startsWith('calls') ? call : campaign_id)))
    await passSecond()
    await passSecond()
    const before = visitor.asked.length
    for (let second = 0; second < 60; second++) await passSecond()
    const asked = visitor.asked.slice(before).map(({ line }) => line.replace(/\d+/, 'ID'))
    await visitor.close()
    return asked
  }
  const hide = async ({ page }: Visitor) => {
    await page.evaluate(`Object.defineProperty(document, 'hidden', { get: () => true })`)
  }
  const makeLong = async ({ page }: Visitor) => {
    await page.route('**/user/calls?*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), total: 1_000_000 } })
    })
  }

  test.each(['overview', 'calls', 'calls/ID', 'campaigns/ID', 'leads', 'balance'])(
    '%s: at most 30 times a minute, and lives',
    async (view) => {
      const asked = await minuteOf(view, async () => {})
      expect(asked.length).toBeGreaterThan(2)
      expect(asked.length).toBeLessThanOrEqual(30)
    },
  )

  test.each(['overview', 'calls', 'calls/ID', 'campaigns', 'campaigns/ID', 'balance'])(
    '%s, hidden: at most twice a minute',
    async (view) => {
      expect((await minuteOf(view, hide)).length).toBeLessThanOrEqual(2)
    },
  )

  /** Read units of each request for a user with a million records, as in docs/scaling.md. */
  const units: Record<string, number> = {
    'GET /api/user/analytics': 60,
    'GET /api/user/assistants': 4,
    'GET /api/user/calls': 34,
    'GET /api/user/calls/ID': 4,
    'GET /api/user/calls/ID/events': 3,
    'GET /api/user/campaigns': 4,
    'GET /api/user/campaigns/ID': 17,
    'GET /api/user/campaigns/ID/preview': 41,
    'GET /api/user/leads': 20,
    'GET /api/user/me': 4,
  }
  test.each(['overview', 'calls', 'calls/ID', 'campaigns/ID'])(
    '%s, of a million calls: at most 100 read units a minute',
    async (view) => {
      const asked = await minuteOf(view, makeLong)
      const spent = asked.map((line) => units[line] ?? Number.POSITIVE_INFINITY).reduce((sum, each) => sum + each, 0)
      expect(spent).toBeGreaterThan(0)
      expect(spent).toBeLessThanOrEqual(100)
    },
  )

  test('and is quiet as long as 429 says', async () => {
    const asked = await minuteOf('calls', async ({ page }) => {
      await page.route('**/user/calls?*', (route) =>
        route.fulfill({ status: 429, json: { message: 'Too Many Attempts.' }, headers: { 'retry-after': '45' } }),
      )
    })
    expect(asked.length).toBeLessThanOrEqual(2)
  })
})
