import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyEvidence } from '../../../infra/admin/verify-evidence.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { openFaults } from '../../faults.ts'
import { useWorld } from '../../use-world.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })

test('200 without a token, with past keys too, and the same as with one', async () => {
  const user = await world.user()
  const former = { key_id: '0'.repeat(32), algorithm: 'Ed25519' as const, public_key: 'a former one' }
  await registry.evidenceKeys(world.parts).keep(former, world.clock.now())
  const { status, body, headers } = await world.request('GET', '/evidence/keys')
  expect({ status, keys: body.keys }).toMatchObject({ status: 200, keys: [former] })
  expect(headers.get('cache-control')).toBe('public, max-age=300')
  expect(headers.get('x-request-id')).toBeTruthy()
  expect((await world.api(user.token, 'GET', '/user/evidence/keys')).body).toEqual(body)
})

test('its answer, kept in a file, is what a bundle is checked with', async () => {
  const user = await world.user()
  const { body } = await world.api(user.token, 'POST', '/user/evidence/exports')
  await world.run(5)
  const { files } = (await world.api(user.token, 'GET', `/user/evidence/exports/${body.data.id}`)).body
  const dir = await mkdtemp(join(tmpdir(), 'keys-'))
  await writeFile(join(dir, 'evidence.jsonl'), await (await fetch(files[0].url)).text())
  await writeFile(join(dir, 'keys.json'), (await world.request('GET', '/evidence/keys')).text)
  const { isWell, lines } = await verifyEvidence(join(dir, 'evidence.jsonl'), join(dir, 'keys.json'))
  expect({ isWell, unchecked: lines.filter((line) => line.includes('was not checked')) }).toEqual({
    isWell: true,
    unchecked: [],
  })
})

test('returns an uncached 500 when the table does not answer', async () => {
  faults.arm({ operation: 'show-evidence-keys', call: 0, kind: 'fails without effect' })
  const { status, text, headers } = await world.request('GET', '/evidence/keys')
  expect({ status, text, cache: headers.get('cache-control') }).toEqual({
    status: 500,
    text: '{"message":"Server Error"}',
    cache: 'no-store',
  })
})
