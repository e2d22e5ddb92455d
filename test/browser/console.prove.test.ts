import { beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../../shared/domain/account/token.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { assistantFor } from '../fixtures.ts'
import { recordedCall } from '../functions/simulations/replay.ts'
import type { TestUser } from '../world.ts'
import { isMissing } from './chromium.ts'
import { quietCampaign } from './quiet-campaign.ts'
import { silence } from './silence.ts'
import { untilStatus } from './until.ts'
import { useConsole } from './use-console.ts'

describe.skipIf(isMissing)('the console, in a browser', () => {
  const { world, open: visit } = useConsole()

  let ended: { user: TestUser; campaign_id: number }
  beforeAll(async () => {
    const user = await world.user()
    const { campaign_id } = await quietCampaign(world, user)
    await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
    await untilStatus(world, user, `/user/campaigns/${campaign_id}`, 'completed')
    ended = { user, campaign_id }
  })

  test('from a token to a started campaign, whose start asks first', async () => {
    const user = await world.user()
    await quietCampaign(world, user)
    const { page, signIn, asked, close } = await visit()
    await signIn('parlance_nonsense')
    await page.getByText('This token is not good.').waitFor()
    await signIn(user.token)
    await page.getByRole('heading', { name: 'No calls yet' }).waitFor()

    await page.getByRole('link', { name: 'Campaigns', exact: true }).click()
    await page.getByRole('link', { name: 'Spring' }).click()
    await page.getByText('3 of 3').or(page.getByText('0 of 3')).first().waitFor()
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('dialog').getByText('3 people are called').waitFor()
    await page.keyboard.press('Escape')
    expect(asked.filter(({ line }) => line === 'POST /api/user/campaigns/update-status')).toEqual([])
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    const [start] = asked.filter(({ line }) => line === 'POST /api/user/campaigns/update-status')
    expect(start?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
    await close()
  })

  test('shows an ended campaign, the words of its calls and their recording', async () => {
    const { user, campaign_id } = ended
    const { page, signIn, go, asked, complaints, close } = await visit()
    await signIn(user.token)
    await go(`campaigns/${campaign_id}`)
    await page.getByText('2 of 3').waitFor()
    await page.locator('.status', { hasText: 'completed' }).first().waitFor()
    await page.reload()
    await page.getByText('2 of 3').waitFor()
    await page.getByRole('link', { name: '+12025550100' }).first().click()
    await page.getByText('Hello, this is Anna.').first().waitFor()
    expect(new URL(page.url()).hash).toMatch(/^#\/calls\/\d+$/)
    await page.getByLabel('Recording of the call').waitFor()

    const { origin } = new URL(world.url)
    expect(asked.filter(({ url }) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'))).toEqual([])
    await expect.poll(() => asked.filter(({ line }) => line.startsWith('GET /_bucket/')).length).toBeGreaterThan(0)
    expect(asked.filter(({ url }) => url.includes(user.token))).toEqual([])
    expect(JSON.stringify(world.logged)).not.toContain(user.token)
    expect(complaints).toEqual([])
    await close()
  })

  test('transcript and recording follow each other', async () => {
    const user = await world.user()
    const assistant_id = await assistantFor(world, user)
    const call = await recordedCall(world, user, { assistant_id, detail: { recording_key: 'recordings/RE1' } })
    const { page, signIn, go, complaints, close } = await visit()
    const recording = { contentType: 'audio/wav', body: silence(20), headers: { 'accept-ranges': 'none' } }
    await page.route('**/_bucket/**', (route) => route.fulfill(recording))
    await signIn(user.token)
    await go(`calls/${call}`)
    const times = page.getByRole('button', { name: 'Listen at' })
    await times.last().click()
    await page.locator('.talk li').last().and(page.locator('[aria-current="true"]')).waitFor()
    await times.first().click()
    await page.locator('.talk li').first().and(page.locator('[aria-current="true"]')).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('a token that ends is forgotten, and the page says so', async () => {
    const user = await world.user()
    const { page, signIn, close } = await visit()
    await signIn(user.token)
    await page.getByRole('heading', { name: 'No calls yet' }).waitFor()
    await expect.poll(() => page.evaluate('[localStorage.length, sessionStorage.length]')).toEqual([0, 2])
    await registry.tokens(world.parts).revoke({ user_id: user.id, hash: hashToken(user.token) }, world.clock.now())
    await page.getByRole('link', { name: 'Leads' }).click()
    await page.getByText('This token is not good any more. It was forgotten').waitFor()
    await expect.poll(() => page.evaluate('sessionStorage.length')).toBe(0)
    await close()
  })

  test('a test call is asked for first, made once, and watched', async () => {
    const user = await world.user()
    await world.number(user)
    const id = await assistantFor(world, user)
    const { page, signIn, go, asked, passUntil, close } = await visit({ isTimed: true })
    await signIn(user.token)
    await go(`assistants/${id}`)
    await page.getByLabel('Number to call').fill('+12025550100')
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Call' }).click()
    await page.getByRole('heading', { name: '+12025550100' }).waitFor()
    await passUntil(page.getByText('Hello, this is Anna.').first())
    expect(asked.filter(({ line }) => line === 'POST /api/user/make_call')).toHaveLength(1)
    await close()
  })

  test('a test call whose answers were lost is made once, pressed again or not', async () => {
    const user = await world.user()
    await world.number(user)
    const id = await assistantFor(world, user)
    const { page, signIn, go, close } = await visit()
    await signIn(user.token)
    await go(`assistants/${id}`)
    await page.route('**/user/make_call', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const press = async () => {
      await page.getByRole('button', { name: 'Call', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Call' }).click()
    }
    await page.getByLabel('Number to call').fill('+12025550100')
    await press()
    await page.getByText('The API does not answer.').waitFor()
    await page.unroute('**/user/make_call')
    await press()
    await page.getByRole('heading', { name: '+12025550100' }).waitFor()
    expect((await world.api(user.token, 'GET', '/user/calls')).body.total).toBe(1)
    await close()
  })

  test('links a call with its campaign, its lead and its person', async () => {
    const { page, signIn, close } = await visit()
    await signIn(ended.user.token)
    await page.getByRole('link', { name: 'Spring', exact: true }).click()
    await page.getByRole('heading', { name: 'Filters (3)' }).waitFor()
    await page.getByRole('link', { name: '+12025550100' }).click()
    await page.getByRole('link', { name: 'Open the lead' }).click()
    await page.getByRole('heading', { name: 'Attempts' }).waitFor()
    await page.getByRole('link', { name: 'All of this person' }).click()
    await page.getByRole('heading', { name: 'Consents', exact: true }).waitFor()
    expect(page.url()).not.toContain('2025550100')
    await page.getByRole('table', { name: 'Calls' }).getByRole('link').click()
    await page.getByRole('link', { name: 'Spring', exact: true }).click()
    await page.getByRole('heading', { name: 'Progress' }).waitFor()
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('heading', { name: 'Who is called with the saved settings' }).waitFor()
    await page.getByText('Would be called now').waitFor()
    await close()
  })

  test('what is refused is told with what to do', async () => {
    const user = await world.user()
    const { page, signIn, go, close } = await visit()
    await signIn(user.token)
    await go('blacklist')
    await page.getByLabel('Number never to call').fill('nonsense')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText('Change what you entered, and try again.').waitFor()
    await page.goto(`${world.url}/console#/calls/1`)
    await page.getByText('Call not found').waitFor()
    await close()
  })
})

describe.skipIf(isMissing)('a running call, in a browser', () => {
  const { world, visit } = useConsole({ speed: 4 })

  test('a call is read while it goes on, spoken in, and ended', async () => {
    const user = await world.user()
    await world.number(user)
    const assistant_id = await assistantFor(world, user, { max_silence_duration: 120 })
    const asked = { phone_number: '+12025550105', assistant_id }
    const { body } = await world.api(user.token, 'POST', '/user/make_call', asked)
    await untilStatus(world, user, `/user/calls/${body.data.id}`, 'in-progress')
    const { page, passUntil, close } = await visit(user.token, undefined, { isTimed: true })
    await page.getByRole('table', { name: 'Calls that run now' }).getByRole('link', { name: '+12025550105' }).click()
    expect(new URL(page.url()).hash).toBe(`#/calls/${body.data.id}`)
    await page.getByRole('heading', { name: 'Live transcript' }).waitFor()
    await passUntil(page.getByText('Hello, this is Anna.'))
    await page.getByLabel('A sentence for the assistant to say').fill('One moment, please.')
    await page.getByRole('button', { name: 'Say' }).click()
    await passUntil(page.getByText('One moment, please.'))
    await page.getByText('Transfer to another phone').click()
    await page.getByLabel('Number to transfer to').fill('+12025550101')
    await page.getByRole('button', { name: 'Transfer', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Transfer' }).click()
    await passUntil(page.getByRole('table', { name: 'Transfers' }).getByRole('cell', { name: '+12025550101' }))
    await page.getByRole('button', { name: 'End the call' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End the call' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await passUntil(page.locator('.status', { hasText: 'ended' }))
    await passUntil(page.getByRole('heading', { name: 'Transcript' }))
    await close()
  })
})
