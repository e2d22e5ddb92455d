import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as registry from '../../shared/runtime/registry.ts'
import { assistantFor, campaignFor, leadFor } from '../fixtures.ts'
import { openReceiver, type WebhookReceiver } from '../receiver.ts'
import { isMissing } from './chromium.ts'
import { at } from './form.ts'
import { useConsole } from './use-console.ts'
import type { Visitor } from './visitor.ts'

describe.skipIf(isMissing)('what strangers wrote, in the console', () => {
  const { world, visit, open, newPage } = useConsole()
  const asked: string[] = []
  const elsewhere = createServer((request, response) => {
    asked.push(String(request.url))
    response.end()
  })
  let address: string
  let receiver: WebhookReceiver

  beforeAll(async () => {
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
    const bound = elsewhere.address()
    address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`
  })
  afterAll(() => void elsewhere.close())

  const payload = (place: string) =>
    `${place} <img src=${address}/i onerror=pwned=1><script>pwned=1</script><iframe src=${address}/h></iframe><svg onload=pwned=1>"'}};pwned=1//`

  const made = `document.querySelectorAll('main img, main iframe, main script, main style, main svg:not(.bars), main a[href^=javascript]').length`

  describe('a view', () => {
    let visitor: Visitor
    const ids: Record<string, number> = {}
    beforeAll(async () => {
      const { user, assistant_id, call } = await hostileUser()
      const campaigns = (await world.api(user.token, 'GET', '/user/campaigns')).body
      const leads = (await world.api(user.token, 'GET', '/user/leads')).body.data
      Object.assign(ids, { assistant: assistant_id, call, campaign: campaigns[0].id, lead: leads[0].id })
      visitor = await visit(user.token)
    })
    afterAll(async () => {
      await visitor.close()
      await receiver.close()
    })

    const show = (view: string) => visitor.go(view.replace(/:(\w+)/, (_, noun: string) => String(ids[noun])))
    const expectNothingElse = async () => {
      expect(await visitor.page.evaluate('window.pwned')).toBe(undefined)
      expect(await visitor.page.evaluate(made)).toBe(0)
      const { origin } = new URL(world.url)
      const isElsewhere = ({ url }: { url: string }) => !url.startsWith(`${origin}/`) && !url.startsWith('data:')
      expect(visitor.asked.filter(isElsewhere)).toEqual([])
      expect(asked).toEqual([])
      expect(visitor.complaints).toEqual([])
    }

    test.each<[view: string, places: string[]]>([
      ['overview?campaign_id=:campaign', ['campaign']],
      ['overview?by=assistant', ['assistant']],
      ['calls', ['assistant']],
      ['calls/:call', ['transcript', 'evaluation', 'webhook answer', 'input', 'tool', 'assistant']],
      ['calls/:call/person', ['campaign', 'assistant', 'consent']],
      ['campaigns', ['campaign']],
      ['campaigns/:campaign', ['campaign']],
      ['leads', ['campaign']],
      ['leads/:lead', ['lead variable', 'campaign']],
      ['assistants', ['assistant']],
      ['assistants/:assistant', ['prompt', 'greeting', 'assistant variable', 'assistant']],
      ['assistants/:assistant/talk', ['assistant']],
      ['webhooks', ['receiver']],
      ['blacklist', ['reason']],
      ['balance', ['ledger']],
      ['knowledge', ['knowledge', 'about']],
      ['consents', ['consent']],
    ])('%s runs no script and makes no request', async (view, places) => {
      const { page } = visitor
      await show(view)
      if (view.endsWith('/talk')) {
        await page.getByRole('button', { name: 'Begin', exact: true }).click()
        await page.getByRole('listitem').getByText('greeting').first().waitFor()
      }
      for (const place of places) {
        const text = page.locator('main').getByText(`${place} <img src=`).first()
        await text.waitFor({ state: 'attached' })
      }
      await expectNothingElse()
    })

    test.each<[view: string, fields: [path: string, place: string][]]>([
      [
        'assistants/:assistant/edit',
        [
          ['name', 'assistant'],
          ['system_prompt', 'prompt'],
          ['initial_message', 'greeting'],
        ],
      ],
      ['campaigns/:campaign/edit', [['name', 'campaign']]],
      ['leads/:lead/edit', [['variables.customer_name', 'lead variable']]],
    ])('the form %s runs no script and makes no request', async (view, fields) => {
      const { page } = visitor
      await show(view)
      await page.getByRole('form').waitFor()
      for (const [path, place] of fields)
        await expect.poll(() => at(page, path).inputValue()).toContain(`${place} <img src=`)
      await expectNothingElse()
    })
  })

  test('would not run within the page, and no frame shows the page', async () => {
    const { page, complaints, close } = await open()
    const sink = `(() => { try { document.body.innerHTML = '<img src=x onerror="pwned=1">'; return 'taken' } catch { return 'refused' } })()`
    expect(await page.evaluate(sink)).toBe('refused')
    const ask = `fetch('${address}/away').then(() => 'answered', () => 'refused')`
    expect(await page.evaluate(ask)).toBe('refused')
    expect(complaints.join()).toContain('Content Security Policy')
    const other = await newPage()
    const refused = other.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await other.setContent(`<iframe src="${world.url}/console"></iframe>`)
    await refused
    expect(await other.frames()[1]?.locator('#console').count()).toBe(0)
    expect(asked).toEqual([])
    await close()
  })

  const hostileUser = async () => {
    const user = await world.user()
    await world.number(user)
    receiver = await openReceiver(() => ({ headers: { 'content-type': 'text/plain' }, body: payload('receiver') }))
    const assistant_id = await assistantFor(world, user, {
      webhook_url: `${receiver.url}/hook`,
      is_webhook_active: true,
      send_webhook_only_on_completed: false,
      assistant_name: payload('assistant'),
      system_prompt: payload('prompt'),
      initial_message: payload('greeting'),
      variables: { [payload('name')]: payload('assistant variable') },
    })
    const campaign_id = await campaignFor(world, user, { assistant_id, name: payload('campaign') })
    await leadFor(world, user, campaign_id, '+12025550101', { variables: { customer_name: payload('lead variable') } })
    await world.api(user.token, 'POST', '/user/blacklist', { phone_number: '+12025550199', reason: payload('reason') })
    await world.api(user.token, 'POST', '/user/knowledgebases', {
      name: payload('knowledge').slice(0, 60),
      description: payload('about').slice(0, 200),
    })
    await world.api(user.token, 'POST', '/user/consents', {
      phone_number: '+12025550101',
      kind: 'express',
      channels: ['call'],
      captured_by: 'web',
      text: payload('consent'),
      given_at: '2026-11-20 10:00:00',
    })
    await world.services.ledger.move({
      user_id: user.id,
      type: 'top_up',
      amount: 9_000_000,
      description: payload('ledger'),
    })
    const { body } = await world.api(user.token, 'POST', '/user/make_call', {
      phone_number: '+12025550101',
      assistant_id,
      variables: { [payload('key')]: payload('input') },
    })
    await world.run(60)
    const ref = { user_id: user.id, call_id: body.data.id }
    const calls = registry.calls(world.parts)
    const timestamp = new Date(world.clock.now()).toISOString()
    await calls.keep(ref, {
      transcript: payload('whole'),
      messages: [
        { type: 'transcript', sender: 'human', text: payload('transcript'), timestamp },
        { type: payload('tool'), result: payload('result'), timestamp },
      ],
    })
    await calls.keep(ref, { webhook_response: { status: payload('webhook answer') } })
    await calls.evaluate(ref, { evaluation: { summary: payload('evaluation') } }, Math.round(Date.now() / 1000) + 9999)
    return { user, assistant_id, call: body.data.id as number }
  }
})
