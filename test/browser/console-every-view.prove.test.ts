import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { isMissing } from './chromium.ts'
import { everyView, furnish, missingViews, type ViewPattern } from './every-view.ts'
import { openDetails } from './form.ts'
import { fits, violations } from './rules.ts'
import { useConsole } from './use-console.ts'
import type { Visitor } from './visitor.ts'

/** Runs a script in each usual way, and requests another server. */
const payload = `<img src=//x.example/i onerror=pwned=1><script>pwned=1</script><iframe src=//x.example/h></iframe><svg onload=pwned=1>"'}};pwned=1//`

/** Members that the page computes with. */
const computed = ['timezone', 'url', 'recording_url', 'token', 'after', 'validation_code']
/** Words of an enumeration, times, and what a file of the bucket is reached by. */
const isWord = (text: string) => /^(?:[a-z][\w-]*|\d\d:.*|\d{4}-\d\d-\d\d.*|https?:.*)?$/s.test(text)

/** The answer with a payload in every text. */
const hostile = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return computed.includes(name) || isWord(value) ? value : `${value} ${payload}`
  if (Array.isArray(value)) return value.map((each) => hostile(each, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, hostile(member, key)]))
}

/** Opens more of a view. */
const acts: Partial<Record<ViewPattern, (page: Page) => Promise<void>>> = {
  'assistants/:assistant/replay': (page) => page.getByLabel('Calls that I choose').check(),
  'assistants/:assistant/versions': (page) => page.getByRole('button', { name: 'Version 2', exact: true }).click(),
  'numbers/search': (page) => page.getByRole('button', { name: 'Search', exact: true }).click(),
  'tools/:tool': (page) => page.getByRole('button', { name: 'Run the tool' }).click(),
}

/** Views that console-access.prove.test.ts leaves out. */
const furtherViews: ViewPattern[] = [
  ...(['draft', 'redraft', 'canary', 'replay', 'rollout', 'versions'] as const).map(
    (act) => `assistants/:assistant/${act}` as const,
  ),
  ...(['replays/:replay/show', 'exports/:export/show', 'imports/:import/show', 'leads/:lead/person'] as const),
  ...(['numbers', 'numbers/search', 'numbers/import', 'numbers/:number', 'numbers/:number/edit'] as const),
  ...(['callerids/new', 'callerids/:callerid/show', 'webhooks/edit', 'webhooks/resend', 'blacklist/new'] as const),
  ...(['tools/:tool', 'tools/:tool/edit', 'knowledge/:knowledge', 'knowledge/:knowledge/website'] as const),
]

const tones = [
  [320, { colorScheme: 'light', forcedColors: 'none' }],
  [768, { colorScheme: 'light', forcedColors: 'none' }],
  [1280, { colorScheme: 'dark', forcedColors: 'none' }],
  [1920, { colorScheme: 'light', forcedColors: 'active' }],
] as const

/** Numbers what the Tab key must reach, in the order in which it is read. */
const numberStops = `(() => {
  const all = document.querySelectorAll('main :is(a[href], button, input, select, textarea, summary)')
  const isStop = (each) => each.checkVisibility() && !each.disabled && (each.type !== 'radio' || each.checked)
  const stops = [...all].filter(isStop)
  stops.forEach((each, place) => each.dataset.stop = String(place))
  document.querySelector('main').focus()
  return stops.length
})()`

/** The order in which the Tab key reaches them. */
const stopsByKeyboard = async (page: Page): Promise<{ count: number; order: string[] }> => {
  const count = Number(await page.evaluate(numberStops))
  const order: string[] = []
  for (let press = 0; press < 3 * count && order.length < count; press++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate('document.activeElement.dataset.stop')
    // A date has a stop for its day, month and year.
    if (typeof stop === 'string' && stop !== order.at(-1)) order.push(stop)
  }
  return { count, order }
}

test('every view of the sources is among those that are tested', () => {
  expect(missingViews()).toEqual([])
})

describe.skipIf(isMissing)('every view of the console', () => {
  const { world, visit } = useConsole()
  let visitor: Visitor
  let ids: Record<string, number>
  beforeAll(async () => {
    const furnished = await furnish(world)
    ids = furnished.ids
    visitor = await visit(furnished.user.token, 'blacklist')
  })

  const show = async (view: ViewPattern) => {
    const { page, go } = visitor
    await go(view.replace(/:(\w+)/, (_, noun: string) => String(ids[noun])))
    await page.waitForLoadState('networkidle')
    await page.getByText('Loading …').first().waitFor({ state: 'detached' })
    await acts[view]?.(page)
    await page.waitForLoadState('networkidle')
    await openDetails(page)
  }

  test.each(everyView)('%s: shows each text of each answer as text', async (view) => {
    const { page, complaints, asked } = visitor
    await page.route('**/api/user/**', async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: hostile(await answer.json()) })
    })
    await show(view)
    const made = `document.querySelectorAll('main img, main iframe, main script, main svg:not(.bars), main a[href^=javascript]').length`
    expect(await page.evaluate(`[window.pwned, ${made}]`)).toEqual([undefined, 0])
    await page.unroute('**/api/user/**')
    expect(asked.filter(({ url }) => url.includes('x.example'))).toEqual([])
    expect(complaints).toEqual([])
  })
  test.each(furtherViews)('%s: passes axe, fits, and goes by keyboard in reading order', async (view) => {
    const { page, complaints } = visitor
    await show(view)
    for (const [width, media] of tones) {
      await page.setViewportSize({ width, height: 860 })
      await page.emulateMedia(media)
      expect([width, await violations(page), await fits(page)]).toEqual([width, [], true])
    }
    await page.emulateMedia({ forcedColors: 'none' })
    await page.setViewportSize({ width: 1280, height: 860 })
    const { count, order } = await stopsByKeyboard(page)
    expect(order).toEqual(Array.from({ length: count }, (_, place) => String(place)))
    expect(complaints).toEqual([])
  })
})
