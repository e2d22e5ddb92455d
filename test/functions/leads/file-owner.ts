import { campaignFor } from '../../fixtures.ts'
import type { TestUser, World } from '../../world.ts'

const roundsMax = 20

export const fileOwner = async (world: World, user: TestUser) => {
  const api = (method: string, path: string, body?: unknown) => world.api(user.token, method, path, body)
  const campaign_id = await campaignFor(world, user)
  const upload = async (form: { url: string; fields: Record<string, string> }, bytes: Uint8Array): Promise<number> => {
    const data = new FormData()
    for (const [name, value] of Object.entries(form.fields)) data.set(name, value)
    data.set('file', new Blob([new Uint8Array(bytes)]))
    return (await fetch(form.url, { method: 'POST', body: data })).status
  }
  const begin = (content: string | Uint8Array, more: object = {}) =>
    api('POST', '/user/lead-imports', {
      ...{ campaign_id, name: 'leads.csv', size: Buffer.byteLength(content), ...more },
    })
  const look = async (id: number) => (await api('GET', `/user/lead-imports/${id}`)).body
  return {
    api,
    campaign_id,
    begin,
    upload,
    look,
    bring: async (content: string | Uint8Array, more: object = {}) => {
      const { body } = await begin(content, more)
      await upload(body.upload, Buffer.from(content))
      // Polls, because unzipping a workbook takes real time, for which virtual time does not wait.
      for (let rounds = 0; ; rounds++) {
        await world.run(90)
        const made = await look(body.data.id)
        if (made.status !== 'importing' || rounds === roundsMax) return made
      }
    },
    numbers: async (): Promise<string[]> => {
      const { data } = (await api('GET', `/user/leads?campaign_id=${campaign_id}&per_page=100`)).body
      return data.map(({ phone_number }: { phone_number: string }) => phone_number).toSorted()
    },
    rejectedText: async (id: number): Promise<string> => {
      const { rejected_files } = await look(id)
      const texts = await Promise.all(rejected_files.map(async ({ url }: { url: string }) => (await fetch(url)).text()))
      return texts.join('')
    },
  }
}

export const phones = (count: number): string[] =>
  Array.from({ length: count }, (_, row) => `+1202555${String(1000 + row)}`)
