import { beforeAll, expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'
import { openWorld } from '../../world.ts'
import { assistantsOf } from './drafts.ts'

interface Switch {
  name: string
  message: string
  before: object
  after: object
}

export const webhook_url = 'https://hooks.example/calls?x=1'

export const behavesLikeASwitch = ({ name, message, before, after }: Switch) => {
  const isOn = name.startsWith('enable')
  const world = useWorld()
  const user = useUser(world)
  let assistants: ReturnType<typeof assistantsOf>

  beforeAll(() => {
    assistants = assistantsOf(world, user)
  })

  const turn = (body: unknown, { token } = user) => world.api(token, 'POST', `/user/assistants/${name}`, body)
  const invalid = (errors: Record<string, string[]>) => ({ message: 'The given data was invalid.', errors })

  test('200, and nothing else changes', async () => {
    const id = await assistants.id()
    for (const enable of ['enable-webhook', 'enable-inbound-webhook', 'enable-conversation-ended-webhook'])
      if (!isOn) await world.api(user.token, 'POST', `/user/assistants/${enable}`, { assistant_id: id, webhook_url })
    const stood = await assistants.read(id)
    expect(stood).toMatchObject(before)
    await world.run(1)
    const { status, body } = await turn({ assistant_id: String(id), webhook_url: ` ${webhook_url} ` })
    expect(status).toBe(200)
    expect(body).toEqual({ message, data: [] })
    const stands = await assistants.read(id)
    expect(stands).toEqual({ ...stood, ...after, version: stood.version + 1, updated_at: stands.updated_at })
    expect(stands.updated_at > stood.updated_at).toBe(true)
  })

  test('beside an update of the same moment both take effect', async () => {
    const id = await assistants.id()
    await Promise.all([turn({ assistant_id: id, webhook_url }), assistants.update(id, { assistant_name: 'Sales' })])
    expect(await assistants.read(id)).toMatchObject({ ...after, name: 'Sales' })
  })

  test('422 for a body that lacks what is needed', async () => {
    const errors = invalid({
      assistant_id: ['The assistant id field is required.'],
      ...(isOn && { webhook_url: ['The webhook url field is required.'] }),
    })
    for (const empty of [undefined, {}, { assistant_id: null, webhook_url: '' }]) {
      const { status, body } = await turn(empty)
      expect(status).toBe(422)
      expect(body).toEqual(errors)
    }
  })

  test('422 for an id that is no integer', async () => {
    const { status, body } = await turn({ assistant_id: 'x', webhook_url })
    expect(status).toBe(422)
    expect(body).toEqual(invalid({ assistant_id: ['The assistant id field must be an integer.'] }))
  })

  test.each([0, -5, 12, 2 ** 60])('404 for assistant %d', async (assistant_id) => {
    const { status, body } = await turn({ assistant_id, webhook_url })
    expect(status).toBe(404)
    expect(body).toEqual({ message: 'Assistant not found' })
  })

  test('404 for somebody else’s, which stays as it was', async () => {
    const others = assistantsOf(world, await world.user())
    const id = await others.id({ webhook_url: 'https://theirs.example', is_webhook_active: true })
    const stood = await others.read(id)
    expect((await turn({ assistant_id: id, webhook_url })).status).toBe(404)
    expect(await others.read(id)).toEqual(stood)
  })

  if (!isOn) return

  test.each([
    'x',
    'ftp://a.example',
    'http://a.example',
    'https://u:p@a.example',
    `https://a.example/${'x'.repeat(2048)}`,
  ])('422 before 404 for %s', async (url) => {
    const { status, body } = await turn({ assistant_id: 12, webhook_url: url })
    expect(status).toBe(422)
    expect(body).toEqual(invalid({ webhook_url: ['The webhook url field must be a valid URL.'] }))
  })

  test('accepts local http URLs in the local stack only', async () => {
    const local = { assistant_id: await assistants.id(), webhook_url: 'http://127.0.0.1:9/hook' }
    expect((await turn(local)).status).toBe(200)
    const deployed = await openWorld({ environment: { STAGE: 'prod' } })
    const { token } = await deployed.user()
    const { status } = await deployed.api(token, 'POST', `/user/assistants/${name}`, local)
    expect(status).toBe(422)
    await deployed.close()
  })
}
