import { expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'
import { visitorOf, widgetFor } from './chat.ts'

const world = useWorld()
const user = useUser(world)

test('a page gets what it shows, and neither origins nor limits', async () => {
  const pre_chat_fields = [{ name: 'email', label: 'E-mail', required: true }]
  const { uuid } = await widgetFor(world, user, { widget: { pre_chat_fields, color: '#112233' } })
  const { status, body } = await visitorOf(world)('GET', `/widgets/${uuid}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    chat: true,
    voice: false,
    position: 'right-bottom',
    color: '#112233',
    header_title: 'Voice AI',
    header_subtitle: 'Ready to help ✨',
    button_main_text: 'Need help?',
    button_sub_text: 'Start voice chat ✨',
    start_button_text: 'Start Voice Chat',
    modal_title: 'Ready to chat?',
    modal_description: 'Click below to start your voice conversation',
    pre_chat_fields,
  })
})

test('403 for another page, 404 for a widget that is off or no assistant', async () => {
  const { uuid } = await widgetFor(world, user)
  const { uuid: off } = await widgetFor(world, user, { widget: { enabled: false } })
  expect((await visitorOf(world, { origin: 'https://other.example' })('GET', `/widgets/${uuid}`)).status).toBe(403)
  expect((await visitorOf(world)('GET', `/widgets/${off}`)).status).toBe(404)
  expect((await visitorOf(world)('GET', '/widgets/nonsense')).status).toBe(404)
})
