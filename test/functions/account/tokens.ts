import type { World } from '../../world.ts'

export const tokenDraft = { name: 'Dashboard', scope: 'read' }

export const tokenHolder = async (world: World) => {
  const { id, token } = await world.user()
  const ask = (method: string, path: string, body?: object, headers?: Record<string, string>, by = token) =>
    world.api(by, method, `/user/tokens${path}`, body, headers)
  const create = async (body: object = tokenDraft, headers?: Record<string, string>) =>
    (await ask('POST', '', body, headers)).body.data
  return { id, token, ask, create }
}
