import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { baseOf, knowledgebaseFor, sendFile } from './knowledgebase.ts'

const world = useWorld()

test('201 with a document that is processing, and active once it has been read', async () => {
  const { user, base, baseNow, packed, ask } = await baseOf(world)
  const made = await sendFile(world, user, base, '# Hours\nWe open at nine.', { description: 'When' })
  const time = '2026-11-25T10:00:00.000000Z'
  const data = {
    id: expect.any(Number),
    name: 'Hours',
    description: 'When',
    type: 'txt',
    type_label: 'TXT',
    status: 'processing',
    status_label: 'Processing',
    failure_reason: null,
    created_at: time,
    updated_at: time,
  }
  expect(made).toMatchObject({
    status: 201,
    body: { message: 'Document created successfully. Processing will begin shortly.', data },
  })
  expect(made.body).not.toHaveProperty('upload')
  expect(await baseNow()).toMatchObject({ status: 'processing', documents_count: 1 })
  await world.run(5)
  const read = { ...made.body.data, status: 'active', status_label: 'Active' }
  expect((await ask('GET', `/${read.id}`)).body).toEqual({ data: { ...read, updated_at: expect.any(String) } })
  expect((await ask('GET')).body.data).toMatchObject([{ id: read.id, status: 'active' }])
  expect(await baseNow()).toMatchObject({ status: 'active', status_label: 'Active' })
  expect(await packed()).toEqual([{ document_id: read.id, heading: 'Hours', text: 'We open at nine.' }])
  expect((await world.bucketKeys()).filter((key) => key.includes(`uploads/${user.id}/`))).toEqual([])
})

test('returns 422 without a file, and for too large ones', async () => {
  const { user, base, ask } = await baseOf(world)
  const errorsOf = async (body: object) => (await ask('POST', '', body)).body.errors
  for (const type of ['pdf', 'txt', 'docx'])
    expect(await errorsOf({ name: 'A', type })).toEqual({ file: ['A file is required for this document type.'] })
  expect(await errorsOf({ name: 'A', type: 'website' })).toEqual({
    url: ['The url field is required when type is website.'],
  })
  expect(await errorsOf({ name: 'A', type: 'website', url: 'http://10.0.0.1/' })).toMatchObject({
    url: ['The url field must be a valid URL.'],
  })
  expect(await errorsOf({ name: 'A', type: 'pdf', size: 20 * 1024 * 1024 + 1 })).toHaveProperty('size')
  const large = await sendFile(world, user, base, 'x'.repeat(4 * 1024 * 1024 + 1))
  expect(large).toMatchObject({
    status: 422,
    body: { errors: { file: ['The file must not be greater than 4 MB; say its size instead, and upload it.'] } },
  })
  expect((await sendFile(world, user, base, 'x'.repeat(5 * 1024 * 1024))).status).toBe(413)
  expect((await sendFile(world, user, base, 'x'.repeat(4 * 1024 * 1024))).status).toBe(201)
})

test('judges a form as JSON, and its key includes the file', async () => {
  const user = await world.user()
  const id = await knowledgebaseFor(world, user)
  const wrong = await sendFile(world, user, id, 'x', { name: '', type: 'odt' })
  expect(wrong.body.errors).toEqual({
    name: ['The name field is required.'],
    type: ['The selected type is invalid.'],
  })
  const key = { 'idempotency-key': 'one file' }
  const first = await sendFile(world, user, id, 'We open at nine.', {}, key)
  const again = await sendFile(world, user, id, 'We open at nine.', {}, key)
  const other = await sendFile(world, user, id, 'We open at ten.', {}, key)
  expect([first.status, again.text, other.status]).toEqual([201, first.text, 422])
})
test('of 210 documents at once 200 are taken', { timeout: 60_000 }, async () => {
  const { ask, baseNow } = await baseOf(world)
  const draft = { name: 'A', type: 'txt', size: 5 }
  const replies = await Promise.all(Array.from({ length: 210 }, () => ask('POST', '', draft)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(200)
  const message = 'This knowledge base has reached the limit of 200 documents.'
  expect(replies.find(({ status }) => status !== 201)?.body).toEqual({ message, error: message })
  expect(await baseNow()).toMatchObject({ documents_count: 200 })
})
