import { describe, expect, test } from 'vitest'
import { assistantFor } from '../fixtures.ts'
import { useUser } from '../use-world.ts'
import { isMissing } from './chromium.ts'
import { fits, violations } from './rules.ts'
import { untilEnded } from './until.ts'
import { useConsole } from './use-console.ts'

describe.skipIf(isMissing)('the widget, in a browser', () => {
  const { world, newPage } = useConsole({ speed: 4, hasPages: true })
  const user = useUser(world)

  const uuidOf = async (widget: object = {}): Promise<string> => {
    const { origin } = new URL(world.url)
    const widget_settings = { enabled: true, allowed_origins: [origin], ...widget }
    // Long limits, because a slow browser must not count as a silent visitor.
    const patient = { max_silence_duration: 120, re_engagement_interval: 600 }
    const id = await assistantFor(world, user, { initial_message: 'Hello <b>you</b>.', ...patient, widget_settings })
    return (await world.api(user.token, 'GET', `/user/assistant/${id}`)).body.uuid
  }
  const visit = async (uuid: string) => {
    const page = await newPage()
    const complaints: string[] = []
    page.on('pageerror', ({ message }) => complaints.push(message))
    await page.goto(`${world.url}/widget-demo?assistant=${uuid}`)
    return { page, complaints }
  }

  /** Opens a widget whose chat starts only when `chat` is resolved. */
  const openWithLateChat = async () => {
    const uuid = await uuidOf({ voice: true })
    const page = await newPage()
    const chat = Promise.withResolvers<void>()
    await page.route('**/conversations', async (route) => {
      await chat.promise
      await route.continue()
    })
    await page.goto(`${world.url}/widget-demo?assistant=${uuid}`)
    await page.getByRole('button', { name: 'Need help?' }).press('Enter')
    return { page, chat }
  }

  test('a visitor chats, and finds the conversation after a reload', async () => {
    const { page, complaints } = await visit(await uuidOf())
    await page.getByRole('button', { name: 'Need help?' }).click()
    await page.getByText('Hello <b>you</b>.').waitFor()
    await page.getByLabel('Message', { exact: true }).filter({ visible: true }).fill('Who are you?')
    await page.keyboard.press('Enter')
    await page.locator('.line.user:visible').waitFor()
    await page.locator('.line.assistant:visible').nth(1).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Need help?' }).click()
    await page.locator('.line.assistant:visible').nth(1).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Need help?' }).click()
    await page.getByLabel('Message', { exact: true }).filter({ visible: true }).fill('Goodbye!')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'Start again' }).click()
    await page.getByLabel('Message', { exact: true }).filter({ visible: true }).waitFor()
    expect(await page.locator('.line').count()).toBe(1)
    expect(complaints).toEqual([])
    await page.close()
  })

  test('a call whose page is closed ends', async () => {
    const { page } = await visit(await uuidOf({ voice: true, chat: false }))
    await page.getByRole('button', { name: 'Need help?' }).click()
    await page.getByRole('button', { name: 'Start Voice Chat', exact: true }).click()
    await page.getByText('You are connected.').waitFor()
    await page.close()
    expect((await untilEnded(world, user)).ended_reason).toBe('customer_hung_up')
  })

  test('a visitor calls by keyboard, reads captions, says something, and hangs up', async () => {
    const { page, complaints } = await visit(await uuidOf({ voice: true }))
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await page.getByRole('button', { name: 'Need help?' }).press('Enter')
    await page.getByRole('button', { name: 'Call' }).press('Enter')
    await page.getByText('Your browser asks for the microphone first.', { exact: false }).waitFor()
    expect(loaded).not.toContain('/api/embed-voice.js')
    await page.getByRole('button', { name: 'Start Voice Chat', exact: true }).press('Enter')
    await page.getByText('You are connected.').waitFor()
    await page.locator('.line.assistant:visible', { hasText: 'Hello' }).waitFor()
    await page.getByRole('button', { name: 'Mute' }).press('Enter')
    await page.getByRole('button', { name: 'Unmute' }).press('Enter')
    await page.getByLabel('Message', { exact: true }).filter({ visible: true }).fill('Who are you?')
    await page.keyboard.press('Enter')
    await page.locator('.line.user:visible', { hasText: 'Who are you?' }).waitFor()
    await page.locator('.line.assistant:visible').nth(1).waitFor()
    await page.getByRole('button', { name: 'Hang up' }).press('Enter')
    await page.getByText('The call has ended.').waitFor()
    await page.getByRole('button', { name: 'Start Voice Chat', exact: true }).waitFor()
    expect(complaints).toEqual([])
    const ended = await untilEnded(world, user)
    expect(ended).toMatchObject({ ended_reason: 'customer_hung_up', type: 'web' })
    expect(ended.transcript).toContain('Who are you?')
    await page.close()
  })

  test('the form in front of the conversation gives variables', async () => {
    const uuid = await uuidOf({ pre_chat_fields: [{ name: 'email', label: 'E-mail', required: true }] })
    const { page } = await visit(uuid)
    await page.getByRole('button', { name: 'Need help?' }).click()
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByRole('button', { name: 'Start chat' }).click()
    await page.getByLabel('Message', { exact: true }).filter({ visible: true }).waitFor()
    const { body } = await world.api(user.token, 'GET', '/user/conversations')
    expect(body.data[0].variables).toEqual({ email: 'ada@example.com' })
    await page.close()
  })

  test('a page that the assistant does not allow shows nothing', async () => {
    const { page, complaints } = await visit(await uuidOf({ enabled: false }))
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('button').count()).toBe(0)
    expect(complaints).toEqual([])
    await page.close()
  })

  test.each(['light', 'dark'] as const)(
    '%s, on a phone: the voice tab passes axe under a hostile style',
    async (colorScheme) => {
      const uuid = await uuidOf({ voice: true, chat: false, pre_chat_fields: [{ name: 'email', label: 'E-mail' }] })
      const page = await newPage({ viewport: { width: 320, height: 640 }, colorScheme })
      await page.addInitScript(
        `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))`,
      )
      await page.goto(`${world.url}/widget-demo?assistant=${uuid}`)
      await page.evaluate(`(() => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync('* { color: lime !important; background: lime !important; font-size: 3px !important; } button, section, form { display: none !important; }')
        document.adoptedStyleSheets = [sheet]
      })()`)
      await page.getByRole('button', { name: 'Need help?' }).press('Enter')
      await page.getByLabel('E-mail').fill('ada@example.com')
      await page.getByRole('button', { name: 'Continue' }).press('Enter')
      await page.getByRole('button', { name: 'Start Voice Chat', exact: true }).waitFor()
      expect(await violations(page, '[data-parlance]')).toEqual([])
      expect(await fits(page)).toBe(true)
      await page.getByRole('button', { name: 'Start Voice Chat', exact: true }).press('Enter')
      await page.getByText('You are connected.').waitFor()
      expect(await violations(page, '[data-parlance]')).toEqual([])
      await page.close()
    },
  )

  test('a chat that begins late leaves the call that was chosen meanwhile in view', async () => {
    const { page, chat } = await openWithLateChat()
    await page.getByRole('button', { name: 'Call', exact: true }).press('Enter')
    const begin = page.getByRole('button', { name: 'Start Voice Chat', exact: true })
    await begin.waitFor()
    const answered = page.waitForResponse('**/conversations')
    chat.resolve()
    await (await answered).finished()
    await page.getByRole('button', { name: 'Chat', exact: true }).press('Enter')
    await page.getByLabel('Message', { exact: true }).filter({ visible: true }).waitFor()
    await page.getByRole('button', { name: 'Call', exact: true }).press('Enter')
    await begin.waitFor()
    await page.close()
  })

  test('a chat that begins late leaves the focus where the visitor put it', async () => {
    const { page, chat } = await openWithLateChat()
    await page.getByRole('button', { name: 'Call', exact: true }).focus()
    chat.resolve()
    await page.getByLabel('Message', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Start Voice Chat', exact: true }).waitFor()
    await page.close()
  })

  test('a chat that could not begin can be started again', async () => {
    const uuid = await uuidOf({})
    const page = await newPage()
    await page.route('**/conversations', (route) => route.fulfill({ status: 503 }), { times: 1 })
    await page.goto(`${world.url}/widget-demo?assistant=${uuid}`)
    await page.getByRole('button', { name: 'Need help?' }).press('Enter')
    await page.getByText('Something went wrong. Please try again.').waitFor()
    await page.getByRole('button', { name: 'Start again' }).press('Enter')
    await page.getByLabel('Message', { exact: true }).filter({ visible: true }).waitFor()
    await page.close()
  })

  test('attributes of the script set position, colour and texts', async () => {
    const uuid = await uuidOf({ voice: true })
    const page = await newPage()
    await page.goto(`${world.url}/widget-demo?assistant=none`)
    const texts = {
      headerTitle: 'Title one',
      headerSubtitle: 'Subtitle two',
      buttonMainText: 'Main three',
      buttonSubText: 'Sub four',
      startButtonText: 'Start five',
      modalTitle: 'Modal six',
      modalDescription: 'Description seven',
    }
    for (const position of ['right-bottom', 'left-bottom', 'right-top', 'left-top']) {
      const dataset = { assistantId: uuid, position, color: '#FFEE00', ...texts }
      await page.evaluate(`(() => {
        document.querySelectorAll('script[data-assistant-id], [data-parlance]').forEach((each) => each.remove())
        const script = document.createElement('script')
        script.src = 'embed.js'
        Object.assign(script.dataset, ${JSON.stringify(dataset)})
        document.body.append(script)
      })()`)
      const launch = page.getByRole('button', { name: texts.buttonMainText })
      await launch.press('Enter')
      await page.getByRole('button', { name: 'Call' }).press('Enter')
      for (const text of Object.values(texts)) await page.getByText(text).first().waitFor()
      const box = await launch.boundingBox()
      const [side, edge] = position.split('-')
      expect([position, (box?.x ?? 0) > 400, (box?.y ?? 0) > 400]).toEqual([
        position,
        side === 'right',
        edge === 'bottom',
      ])
      const colours = await page.evaluate(`(() => {
        const { backgroundColor, color } = getComputedStyle(document.querySelector('[data-parlance]').shadowRoot.querySelector('.launch'))
        return [backgroundColor, color]
      })()`)
      expect(colours).toEqual(['rgb(255, 238, 0)', 'rgb(0, 0, 0)'])
    }
    await page.close()
  })
})
