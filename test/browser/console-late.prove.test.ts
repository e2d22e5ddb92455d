import { describe, expect, test } from 'vitest'
import { assistantFor, campaignFor, leadFor } from '../fixtures.ts'
import { untilRead, untilTrue, whileUnanswered } from './answers.ts'
import { isMissing } from './chromium.ts'
import { at, chooseFile, openGroups } from './form.ts'
import { useConsole } from './use-console.ts'

describe.skipIf(isMissing)('late answers in the console', () => {
  const { world, visit: visitAny } = useConsole()

  const visit = async (token: string, view: string) => {
    const visitor = await visitAny(token, view)
    const place = () => new URL(visitor.page.url()).hash
    const leaveTo = async (name: string) => {
      await visitor.page.getByRole('link', { name, exact: true }).click()
      await visitor.page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    }
    return { ...visitor, place, leaveTo }
  }

  test('a form edited while it saves keeps what was typed, for the next press', async () => {
    const user = await world.user()
    const id = await assistantFor(world, user)
    const { page, complaints, close } = await visit(user.token, `assistants/${id}/edit`)
    await openGroups(page)
    await at(page, 'name').fill('Berta')
    await at(page, 'initial_message').fill('Good day.')
    const ask = () => page.getByRole('button', { name: 'Save assistant' }).click()
    await whileUnanswered(page, { method: 'PUT', path: '**/user/assistant/*', ask }, async () => {
      await at(page, 'name').fill('Clara')
      expect(await page.getByRole('button', { name: 'Saving …' }).isDisabled()).toBe(true)
    })
    await page.getByText('It is saved, but not your later changes.').waitFor()
    expect(await at(page, 'name').inputValue()).toBe('Clara')
    expect(await page.getByRole('alert').count()).toBe(0)
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await page.getByRole('button', { name: 'Save assistant' }).click()
    expect((await sent).postDataJSON()).toEqual({ name: 'Clara', if_version: 2 })
    await page.getByRole('heading', { name: 'Clara', exact: true }).waitFor()
    const { body } = await world.api(user.token, 'GET', `/user/assistant/${id}`)
    expect([body.name, body.initial_message]).toEqual(['Clara', 'Good day.'])
    expect(complaints).toEqual([])
    await close()
  })

  test('a form edited while it creates becomes the form of what was made', async () => {
    const user = await world.user()
    const { page, close } = await visit(user.token, 'knowledge/new')
    await openGroups(page)
    await at(page, 'name').fill('Prices')
    const ask = () => page.getByRole('button', { name: 'Create knowledge base' }).click()
    await whileUnanswered(page, { method: 'POST', path: '**/user/knowledgebases', ask }, () =>
      at(page, 'description').fill('What it costs'),
    )
    await page.getByText('The knowledge base is saved, but not your later changes.').waitFor()
    await page.getByRole('heading', { name: 'Edit Prices' }).waitFor()
    expect(await at(page, 'description').inputValue()).toBe('What it costs')
    await page.getByRole('button', { name: 'Save knowledge base' }).click()
    await page.getByRole('heading', { name: 'Prices', exact: true }).waitFor()
    const { data } = (await world.api(user.token, 'GET', '/user/knowledgebases')).body
    expect(data).toMatchObject([{ name: 'Prices', description: 'What it costs' }])
    await close()
  })

  test('a form edited while it waits to send again creates one thing', async () => {
    const user = await world.user()
    const { page, close } = await visit(user.token, 'knowledge/new')
    await openGroups(page)
    await at(page, 'name').fill('Prices')
    await page.route('**/user/knowledgebases', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Create knowledge base' }).click()
    await page.getByText('The API does not answer').waitFor()
    await page.unroute('**/user/knowledgebases')
    await at(page, 'name').fill('All prices')
    await page.getByRole('button', { name: 'Create knowledge base' }).click()
    await page.getByRole('heading', { name: 'Edit Prices' }).waitFor()
    expect(await at(page, 'name').inputValue()).toBe('All prices')
    expect((await world.api(user.token, 'GET', '/user/knowledgebases')).body.data).toMatchObject([{ name: 'Prices' }])
    await close()
  })

  test('a text edited while it is sent stays in its form', async () => {
    const user = await world.user()
    await world.number(user)
    await world.services.ledger.move({ user_id: user.id, type: 'top_up', amount: 9_000_000, description: 'Begin' })
    const { page, place, close } = await visit(user.token, 'texts/new')
    await openGroups(page)
    await at(page, 'from').selectOption({ index: 1 })
    await at(page, 'to').fill('+12025550100')
    await at(page, 'body').fill('Hello!')
    const ask = () => page.getByRole('button', { name: 'Send text' }).click()
    await whileUnanswered(page, { method: 'POST', path: '**/user/sms', ask }, () => at(page, 'body').fill('Goodbye!'))
    await page.getByText('The text is sent. Your later changes are not.').waitFor()
    expect([place(), await at(page, 'body').inputValue()]).toEqual(['#/texts/new', 'Goodbye!'])
    await close()
  })

  test('a form left while it saves does not navigate, and keeps no draft', async () => {
    const user = await world.user()
    const id = await assistantFor(world, user)
    const { page, go, place, leaveTo, close } = await visit(user.token, `assistants/${id}/edit`)
    await at(page, 'name').fill('Berta')
    const ask = () => page.getByRole('button', { name: 'Save assistant' }).click()
    await whileUnanswered(page, { method: 'PUT', path: '**/user/assistant/*', ask }, () => leaveTo('Leads'))
    await untilRead(page)
    expect(place()).toBe('#/leads')
    await go(`assistants/${id}/edit`)
    await page.getByRole('heading', { name: 'Edit Berta' }).waitFor()
    expect(await page.getByText('Your unsaved changes are back.').count()).toBe(0)
    await close()
  })

  test('a button whose view was left does not navigate', async () => {
    const user = await world.user()
    const { page, place, leaveTo, close } = await visit(user.token, 'calls')
    const ask = () => page.getByRole('button', { name: 'Export' }).click()
    await whileUnanswered(page, { method: 'POST', path: '**/user/exports', ask }, () => leaveTo('Leads'))
    await untilRead(page)
    expect(place()).toBe('#/leads')
    await close()
  })

  test('an upload whose view was left arrives, and does not navigate', async () => {
    const user = await world.user()
    const campaign_id = await campaignFor(world, user)
    const { page, place, leaveTo, close } = await visit(user.token, `campaigns/${campaign_id}/import`)
    await chooseFile(page, 'phone_number\n+12025550101\n')
    const asks = () => page.evaluate(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`)
    const ask = () => page.getByRole('button', { name: 'Import', exact: true }).click()
    await whileUnanswered(page, { method: 'POST', path: '**/_bucket/**', ask }, async () => {
      await leaveTo('Calls')
      expect(await asks()).toBe(true)
    })
    await expect.poll(asks).toBe(false)
    expect(place()).toBe('#/calls')
    expect((await world.api(user.token, 'GET', '/user/lead-imports')).body.total).toBe(1)
    await close()
  })

  test('a large file that is read late does not replace the next one', async () => {
    const user = await world.user()
    const { page, close } = await visit(user.token, 'leads/import')
    await page.evaluate(`{
      const read = Blob.prototype.arrayBuffer
      Blob.prototype.arrayBuffer = async function () {
        const bytes = await read.call(this)
        if (!new TextDecoder().decode(bytes).includes('Large')) return bytes
        await new Promise((resolve) => { window.release = resolve })
        return bytes
      }
    }`)
    await chooseFile(page, 'Mobile,Large\n+12025550101,Rome\n', 'large.csv')
    await untilTrue(page, 'window.release')
    await chooseFile(page, 'Mobile,Small\n+12025550102,Oslo\n', 'small.csv')
    await page.getByText('Chosen: small.csv').waitFor()
    await page.evaluate('release()')
    await untilRead(page)
    await page.getByText('Chosen: small.csv').waitFor()
    expect(await page.getByRole('cell', { name: 'Large' }).count()).toBe(0)
    await close()
  })

  test.each([
    ['button', 'calls', 'Export', '**/user/exports'],
    ['form', 'knowledge/new', 'Create knowledge base', '**/user/knowledgebases'],
  ])('a late 401 to a %s of an ended session spares the next', async (_, view, button, path) => {
    const [user, other] = [await world.user(), await world.user()]
    const { page, signIn, close } = await visit(user.token, view)
    if (view.endsWith('new')) await at(page, 'name').fill('Prices')
    const ask = () => page.getByRole('button', { name: button }).click()
    const reply = { status: 401, json: { message: 'Unauthenticated.' } }
    await whileUnanswered(page, { method: 'POST', path, reply, ask }, async () => {
      await page.getByRole('button', { name: 'Sign out' }).click()
      await signIn(other.token)
      await page.getByRole('navigation', { name: 'Views' }).waitFor()
    })
    await untilRead(page)
    expect(await page.evaluate(`sessionStorage.getItem('parlance-token')`)).toBe(other.token)
    await page.getByRole('navigation', { name: 'Views' }).waitFor()
    await close()
  })

  test('leaving during the microphone question releases the microphone, and makes no call', async () => {
    const user = await world.user()
    const id = await assistantFor(world, user)
    const { page, asked, leaveTo, close } = await visit(user.token, `assistants/${id}/talk`)
    await page.evaluate(`{
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async (how) => {
        const sound = await ask(how)
        await new Promise((resolve) => { window.allow = resolve })
        window.track = sound.getTracks()[0]
        return sound
      }
    }`)
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await untilTrue(page, 'window.allow')
    await leaveTo('Leads')
    await page.evaluate('allow()')
    await untilTrue(page, `window.track?.readyState === 'ended'`)
    await untilRead(page)
    expect(asked.filter(({ line }) => line.startsWith('POST'))).toEqual([])
    expect((await world.api(user.token, 'GET', '/user/calls')).body.total).toBe(0)
    await close()
  })

  test('the focus stays on the button while the next page is read', async () => {
    const user = await world.user()
    const campaign_id = await campaignFor(world, user)
    for (let lead = 0; lead < 21; lead++)
      await leadFor(world, user, campaign_id, `+1202555${String(lead).padStart(4, '0')}`)
    const { page, close } = await visit(user.token, 'leads')
    await page.getByText('Page 1 of 3, 21 in all').waitFor()
    const focused = () => page.evaluate('document.activeElement.textContent')
    const ask = () => page.getByRole('button', { name: 'Older' }).press('Enter')
    await whileUnanswered(page, { method: 'GET', path: '**/user/leads?*', ask }, async () => {
      expect(await focused()).toBe('Older')
    })
    await page.getByText('Page 2 of 3, 21 in all').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Page 3 of 3, 21 in all').waitFor()
    expect(await focused()).toBe('Older')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Newer' }).press('Enter')
    await page.getByText('Page 2 of 3, 21 in all').waitFor()
    expect(await focused()).toBe('Newer')
    await close()
  })
})
