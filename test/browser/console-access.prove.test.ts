import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assistantFor, campaignFor, leadFor } from '../fixtures.ts'
import { isMissing } from './chromium.ts'
import { openDetails } from './form.ts'
import { keepPicture } from './pictures.ts'
import { fits, violations } from './rules.ts'
import { untilOne } from './until.ts'
import { useConsole } from './use-console.ts'
import type { Visitor } from './visitor.ts'

const lists = [
  ...['overview', 'calls', 'campaigns', 'leads', 'assistants', 'tools', 'knowledge', 'texts', 'consents'],
  ...['blacklist', 'webhooks', 'balance', 'tokens'],
]
const ofOne = [
  ...['calls/:call', 'calls/:call/person', 'campaigns/:campaign', 'leads/:lead'],
  ...['assistants/:assistant', 'assistants/:assistant/talk'],
]
const views = [...lists, ...ofOne]
const forms = [
  ...['assistants/:assistant/edit', 'campaigns/:campaign/edit', 'leads/:lead/edit', 'leads/import'],
  ...['assistants/new', 'tools/new', 'texts/new', 'consents/new', 'tokens/new'],
]
const pictures: Record<string, string> = {
  'calls light 1280': 'calls',
  'calls/:call light 1280': 'call',
  'campaigns/:campaign light 1280': 'campaign',
  'campaigns/:campaign dark 320': 'campaign-dark-phone',
}

