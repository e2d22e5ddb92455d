import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type TestUser, type World } from '../../world.ts'
import { assistantsOf } from './drafts.ts'

let world: World
let user: TestUser
let assistants: ReturnType<typeof assistantsOf>

beforeAll(async () => {
  world = await openWorld()
  user = await world.user()
  assistants = assistantsOf(world, user)
})
afterAll(() => world.close())

const turn = (name: string, body: unknown) => world.api(user.token, 'POST', `/user/assistants/${name}`, body)
const webhook_url = 'https://hooks.example/calls?x=1'
const bothOn = { webhook_url, is_webhook_active: true, inbound_webhook_url: webhook_url }

const switches = [
  ['enable-webhook', 'Webhook enabled successfully', { webhook_url, is_webhook_active: true }],
  ['disable-webhook', 'Webhook disabled successfully', { ...bothOn, webhook_url: null, is_webhook_active: false }],
  ['enable-inbound-webhook', 'Webhook enabled successfully', { inbound_webhook_url: webhook_url }],
  ['disable-inbound-webhook', 'Inbound webhook disabled successfully', { ...bothOn, inbound_webhook_url: null }],
] as const

describe.each(switches)('%s', (name, message, shown) => {
  const isOn = name.startsWith('enable')

  test('200, and nothing else changes', async () => {
    const id = await assistants.id()
    if (!isOn)
      for (const enable of ['enable-webhook', 'enable-inbound-webhook'])
        await turn(enable, { assistant_id: id, webhook_url })
    const before = await assistants.read(id)
    await world.run(1)
    const { status, body } = await turn(name, { assistant_id: String(id), webhook_url: ` ${webhook_url} ` })
    expect(status).toBe(200)
    expect(body).toEqual({ message, data: [] })
    const after = await assistants.read(id)
    expect(after).toEqual({ ...before, ...shown, updated_at: after.updated_at })
    expect(after.updated_at > before.updated_at).toBe(true)
  })

  test('422 for a body that lacks what is needed', async () => {
    const missing = {
      assistant_id: ['The assistant id field is required.'],
      ...(isOn && { webhook_url: ['The webhook url field is required.'] }),
    }
    for (const body of [undefined, {}, { assistant_id: null, webhook_url: '' }]) {
      const reply = await turn(name, body)
      expect(reply.status).toBe(422)
      expect(reply.body).toEqual({ message: 'The given data was invalid.', errors: missing })
    }
  })

  test('422 before 404 for an id that is no integer', async () => {
    const { status, body } = await turn(name, { assistant_id: 'x', webhook_url })
    expect(status).toBe(422)
    expect(body).toEqual({
      message: 'The given data was invalid.',
      errors: { assistant_id: ['The assistant id field must be an integer.'] },
    })
  })

  test.each([0, -5, 12, 2 ** 60])('404 for assistant %d', async (assistant_id) => {
    const { status, body } = await turn(name, { assistant_id, webhook_url })
    expect(status).toBe(404)
    expect(body).toEqual({ message: 'Assistant not found' })
  })

  test('404 for somebody else’s, which stays as it was', async () => {
    const others = assistantsOf(world, await world.user())
    const id = await others.id({ webhook_url: 'https://theirs.example', is_webhook_active: true })
    const before = await others.read(id)
    expect((await turn(name, { assistant_id: id, webhook_url })).status).toBe(404)
    expect(await others.read(id)).toEqual(before)
  })
})

describe.each(['enable-webhook', 'enable-inbound-webhook'])('%s', (name) => {
  test.each([
    'x',
    'ftp://a.example',
    'http://a.example',
    'https://u:p@a.example',
    `https://a.example/${'x'.repeat(2048)}`,
  ])('422 before 404 for %s', async (url) => {
    const { status, body } = await turn(name, { assistant_id: 12, webhook_url: url })
    expect(status).toBe(422)
    expect(body).toEqual({
      message: 'The given data was invalid.',
      errors: { webhook_url: ['The webhook url field must be a valid URL.'] },
    })
  })

  test('takes http of this machine in the local stack, and nowhere else', async () => {
    const local = { assistant_id: await assistants.id(), webhook_url: 'http://127.0.0.1:9/hook' }
    expect((await turn(name, local)).status).toBe(200)
    const deployed = await openWorld({ environment: { STAGE: 'prod' } })
    const { token } = await deployed.user()
    expect((await deployed.api(token, 'POST', `/user/assistants/${name}`, local)).status).toBe(422)
    await deployed.close()
  })
})

test('switches turned at once all take effect', async () => {
  const id = await assistants.id()
  await Promise.all([
    turn('enable-webhook', { assistant_id: id, webhook_url }),
    turn('enable-inbound-webhook', { assistant_id: id, webhook_url }),
    assistants.update(id, { assistant_name: 'Sales' }),
  ])
  expect(await assistants.read(id)).toMatchObject({ ...bothOn, name: 'Sales' })
})
