import { beforeAll, describe, expect, test } from 'vitest'
import { widgetDefaults, widgetMisfit } from '../../../shared/domain/assistants/widget-settings.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { assistantsOf } from './drafts.ts'

const world = useWorld()
const user = useUser(world)
let assistants: ReturnType<typeof assistantsOf>
beforeAll(() => {
  assistants = assistantsOf(world, user)
})

const idOf = async (fields: object): Promise<number> => (await assistants.create(fields)).body.data.id
const widgetOf = async (id: number) => (await assistants.read(id)).widget_settings

test('an assistant without a widget shows an empty object, and takes it back', async () => {
  const id = await idOf({})
  expect(await widgetOf(id)).toEqual({})
  expect((await assistants.update(id, { widget_settings: {} })).status).toBe(200)
  expect(await widgetOf(id)).toEqual({})
})

test('the first member that is sent brings the defaults of all others', async () => {
  const id = await idOf({
    widget_settings: { enabled: true, allowed_origins: ['https://Shop.example/', 'http://localhost:5173'] },
  })
  expect(await widgetOf(id)).toEqual({
    ...widgetDefaults,
    enabled: true,
    allowed_origins: ['https://shop.example', 'http://localhost:5173'],
  })
})

test('an update changes the members that it sends, and keeps the rest', async () => {
  const id = await idOf({ widget_settings: { enabled: true, color: '#000000' } })
  const pre_chat_fields = [{ name: 'email', label: 'E-mail' }]
  expect((await assistants.update(id, { widget_settings: { enabled: '0', pre_chat_fields } })).status).toBe(200)
  expect(await widgetOf(id)).toEqual({
    ...widgetDefaults,
    color: '#000000',
    pre_chat_fields: [{ name: 'email', label: 'E-mail', required: false }],
  })
  const shown = await widgetOf(id)
  expect((await assistants.update(id, { widget_settings: shown })).status).toBe(200)
  expect(await widgetOf(id)).toEqual(shown)
})

describe('refuses with 422', () => {
  test.each([
    [
      'an unknown member',
      { enabled: true, colour: '#000000' },
      { widget_settings: ['The widget settings field has no member colour.'] },
    ],
    ['a text in place of the object', 'on', { widget_settings: ['The widget settings field must be an object.'] }],
    [
      'a color by name',
      { color: 'blue' },
      { 'widget_settings.color': ['The widget settings.color field must be a color like #3B82F6.'] },
    ],
    [
      'an unknown position',
      { position: 'middle' },
      { 'widget_settings.position': ['The selected widget settings.position is invalid.'] },
    ],
    [
      'a number of calls out of range',
      { calls_per_hour: 0 },
      { 'widget_settings.calls_per_hour': ['The widget settings.calls per hour field must be between 1 and 1000.'] },
    ],
    [
      'a name that is no variable',
      { pre_chat_fields: [{ name: 'e mail', label: 'E-mail' }] },
      {
        'widget_settings.pre_chat_fields.0.name': [
          'The widget settings.pre chat fields.0.name field format is invalid.',
        ],
      },
    ],
    [
      '21 origins',
      { allowed_origins: Array.from({ length: 21 }, (_, n) => `https://${n}.example`) },
      {
        'widget_settings.allowed_origins': [
          'The widget settings.allowed origins field must not have more than 20 items.',
        ],
      },
    ],
  ])('%s', async (_, widget_settings, errors) => {
    const { status, body } = await assistants.create({ widget_settings })
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors })
  })

  test.each([
    'http://shop.example',
    'https://shop.example/path',
    'https://shop.example?',
    'https://u@shop.example',
    'https://*.x/..',
    'null',
    'chrome-extension://abc',
    'shop.example',
  ])('the origin %s', async (origin) => {
    const { status, body } = await assistants.create({ widget_settings: { allowed_origins: [origin] } })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['widget_settings.allowed_origins.0'])
  })

  test('a page of this machine, in a deployed stage', () => {
    const asked = { allowed_origins: ['https://shop.example', 'http://localhost:5173'] }
    expect(Object.keys(widgetMisfit(asked, { isLocal: false }))).toEqual(['widget_settings.allowed_origins.1'])
    expect(widgetMisfit(asked, { isLocal: true })).toEqual({})
  })
})
