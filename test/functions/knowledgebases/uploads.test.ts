import { expect, test } from 'vitest'
import { textPdf } from '../../providers/files.ts'
import { useWorld } from '../../use-world.ts'
import { baseOf } from './knowledgebase.ts'

const world = useWorld()

const post = ({ url, fields }: { url: string; fields: Record<string, string> }, file: Uint8Array<ArrayBuffer>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([file]))
  return fetch(url, { method: 'POST', body: form })
}

test('reads a file that was uploaded by the answer’s form', { timeout: 60_000 }, async () => {
  const { ask, objects } = await baseOf(world)
  const made = await ask('POST', '', { name: 'Manual', type: 'pdf', size: textPdf.length })
  expect(made).toMatchObject({ status: 201, body: { data: { status: 'processing', type_label: 'PDF' } } })
  const { id } = made.body.data
  await world.run(600)
  expect((await ask('GET', `/${id}`)).body.data.status).toBe('processing')
  const upload = (await ask('POST', '', { name: 'Manual', type: 'pdf', size: textPdf.length })).body
  expect((await post(upload.upload, textPdf)).status).toBe(204)
  await world.run(300)
  expect((await ask('GET', `/${upload.data.id}`)).body.data).toMatchObject({ status: 'active', failure_reason: null })
  expect((await objects()).filter((key) => key.includes('uploads'))).toEqual([])
  await world.run(3600)
  expect((await ask('GET', `/${id}`)).body.data).toMatchObject({
    status: 'failed',
    failure_reason: 'Nothing was uploaded within an hour.',
  })
})

test('refuses another size, name or type, and an expired policy', async () => {
  const { ask, objects } = await baseOf(world)
  const { upload } = (await ask('POST', '', { name: 'Manual', type: 'txt', size: 5 })).body
  const bytes = (text: string) => new Uint8Array(Buffer.from(text))
  expect((await post(upload, bytes('123456'))).status).toBe(400)
  expect((await post(upload, bytes('1234'))).status).toBe(400)
  for (const change of [
    { key: 'knowledge/packed/1/2/3.bin' },
    { 'Content-Type': 'text/html' },
    { Policy: Buffer.from('{}').toString('base64') },
    { acl: 'public-read' },
  ])
    expect((await post({ ...upload, fields: { ...upload.fields, ...change } }, bytes('12345'))).status).toBe(403)
  await world.run(16 * 60)
  expect((await post(upload, bytes('12345'))).status).toBe(403)
  expect(await objects()).toEqual([])
})
