import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { callScript } from '../../infra/build/widget.ts'
import { assistantFor } from '../fixtures.ts'
import type { TestUser } from '../world.ts'
import { isMissing } from './chromium.ts'
import { untilEnded } from './until.ts'
import { useConsole } from './use-console.ts'

/** Replaces the carrier's browser SDK in the page. */
const sdkDouble = `
globalThis.Twilio = { Device: class {
  constructor(token) { this.token = token }
  on() {}
  destroy() {}
  async connect() {
    const listeners = {}
    const call = {
      on: (event, listener) => { (listeners[event] ??= []).push(listener) },
      mute: () => {},
      disconnect: () => {},
    }
    const emit = (event, ...values) => (listeners[event] ?? []).forEach((listener) => listener(...values))
    const begin = async () => {
      const sound = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => undefined)
      if (!sound) return emit('error', { code: 31401 })
      const sid = await carrierJoin(this.token)
      if (!sid) return emit('error', { code: 31005 })
      call.disconnect = async () => { await carrierHangUp(sid); emit('disconnect') }
      emit('accept')
      const timer = setInterval(async () => {
        if (!(await carrierIsOver(sid))) return
        clearInterval(timer)
        emit('disconnect')
      }, 100)
    }
    setTimeout(begin)
    return call
  }
} }`

const refusal = `Promise.reject(new DOMException('', 'NotAllowedError'))`
const refuseMicrophone = `navigator.mediaDevices.getUserMedia = () => ${refusal}`
const refuseLine = `(() => {
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  let asked = 0
  navigator.mediaDevices.getUserMedia = (wanted) => (asked++ === 0 ? ask(wanted) : ${refusal})
})()`

describe.skipIf(isMissing)('a page that calls through the SDK of a real carrier', () => {
  const { world, newPage, open } = useConsole({ speed: 2 })
  const script = `${callScript()};${sdkDouble}`

  const patient = { max_silence_duration: 120, re_engagement_interval: 600, initial_message: 'Hello from the carrier.' }
  const connectTo = async (page: Page, person: string) => {
    await page.exposeFunction('carrierJoin', async (token: string) => {
      const joined = await world.webCall({ token, person: `+1202555${person}` })
      return joined.status === 201 ? ((await joined.json()) as { sid: string }).sid : undefined
    })
    await page.exposeFunction('carrierHangUp', (sid: string) => world.carrier.hangUp(sid))
    await page.exposeFunction('carrierIsOver', (sid: string) => {
      const call = world.carrier.calls().find((one) => one.sid === sid)
      return call?.endedAt !== undefined
    })
    await page.route('**/api/embed-voice.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    )
  }
  const visit = async (user: TestUser, person: string, init?: string) => {
    const { origin } = new URL(world.url)
    const widget_settings = { enabled: true, voice: true, chat: false, allowed_origins: [origin] }
    const id = await assistantFor(world, user, { ...patient, widget_settings })
    const { uuid } = (await world.api(user.token, 'GET', `/user/assistant/${id}`)).body
    const page = await newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await connectTo(page, person)
    if (init) await page.addInitScript(init)
    await page.goto(`${world.url}/widget-demo?assistant=${uuid}`)
    await page.getByRole('button', { name: 'Need help?' }).click()
    await page.getByRole('button', { name: 'Start Voice Chat', exact: true }).click()
    return { page, asked }
  }
  const callsOf = async (user: TestUser) => (await world.api(user.token, 'GET', '/user/calls?type=web')).body

  test('shows captions of both sides until the assistant hangs up', async () => {
    const user = await world.user()
    const { page, asked } = await visit(user, '0106')
    await page.getByText('You are connected.').waitFor()
    await page.locator('.line.assistant', { hasText: 'Hello from the carrier.' }).waitFor()
    await page.locator('.line.user', { hasText: 'I have no time. Goodbye!' }).waitFor()
    await page.getByText('The call has ended.').waitFor()
    expect(asked).toContain('POST /api/web/calls/follow')
    expect(await untilEnded(world, user)).toMatchObject({ ended_reason: 'assistant_hung_up' })
    await page.close()
  })

  test('with a refused microphone opens no call, and says why', async () => {
    const user = await world.user()
    const { page, asked } = await visit(user, '0105', refuseMicrophone)
    await page.getByText('Without the microphone there is no call.', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Start Voice Chat', exact: true }).waitFor()
    expect(await callsOf(user)).toMatchObject({ total: 0 })
    expect(asked).not.toContain('GET /api/embed-voice.js')
    await page.close()
  })

  test('whose line gets no sound says why, and its call stays free', async () => {
    const user = await world.user()
    const { page } = await visit(user, '0105', refuseLine)
    await page.getByText('Without the microphone there is no call.', { exact: false }).waitFor()
    expect(await callsOf(user)).toMatchObject({ total: 1, data: [{ status: 'initiated', total_cost: 0 }] })
    expect(world.carrier.calls().some(({ endedAt }) => endedAt === undefined)).toBe(false)
    await page.close()
  })

  test('left open for hours asks for nothing', async () => {
    const user = await world.user()
    const { origin } = new URL(world.url)
    const widget_settings = { enabled: true, voice: true, allowed_origins: [origin] }
    const id = await assistantFor(world, user, { widget_settings, initial_message: 'Hello, reader.' })
    const { uuid } = (await world.api(user.token, 'GET', `/user/assistant/${id}`)).body
    const page = await newPage()
    await page.clock.install()
    await page.goto(`${world.url}/widget-demo?assistant=${uuid}`)
    await page.getByRole('button', { name: 'Need help?' }).click()
    await page.getByText('Hello, reader.').waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.clock.fastForward('05:00:00')
    await page.getByRole('button', { name: 'Call' }).click()
    await page.clock.fastForward('05:00:00')
    await page.getByRole('button', { name: 'Start Voice Chat', exact: true }).waitFor()
    expect(asked).toEqual([])
    await page.close()
  })

  test('of the console follows its call, and opens none without a microphone', async () => {
    const user = await world.user()
    const id = await assistantFor(world, user, patient)
    const visitor = await open()
    await connectTo(visitor.page, '0106')
    await visitor.signIn(user.token)
    await visitor.page.getByRole('navigation', { name: 'Views' }).waitFor()
    await visitor.go(`assistants/${id}/talk`)
    await visitor.page.evaluate(`globalThis.ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)`)
    await visitor.page.evaluate(refuseMicrophone)
    await visitor.page.getByRole('button', { name: 'Call', exact: true }).press('Enter')
    await visitor.page.getByRole('alert').getByText('Without the microphone nobody hears you.').waitFor()
    expect(await callsOf(user)).toMatchObject({ total: 0 })
    await visitor.page.evaluate('navigator.mediaDevices.getUserMedia = globalThis.ask')
    await visitor.page.getByRole('button', { name: 'Call', exact: true }).press('Enter')
    await visitor.page.getByText('You are connected.').waitFor()
    await visitor.page.getByRole('listitem').getByText('I have no time. Goodbye!').waitFor()
    await visitor.page.getByText('The call has ended.').waitFor()
    const lines = visitor.asked.map(({ line }) => line)
    expect(lines).toContain('POST /api/web/calls/follow')
    expect(await untilEnded(world, user)).toMatchObject({ ended_reason: 'assistant_hung_up' })
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})
