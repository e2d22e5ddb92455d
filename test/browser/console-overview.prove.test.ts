import type { Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { endCall } from '../functions/calls/ended-call.ts'
import type { TestUser } from '../world.ts'
import { isMissing } from './chromium.ts'
import { openDetails } from './form.ts'
import { monthOfCalls } from './month-of-calls.ts'
import { keepPicture, keepsPictures } from './pictures.ts'
import { fits, violations } from './rules.ts'
import { useConsole } from './use-console.ts'
import type { VisitorOptions } from './visitor.ts'

/** Lighthouse's slow phone network: 150 ms and 1.6 Mbit/s. */
const phone = { roundTripMs: 150, bytesPerMs: 200 }
/** Round trips for TCP and TLS 1.3. */
const tripsToConnect = 2
/** Initial TCP congestion window (ten segments, RFC 6928), which doubles with each round trip. */
const firstWindowBytes = 14_600

const tripsOf = (bytes: number): number => Math.ceil(Math.log2(bytes / firstWindowBytes + 1))

const bytesOf = async (request: Request): Promise<number> => {
  const { responseBodySize, responseHeadersSize } = await request.sizes()
  return responseBodySize + responseHeadersSize
}

describe.skipIf(isMissing)('the overview of the console', () => {
  const { world, open, visit: visitAs } = useConsole()
  let user: TestUser
  let busy: TestUser
  let assistants: number[]

  beforeAll(async () => {
    user = await world.user()
    for (const name of ['Anna', 'Berta']) await endCall(world, user, { assistant: { assistant_name: name } })
    await endCall(world, user, { answered_by: 'machine', assistant: { assistant_name: 'Anna' } })
    const { body } = await world.api(user.token, 'GET', '/user/calls')
    busy = keepsPictures ? await world.user() : user
    if (keepsPictures) await monthOfCalls(world, busy)
    assistants = body.data.map(({ assistant_id }: { assistant_id: number }) => assistant_id)
  })

  const visit = (view = 'overview', how?: VisitorOptions) => visitAs(user.token, view, how)
  const tile = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Totals' }).getByRole('link', { name })

  test('shows totals first, and each leads to its charts', async () => {
    const { page, complaints, close } = await visit()
    await tile(page, 'Calls').getByText('3').waitFor()
    await tile(page, 'People reached').getByText('66.7 %').waitFor()
    await page.getByRole('heading', { name: 'Calls by day' }).waitFor()
    await tile(page, 'Minutes').click()
    await page.getByRole('heading', { name: 'Minutes by day' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/overview?metric=minutes')
    await page.reload()
    await page.getByRole('heading', { name: 'Minutes by hour of the day' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('the first view takes one round trip after the page', async () => {
    const { page, close } = await visit()
    await page.getByRole('row', { name: 'Without a campaign 3' }).waitFor()
    const held: (() => void)[] = []
    const asked: Request[] = []
    page.on('request', (request) => !request.url().startsWith('data:') && asked.push(request))
    await page.route('**/api/user/**', async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    await page.reload()
    const together = 6 + 2 + 2 + 1 + 1
    await expect.poll(() => held.length).toBe(together)
    for (const release of held.splice(0)) release()
    await tile(page, 'Calls').getByText('3').waitFor()
    await page.getByRole('listbox').nth(1).waitFor()
    await page.getByRole('row', { name: 'Without a campaign 3' }).waitFor()
    expect(held).toEqual([])

    const [first = 0, ...rest] = await Promise.all(asked.map(bytesOf))
    expect(rest.length).toBe(together)
    const answers = rest.reduce((sum, each) => sum + each, 0)
    const trips = tripsToConnect + tripsOf(first) + 1
    expect(trips * phone.roundTripMs + (first + answers) / phone.bytesPerMs).toBeLessThan(1000)
    await close()
  })

  test('a chart is one stop of the Tab key, and arrows read its values', async () => {
    const { page, close } = await visit()
    const chart = page.getByRole('listbox', { name: 'Calls by day' })
    await chart.waitFor()
    const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")')
    await page.getByRole('link', { name: 'Median wait' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect.poll(focused).toMatch(/\d{4}: 0$/)
    const first = await focused()
    await page.keyboard.press('End')
    await expect.poll(focused).toMatch(/\d{4}: 3$/)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(focused).toMatch(/\d{4}: 0$/)
    await page.keyboard.press('Home')
    await expect.poll(focused).toBe(first)
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Calls by day as a table')
    await page.keyboard.press('Enter')
    const rows = page.locator('section', { has: chart }).locator('tbody tr')
    expect(await rows.count()).toBe(30)
    expect(await rows.last().locator('td').last().textContent()).toBe('3')
    await close()
  })

  test('groups lead to their calls, and days and filters are kept in the address', async () => {
    const { page, go, close } = await visit()
    await page.getByRole('link', { name: 'Assistant', exact: true }).click()
    const berta = page.getByRole('row', { name: 'Berta 1' }).getByRole('link')
    await berta.waitFor()
    await page.getByRole('link', { name: 'Country' }).click()
    await page.getByRole('cell', { name: 'United States' }).waitFor()
    await page.goBack()
    await berta.click()
    await page.getByRole('heading', { name: 'Filters (3)' }).waitFor()
    await page.getByText('Page 1 of 1, 1 in all').waitFor()
    await page.reload()
    await page.getByText('Page 1 of 1, 1 in all').waitFor()
    expect(await page.getByLabel('Assistant', { exact: true }).locator('option:checked').textContent()).toBe('Berta')
    await page.getByLabel('Why it ended').selectOption('Busy')
    await page.getByRole('heading', { name: 'No call is like that' }).waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.getByText('Page 1 of 1, 3 in all').waitFor()
    await go(`overview?assistant_id=${assistants[0]}`)
    await tile(page, 'Calls').getByText('1').waitFor()
    await page.getByRole('link', { name: '7 days' }).click()
    expect(new URL(page.url()).hash).toMatch(
      /^#\/overview\?assistant_id=\d+&date_from=\d{4}-\d\d-\d\d&date_to=\d{4}-\d\d-\d\d$/,
    )
    await close()
  })

  test('a list is exported with its filters, and the file has its rows', async () => {
    const { page, complaints, passUntil, close } = await visit('calls?status=ended_by_customer', { isTimed: true })
    await page.getByText('in all').waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByText('status: ended_by_customer').waitFor()
    expect(new URL(page.url()).hash).toMatch(/^#\/exports\/\d+\/show$/)
    const file = page.getByRole('link', { name: 'Download the file' })
    await passUntil(file)
    const lines = (await (await fetch((await file.getAttribute('href')) ?? '')).text()).trim().split('\r\n')
    expect(lines[0]).toContain('assistant_name')
    expect(lines).toHaveLength(4)
    expect(complaints).toEqual([])
    await close()
  })

  test('filters open and go by keyboard, in the order in which they are shown', async () => {
    const { page, close } = await visit('calls')
    await page.getByText('Page 1 of 1, 3 in all').waitFor()
    await page.getByRole('button', { name: 'Export' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByLabel('Status').waitFor()
    const words = ['status', 'type', 'campaign_id', 'assistant_id', 'assistant_version', 'ended_reason', 'date_from']
    for (const word of words) {
      await page.keyboard.press('Tab')
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe(`filter-${word}`)
    }
    await close()
  })

  test('ignores an invalid filter in the address, and shows one error for swapped days', async () => {
    const { page, go, complaints, close } = await visit(
      'calls?status=%3Cimg%20src%3Dx%3E&assistant_id=1e9&date_from=today',
    )
    await page.getByText('Page 1 of 1, 3 in all').waitFor()
    await page.getByRole('heading', { name: 'Filters', exact: true }).waitFor()
    await go('overview?date_from=2026-11-02&date_to=2026-11-01')
    await page.getByRole('alert').getByText('must be a date after or equal to date from').waitFor()
    expect(await page.getByRole('alert').count()).toBe(1)
    expect(complaints).toEqual([])
    await close()
  })

  test.each([
    ['light', 1280],
    ['light', 320],
    ['dark', 1920],
    ['forced', 768],
  ] as const)('%s at %d px: passes axe with open tables and does not scroll sideways', async (tone, width) => {
    const { page, signIn, settle, close } = await open({ isDark: tone === 'dark', width })
    if (tone === 'forced') await page.emulateMedia({ forcedColors: 'active' })
    await signIn(busy.token)
    await page.getByRole('row', { name: 'Without a campaign' }).waitFor()
    if (width === 1280) await keepPicture(page, 'overview')
    await openDetails(page)
    await settle()
    expect(await violations(page)).toEqual([])
    expect(await fits(page)).toBe(true)
    await close()
  })
})
