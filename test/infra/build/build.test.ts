import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildFunctions } from '../../../infra/build/build.ts'
import { getMe } from '../../../shared/operations/account.ts'
import { evaluateCall } from '../../../shared/operations/calls.ts'
import type { Operation } from '../../../shared/operations/define.ts'
import { operations } from '../../../shared/operations/index.ts'
import { endCall } from '../../functions/calls/ended-call.ts'
import { openWorld } from '../../world.ts'

let outDir: string
beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'parlance-build-'))
})
afterAll(() => rm(outDir, { recursive: true, force: true }))

test('a bundle asks a model through the file beside it', async () => {
  const world = await openWorld({ dynamodb: inject('dynamodb') })
  const ref = await endCall(world, await world.user())
  const call = await world.services.calls.find(ref)
  if (call?.closed_at === undefined) throw new Error('The call was not closed')
  await world.services.calls.charge(call, world.clock.now())
  const environment = {
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_DYNAMODB: world.dynamodb.endpoint,
    TABLE_NAME: world.dynamodb.tableName,
    MODEL_BASE_URL: world.parts.settings.required('MODEL_BASE_URL'),
  }
  const event = { Records: [{ messageId: 'm', body: JSON.stringify(ref) }] }
  await buildFunctions({ outDir: join(outDir, 'asking'), operations: [evaluateCall] })
  const entry = join(outDir, 'asking', evaluateCall.id, 'index.mjs')
  const ask = `const { handler } = await import('${entry}'); await handler(${JSON.stringify(event)}, {})`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', ask], { env: environment })
  expect(await world.services.calls.details([ref])).toMatchObject([{ evaluation: { sentiment: 'positive' } }])
  await world.close()
})

test('maps go elsewhere, and only when they are wanted', async () => {
  const [only] = operations
  if (!only) throw new Error('The catalogue is empty')
  const [bundleDir, mapsDir] = [join(outDir, 'with-maps'), join(outDir, 'maps')]
  await buildFunctions({ outDir: bundleDir, mapsDir, operations: [only] })
  expect(await readdir(join(bundleDir, only.id))).toEqual(['index.mjs'])
  expect(existsSync(join(mapsDir, only.id, 'index.mjs.map'))).toBe(true)
})

test('names the missing file of an operation without a handler', async () => {
  const lost: Operation = { ...getMe, id: 'get-lost' }
  await expect(buildFunctions({ outDir: join(outDir, 'none'), operations: [lost] })).rejects.toThrow(
    'Declared, but without a handler: functions/account/get-lost.ts',
  )
})
