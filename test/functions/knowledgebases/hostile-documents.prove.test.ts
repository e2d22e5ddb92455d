import { expect, test } from 'vitest'
import { bombDocx, docxOf, lockedPdf, loopingPdf, lyingDocx, scannedPdf } from '../../providers/files.ts'
import { useWorld } from '../../use-world.ts'
import { baseOf } from './knowledgebase.ts'

const world = useWorld()

const twentyMegabytes = new Uint8Array(20 * 1024 * 1024).fill(0x41)

test.each<[string, string, Uint8Array<ArrayBuffer>]>([
  ['a zip bomb', 'docx', bombDocx()],
  ['a zip bomb that says it is small', 'docx', lyingDocx()],
  ['a Word document without text', 'docx', docxOf()],
  ['a PDF whose pages lead back to themselves', 'pdf', loopingPdf],
  ['a PDF behind a password', 'pdf', lockedPdf],
  ['a PDF without text', 'pdf', scannedPdf],
  ['20 MB that are no text to speak of', 'txt', twentyMegabytes],
  ['20 MB that are no PDF', 'pdf', twentyMegabytes],
  ['20 MB that are no Word document', 'docx', twentyMegabytes],
])('%s: failed, with a reason, and nothing of it is kept', { timeout: 60_000 }, async (_what, type, file) => {
  const { ask, objects } = await baseOf(world)
  const { data, upload } = (await ask('POST', '', { name: 'Hostile', type, size: file.length })).body
  const form = new FormData()
  for (const [name, value] of Object.entries(upload.fields)) form.set(name, String(value))
  form.set('file', new Blob([file]))
  expect((await fetch(upload.url, { method: 'POST', body: form })).status).toBe(204)
  await world.run(60)
  const document = (await ask('GET', `/${data.id}`)).body.data
  const failure_reason = expect.stringMatching(/^It .+\.$/)
  expect(document).toMatchObject({ status: 'failed', failure_reason, search: null })
  expect(await objects()).toEqual([])
})
