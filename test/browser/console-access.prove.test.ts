import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assistantFor, campaignFor, leadFor } from '../fixtures.ts'
import { openWorld, type World } from '../world.ts'
import { isMissing, openBrowser, readAxe, worldSpeed } from './chromium.ts'
import { openVisitor, type Visitor } from './visitor.ts'

/** `SCREENSHOTS=docs/console npm run test:browser` keeps what it saw. */
const keepIn = process.env.SCREENSHOTS

describe.skipIf(isMissing)('the console, for everyone', () => {
  let world: World
  let browser: Browser
  let axe: string
  let token: string
  const views: [name: string, view: string][] = []
  const forms: string[] = []

  beforeAll(async () => {
    axe = await readAxe()
    world = await openWorld({ speed: worldSpeed })
    await furnish()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await world.close()
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
    await world.run(100)
    const readEnded = () => world.api(user.token, 'GET', '/user/calls?status=ended_by_customer')
    // A busy machine is behind its world.
    let { body } = await readEnded()
    while (body.total === 0) {
      await world.run(20)
      body = (await readEnded()).body
    }
    views.push(
      ['overview', 'overview'],
      ['calls', 'calls'],
      ['call', `calls/${body.data.at(-1).id}`],
      ['campaigns', 'campaigns'],
    )
    views.push(['campaign', `campaigns/${campaign_id}`], ['leads', 'leads'], ['lead', `leads/${lead.id}`])
    views.push(['assistants', 'assistants'], ['assistant', `assistants/${assistant_id}`], ['webhooks', 'webhooks'])
    views.push(['blacklist', 'blacklist'], ['balance', 'balance'], ['tools', 'tools'], ['texts', 'texts'])
    views.push(['knowledge', 'knowledge'], ['consents', 'consents'], ['tokens', 'tokens'])
    forms.push(`assistants/${assistant_id}/edit`, `campaigns/${campaign_id}/edit`, `leads/${lead.id}/edit`)
    forms.push('assistants/new', 'leads/import', 'tools/new', 'texts/new', 'consents/new', 'tokens/new')
  }

  /** Violations of the accessibility rules on the page. */
  const violations = async (page: Page) => {
    await page.evaluate(axe)
    const found = await page.evaluate('axe.run()')
    return (found as { violations: { id: string; nodes: { html: string }[] }[] }).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
    )
  }
  const settled = async ({ page, go }: Visitor, view: string) => {
    await go(view)
    await page.getByText('Loading …').first().waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
  }

  const shown = ['calls', 'call', 'campaign', 'campaign-dark-phone']
  const keep = async (page: Page, name: string, tone: string) => {
    if (shown.includes(name + tone)) await page.screenshot({ path: `${keepIn}/${name}${tone}.png` })
  }

  /**
   * Texts of numbers, times and amounts that break across lines, and boxes that are too small for
   * their content.
   */
  const broken = (page: Page) =>
    page.evaluate(`[
      ...[...document.querySelectorAll('.whole, td:not(.text) > a, td.number')]
        .filter((each) => each.checkVisibility() && lines(each) > 1),
      ...[...document.querySelectorAll('.table, dd, main')].filter((each) => each.scrollWidth > each.clientWidth),
    ].map((each) => each.outerHTML.slice(0, 120))
    function lines(element) {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }`)

  const widths = [320, 390, 768, 1024, 1280, 1920]
  test.each(widths.flatMap((width) => [['light', width] as const, ['dark', width] as const]))(
    '%s at %d px: passes axe, breaks no number and does not scroll sideways',
    async (tone, width) => {
      const isDark = tone === 'dark'
      const visitor = await openVisitor(browser, world, { isDark, width })
      const { page, signIn, complaints, close } = visitor
      expect(await violations(page)).toEqual([])
      await signIn(token)
      for (const [name, view] of views) {
        await settled(visitor, view)
        expect([name, await violations(page)]).toEqual([name, []])
        expect([name, await broken(page)]).toEqual([name, []])
        expect([name, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([name, true])
        if (keepIn && isDark === width < 500) await keep(page, name, isDark ? '-dark-phone' : '')
      }
      expect(complaints).toEqual([])
      await close()
    },
  )

  test.each([
    ['light', 320],
    ['dark', 1280],
    ['forced', 1920],
  ] as const)('forms, %s at %d px: pass axe with every group open and every field wrong', async (tone, width) => {
    const visitor = await openVisitor(browser, world, { isDark: tone === 'dark', width })
    const { page, signIn, complaints, close } = visitor
    if (tone === 'forced') await page.emulateMedia({ forcedColors: 'active' })
    await signIn(token)
    await page.getByRole('navigation', { name: 'Views' }).waitFor()
    for (const form of forms) {
      await settled(visitor, form)
      await page.evaluate(`for (const group of document.querySelectorAll('details')) group.open = true`)
      if (form.endsWith('new')) await page.getByRole('form').getByRole('button').last().click()
      expect([form, await violations(page)]).toEqual([form, []])
      expect([form, await broken(page)]).toEqual([form, []])
      expect([form, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([form, true])
    }
    expect(complaints).toEqual([])
    await close()
  })

  test('a form goes by keyboard, field after field, and its errors lead to them', async () => {
    const visitor = await openVisitor(browser, world)
    const { page, signIn, close } = visitor
    await signIn(token)
    await page.getByRole('navigation', { name: 'Views' }).waitFor()
    await settled(visitor, 'assistants/new')
    if (keepIn) await page.screenshot({ path: `${keepIn}/assistant-form.png` })
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

  test('every view of who has nothing yet keeps to the rules, and says what to do', async () => {
    const user = await world.user()
    const visitor = await openVisitor(browser, world)
    await visitor.signIn(user.token)
    for (const [name, view] of views.filter(([, view]) => !view.includes('/') && view !== 'tokens')) {
      await settled(visitor, view)
      expect([name, await violations(visitor.page)]).toEqual([name, []])
      expect([name, await visitor.page.locator('.nothing p').first().textContent()]).toEqual([
        name,
        expect.stringMatching(/.{40}/),
      ])
    }
    await visitor.close()
  })

  test('a question, too, keeps to the rules, and all goes by keyboard', async () => {
    const visitor = await openVisitor(browser, world)
    const { page, signIn, close } = visitor
    await signIn(token)
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
    const visitor = await openVisitor(browser, world)
    await visitor.signIn(token)
    await settled(visitor, views.find(([name]) => name === 'lead')?.[1] ?? '')
    await visitor.page
      .getByText(/^\d\d:\d\d:\d\d \(\d\d:\d\d:\d\d in America\/New_York\)$|in America\/New_York\)$/)
      .first()
      .waitFor()
    await visitor.close()
  })
})
