import type { TestUser, World } from '../../world.ts'

export const listOwner = (world: World, user: TestUser) => {
  const api = (method: string, path: string, body?: unknown) => world.api(user.token, method, path, body)
  const upload = async (form: { url: string; fields: Record<string, string> }, text: string): Promise<number> => {
    const data = new FormData()
    for (const [name, value] of Object.entries(form.fields)) data.set(name, value)
    data.set('file', new Blob([text]))
    return (await fetch(form.url, { method: 'POST', body: data })).status
  }
  const begin = (text: string, more: object = {}) =>
    api('POST', '/user/suppression-lists', {
      name: 'Federal',
      as_of: '2026-11-20',
      size: Buffer.byteLength(text),
      ...more,
    })
  return {
    api,
    begin,
    upload,
    bring: async (lines: string[], more: object = {}) => {
      const text = lines.join('\n')
      const { body } = await begin(text, more)
      await upload(body.upload, text)
      await world.run(90)
      return (await api('GET', `/user/suppression-lists/${body.data.id}`)).body.data
    },
    lists: async () => (await api('GET', '/user/suppression-lists')).body.data,
  }
}
