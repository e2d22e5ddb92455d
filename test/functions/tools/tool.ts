import type { TestUser, World } from '../../world.ts'

/** A create request that is complete and valid. */
export const toolDraft = {
  name: 'book_table',
  description: 'Books a table. Use it once the day is known.',
  endpoint: 'https://example.com/tables',
  method: 'POST',
  schema: [{ name: 'day', type: 'string', description: 'The day of the week' }],
}

/** Makes a tool through the API; its id. */
export const toolFor = async (world: World, user: TestUser, more: Record<string, unknown> = {}): Promise<number> => {
  const { status, body } = await world.api(user.token, 'POST', '/user/tools', { ...toolDraft, ...more })
  if (status !== 201) throw new Error(`The tool was not made: ${JSON.stringify(body)}`)
  return body.data.id
}
