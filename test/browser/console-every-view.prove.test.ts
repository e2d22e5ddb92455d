import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestUser } from '../world.ts'
import { isMissing } from './chromium.ts'
import { everyView, furnish, missingViews, type ViewPattern } from './every-view.ts'
import { openDetails } from './form.ts'
import { harmless, hostile } from './hostile.ts'
import { fits, violations } from './rules.ts'
import { useConsole } from './use-console.ts'
import type { Visitor } from './visitor.ts'

const acts: Partial<Record<ViewPattern, (page: Page) => Promise<void>>> = {
  'assistants/:assistant/replay': (page) => page.getByLabel('Calls that I choose').check(),
  'assistants/:assistant/versions': (page) => page.getByRole('button', { name: 'Version 2', exact: true }).click(),
  'numbers/search': (page) => page.getByRole('button', { name: 'Search', exact: true }).click(),
  'tools/:tool': (page) => page.getByRole('button', { name: 'Run the tool' }).click(),
}

const furtherViews: ViewPattern[] = [
  ...(['draft', 'redraft', 'canary', 'replay', 'rollout', 'versions'] as const).map(
    (act) => `assistants/:assistant/${act}` as const,
  ),
  ...(['replays/:replay/show', 'exports/:export/show', 'imports/:import/show', 'leads/:lead/person'] as const),
  ...(['numbers', 'numbers/search', 'numbers/import', 'numbers/:number', 'numbers/:number/edit'] as const),
  ...(['callerids/new', 'callerids/:callerid/show', 'webhooks/edit', 'webhooks/resend', 'blacklist/new'] as const),
  ...(['tools/:tool', 'tools/:tool/edit', 'knowledge/:knowledge', 'knowledge/:knowledge/website'] as const),
]

const bareViews: ViewPattern[] = [
  ...(['numbers/import', 'callerids/new', 'tools/new', 'knowledge/new', 'knowledge/:knowledge/website'] as const),
  ...(['consents/new', 'blacklist/new', 'webhooks/edit', 'webhooks/resend', 'tokens/new'] as const),
]

const exportedLists = ['calls', 'campaigns', 'leads', 'numbers', 'texts', 'consents', 'blacklist', 'balance'] as const

const made = `document.querySelectorAll('main img, main iframe, main script, main svg:not(.bars), main a[href^=javascript]').length`
const shown = `[...document.querySelectorAll('main, main input, main textarea')].some((each) => (each.value ?? each.textContent).includes('<img src=//x'))`

const tones = [
  [320, { colorScheme: 'light', forcedColors: 'none' }],
  [768, { colorScheme: 'light', forcedColors: 'none' }],
  [1280, { colorScheme: 'dark', forcedColors: 'none' }],
  [1920, { colorScheme: 'light', forcedColors: 'active' }],
] as const

/**
 * Gives numbers to the elements that the Tab key must reach, in reading order. `window.order` lists
 * them as they get the focus.
 */
const numberStops = `(() => {
  const all = document.querySelectorAll('main :is(a[href], button, input, select, textarea, summary)')
  const isStop = (each) => each.checkVisibility() && !each.disabled && (each.type !== 'radio' || each.checked)
  const stops = [...all].filter(isStop)
  stops.forEach((each, place) => each.dataset.stop = String(place))
  window.order = []
  document.addEventListener('focusin', ({ target: { dataset: { stop } } }) => {
    if (stop !== undefined && stop !== order.at(-1)) order.push(stop)
  }, { signal: (window.counting?.abort(), window.counting = new AbortController()).signal })
  document.querySelector('main').focus()
  return stops.length
})()`

/** Presses Tab repeatedly. Returns the order in which elements get the focus. */
const stopsByKeyboard = async (page: Page): Promise<{ count: number; order: string[] }> => {
  const count = Number(await page.evaluate(numberStops))
  let order: string[] = []
  for (let round = 0; round < 3 && order.length < count; round++) {
    for (let press = order.length; press < count; press++) await page.keyboard.press('Tab')
    order = await page.evaluate<string[]>('order')
  }
  return { count, order }
}

test('every view of the sources is among those that are tested', () => {
  expect(missingViews()).toEqual([])
})

describe.skipIf(isMissing)('every view of the console', () => {
  const { world, visit } = useConsole()
  let user: TestUser
  let ids: Record<string, number>
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ user, ids, close } = await furnish(world))
  })
  afterAll(() => close())

  const show = async ({ page, go, settle }: Visitor, view: ViewPattern) => {
    await go(view.replace(/:(\w+)/, (_, noun: string) => String(ids[noun])))
    await settle()
    if (acts[view]) {
      await acts[view](page)
      await settle()
    }
    await openDetails(page)
  }

  describe('with hostile answers', () => {
    let visitor: Visitor
    beforeAll(async () => {
      visitor = await visit(user.token, 'blacklist')
      await visitor.page.route('**/api/user/**', async (route) => {
        if (route.request().method() !== 'GET') return route.continue()
        const answer = await route.fetch({ url: harmless(route.request().url()) })
        await route.fulfill({ response: answer, json: hostile(await answer.json()) })
      })
    })
    afterAll(() => visitor.close())

    test.each(everyView)('%s: shows each text of each answer as text', async (view) => {
      const { page, complaints, asked } = visitor
      await show(visitor, view)
      expect(await page.evaluate(`[window.pwned, ${made}]`)).toEqual([undefined, 0])
      expect(Boolean(await page.evaluate(shown))).toBe(!bareViews.includes(view))
      expect(asked.splice(0).filter(({ url }) => new URL(url).hostname === 'x.example')).toEqual([])
      expect(complaints.splice(0)).toEqual([])
    })
  })

  describe('as it is', () => {
    let visitor: Visitor
    beforeAll(async () => {
      visitor = await visit(user.token, 'blacklist')
    })
    afterAll(() => visitor.close())

    test.each(furtherViews)('%s: passes axe, fits, and goes by keyboard in reading order', async (view) => {
      const { page, complaints } = visitor
      await show(visitor, view)
      for (const [width, media] of tones) {
        await page.setViewportSize({ width, height: 860 })
        await page.emulateMedia(media)
        expect([width, await violations(page), await fits(page)]).toEqual([width, [], true])
      }
      await page.emulateMedia({ forcedColors: 'none' })
      await page.setViewportSize({ width: 1280, height: 860 })
      const { count, order } = await stopsByKeyboard(page)
      expect(order).toEqual(Array.from({ length: count }, (_, index) => String(index)))
      expect(complaints.splice(0)).toEqual([])
    })

    test('each list has one button to export it', async () => {
      const { page, complaints } = visitor
      for (const view of exportedLists) {
        await show(visitor, view)
        await page.getByRole('button', { name: 'Export' }).click()
        await page.getByRole('heading', { name: 'Export', level: 1 }).waitFor()
        await page.getByRole('heading', { name: view === 'balance' ? 'transactions' : view, level: 2 }).waitFor()
      }
      expect(complaints.splice(0)).toEqual([])
    })
  })
})