describe.skipIf(isMissing)('the console, for everyone', () => {
  const { world, open, visit } = useConsole()
  let token: string
  let visitor: Visitor
  const ids: Record<string, number> = {}

  beforeAll(async () => {
    await furnish()
    visitor = await visit(token)
  })

  const furnish = async () => {
    const user = await world.user()
    token = user.token
    await world.number(user)
    await world.services.ledger.move({
      user_id: user.id,
      type: 'top_up',
      amount: 25_000_000,
      description: 'Opening balance',
    })
    const hook = {
      webhook_url: 'http://localhost:9/hook',
      is_webhook_active: true,
      send_webhook_only_on_completed: false,
    }
    const assistant_id = await assistantFor(world, user, {
      assistant_name: 'Anna from the appointment desk of Müller & Söhne Orthopädietechnik',
      record_call: true,
      timezone: 'America/New_York',
      ...hook,
    })
    const hours = { allowed_hours_start_time: '00:00:00', allowed_hours_end_time: '23:59:59' }
    const campaign_id = await campaignFor(world, user, {
      name: 'Spring_2026_reactivation_of_customers_without_an_appointment_since_2024',
      assistant_id,
      max_calls_in_parallel: 3,
      max_retries: 1,
      ...hours,
    })
    let lead = { id: 0 }
    for (const ending of ['00', '06', '01', '07', '03', '11', '00', '09', '02', '04', '12', '00', '06', '13'])
      lead = await leadFor(world, user, campaign_id, `+120255501${ending}`, { variables: { customer_name: 'Ada' } })
    await world.api(user.token, 'POST', '/user/blacklist', {
      phone_number: '+12025550199',
      reason: 'Asked to be left alone',
    })
    await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
    const call = await untilOne(world, user, '/user/calls?status=ended_by_customer')
    Object.assign(ids, { call: call.id, campaign: campaign_id, lead: lead.id, assistant: assistant_id })
  }

  const settled = async ({ go, settle }: Visitor, view: string) => {
    await go(view.replace(/:(\w+)/, (_, noun: string) => String(ids[noun])))
    await settle()
  }

  /**
   * Finds numbers, times and amounts that break across lines, and boxes too small for their
   * content.
   */
  const broken = (page: Page) =>
    page.evaluate(`[
      ...[...document.querySelectorAll('.whole, td:not(.text) > a, td.number')]
        .filter((each) => each.checkVisibility() && lines(each) > 1),
      ...[...document.querySelectorAll('.table, .tiles a, dd, main')].filter((each) => each.scrollWidth > each.clientWidth),
    ].map((each) => each.outerHTML.slice(0, 120))
    function lines(element) {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }`)

  const resize = (page: Page, width: number) => page.setViewportSize({ width, height: 860 })

  test.each(views)('%s: passes axe, breaks no number and fits from 320 to 1920 px', async (view) => {
    const { page, complaints } = visitor
    await settled(visitor, view)
    for (const width of [390, 768, 1024, 1920, 1280, 320]) {
      await resize(page, width)
      expect([width, await broken(page), await fits(page)]).toEqual([width, [], true])
      const colorScheme = width === 320 ? 'dark' : 'light'
      if (![1280, 320].includes(width)) continue
      await page.emulateMedia({ colorScheme })
      expect([width, colorScheme, await violations(page)]).toEqual([width, colorScheme, []])
      const picture = pictures[`${view} ${colorScheme} ${width}`]
      if (picture) await keepPicture(page, picture)
    }
    expect(complaints).toEqual([])
  })

  const tones = [
    [320, { colorScheme: 'light', forcedColors: 'none' }],
    [1280, { colorScheme: 'dark', forcedColors: 'none' }],
    [1920, { colorScheme: 'light', forcedColors: 'active' }],
  ] as const
  test.each(forms)('the form %s passes axe with every group open and every field wrong', async (form) => {
    const { page, complaints } = visitor
    await settled(visitor, form)
    await openDetails(page)
    if (form.endsWith('new')) await page.getByRole('form').getByRole('button').last().click()
    for (const [width, media] of tones) {
      await resize(page, width)
      await page.emulateMedia(media)
      expect([width, await violations(page), await broken(page), await fits(page)]).toEqual([width, [], [], true])
    }
    await page.emulateMedia({ forcedColors: 'none' })
    expect(complaints).toEqual([])
  })

  test('the page to sign in passes axe in light and dark', async () => {
    const { page, close } = await open({ width: 320 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect([colorScheme, await violations(page)]).toEqual([colorScheme, []])
    }
    await close()
  })

  test('a form goes by keyboard, field after field, and its errors lead to them', async () => {
    const visitor = await visit(token)
    const { page, close } = visitor
    await settled(visitor, 'assistants/new')
    await keepPicture(page, 'assistant-form')
    await settled(visitor, 'texts/new')
    const focused = () => page.evaluate('document.activeElement.id || document.activeElement.textContent')
    const order: unknown[] = []
    await page.locator('summary').focus()
    for (let step = 0; step < 5; step++) {
      await page.keyboard.press('Tab')
      order.push(await focused())
    }
    expect(order).toEqual(['field-from', 'field-to', 'field-body', 'Cancel', 'Send text'])
    await page.keyboard.press('Enter')
    await page.getByText('Some fields are not right.').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await focused()).toBe('field-from')
    await close()
  })

  describe('a new user', () => {
    let visitor: Visitor
    beforeAll(async () => {
      visitor = await visit((await world.user()).token)
    })
    afterAll(() => visitor.close())

    test.each(lists.filter((view) => view !== 'tokens'))('%s passes axe and says what to do', async (view) => {
      await settled(visitor, view)
      expect(await violations(visitor.page)).toEqual([])
      expect(await visitor.page.locator('.nothing p').first().textContent()).toMatch(/.{40}/)
    })
  })

  test('a question, too, keeps to the rules, and all goes by keyboard', async () => {
    const visitor = await visit(token)
    const { page, close } = visitor
    await settled(visitor, 'blacklist')
    await page.getByRole('button', { name: 'Remove' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Allow +12025550199 again?' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Remove')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'No number is blacklisted' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Leads' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Leads' }).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('MAIN')
    await close()
  })

  test('a campaign’s times stand in the viewer’s zone, and beside it in its own', async () => {
    const visitor = await visit(token)
    await settled(visitor, 'leads/:lead')
    await visitor.page
      .getByText(/^\d\d:\d\d:\d\d \(\d\d:\d\d:\d\d in America\/New_York\)$|in America\/New_York\)$/)
      .first()
      .waitFor()
    await visitor.close()
  })
})
