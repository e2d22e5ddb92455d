import type { TestUser, World } from '../../world.ts'

export const knowledgebaseDraft = { name: 'Prices', description: 'What things cost' }

export const knowledgebaseFor = async (
  world: World,
  user: TestUser,
  more: Record<string, unknown> = {},
): Promise<number> => {
  const { status, body } = await world.api(user.token, 'POST', '/user/knowledgebases', {
    ...knowledgebaseDraft,
    ...more,
  })
  if (status !== 201) throw new Error(`The knowledge base was not made: ${JSON.stringify(body)}`)
  return body.data.id
}

export const sendFile = (
  world: World,
  user: TestUser,
  base_id: number,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: 'Hours', type: 'txt', ...fields })) form.set(name, value)
  form.set('file', new Blob([content]), 'hours.txt')
  return world.request('POST', `/user/knowledgebases/${base_id}/documents`, {
    headers: { authorization: `Bearer ${user.token}`, ...headers },
    body: form,
  })
}

export const documentFor = async (
  world: World,
  user: TestUser,
  base_id: number,
  content: string,
  fields: Record<string, string> = {},
): Promise<number> => {
  const { status, body } = await sendFile(world, user, base_id, content, fields)
  if (status !== 201) throw new Error(`The document was not added: ${JSON.stringify(body)}`)
  return body.data.id
}

export const manyWords = (about: string, heading = 'Elephants') =>
  [
    ...Array.from({ length: 300 }, (_, n) =>
      `# Item ${n}\nArticle number ${n * 7919} is kept on shelf ${n} of hall ${n % 9}, as always.`.repeat(3),
    ),
    `# ${heading}\n${about}`,
  ].join('\n')

export const askAs =
  (world: World, user: TestUser) =>
  (method: string, path = '', body?: unknown) =>
    world.api(user.token, method, `/user/knowledgebases${path}`, method === 'GET' ? undefined : body)

export const baseOf = async (world: World) => {
  const user = await world.user()
  const base = await knowledgebaseFor(world, user)
  const ask = askAs(world, user)
  return {
    user,
    base,
    ask: (method: string, path = '', body?: unknown) => ask(method, `/${base}/documents${path}`, body),
    baseNow: async () => (await ask('GET', `/${base}`)).body.data,
    packed: () => world.passages(user.id, base),
    objects: async () => (await world.bucketKeys()).filter((key) => key.includes(`/${user.id}/`)),
  }
}
