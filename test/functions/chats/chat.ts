import { assistantFor } from '../../fixtures.ts'
import { pageOrigin } from '../../requests.ts'
import type { ApiReply, TestUser, World } from '../../world.ts'

export const visitorOf =
  (world: World, headers: Record<string, string> = { origin: pageOrigin }) =>
  (method: string, path: string, body?: object, more: Record<string, string> = {}): Promise<ApiReply> =>
    world.request(method, path, {
      headers: { ...headers, ...more, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })

interface Widget {
  assistant?: object
  widget?: object
}

export const widgetFor = async (world: World, user: TestUser, { assistant, widget }: Widget = {}) => {
  const widget_settings = { enabled: true, allowed_origins: [pageOrigin], ...widget }
  const id = await assistantFor(world, user, { ...assistant, widget_settings })
  const { body } = await world.api(user.token, 'GET', `/user/assistant/${id}`)
  return { id, uuid: String(body.uuid) }
}

export const chatFor = async (world: World, uuid: string, more: object = {}): Promise<string> => {
  const { status, body, text } = await visitorOf(world)('POST', '/conversations', { assistant_id: uuid, ...more })
  if (status !== 200) throw new Error(`The conversation did not begin: ${text}`)
  return body.conversation_id
}

export const storedChat = async (world: World, conversation_id: string) =>
  (await world.items()).find(({ pk, uuid }) => pk.endsWith('#chat') && uuid === conversation_id)
