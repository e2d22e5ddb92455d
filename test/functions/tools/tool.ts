import { sealedFor } from '../../../shared/actions/turns/send-tool.ts'
import { vault } from '../../../shared/providers/aws/vault.ts'
import type { TestUser, World } from '../../world.ts'

export const toolDraft = {
  name: 'book_table',
  description: 'Books a table. Use it once the day is known.',
  endpoint: 'https://example.com/tables',
  method: 'POST',
  schema: [{ name: 'day', type: 'string', description: 'The day of the week' }],
}

export const toolFor = async (world: World, user: TestUser, more: Record<string, unknown> = {}): Promise<number> => {
  const { status, body } = await world.api(user.token, 'POST', '/user/tools', { ...toolDraft, ...more })
  if (status !== 201) throw new Error(`The tool was not made: ${JSON.stringify(body)}`)
  return body.data.id
}

export const secretHeaders = [
  { name: 'Authorization', value: 'Bearer a-long-and-secret-token' },
  { name: 'X-Short', value: 'abc' },
]
export const masked = [
  { name: 'Authorization', value: '••••••••oken' },
  { name: 'X-Short', value: '••••••••' },
]

export const openedHeaders = async (
  world: World,
  user: TestUser,
  id: number,
  { endpoint } = toolDraft,
): Promise<string[]> => {
  const isSealed = ({ pk, sk }: { pk: string; sk: string }) => pk === `${user.id}#tool-secret` && Number(sk) === id
  const item = (await world.items()).find(isSealed)
  return JSON.parse(await vault(world.parts).open(String(item?.sealed), sealedFor({ user_id: user.id, id, endpoint })))
}
