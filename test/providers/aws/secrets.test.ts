import { expect, test } from 'vitest'
import { openSecrets } from '../../../shared/providers/aws/secrets.ts'
import { settingsFrom } from '../../../shared/providers/aws/settings.ts'

const where = { CARRIER_SECRET_ARN: 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:CarrierSecret-a1-B2' }
const open = (text: string, now = () => 0) => openSecrets(settingsFrom(where), now, async () => text)

test('a secret is an object of texts', async () => {
  expect(await open('{"account_sid": "AC1", "stall_ms": 500}').read('CARRIER')).toEqual({
    account_sid: 'AC1',
    stall_ms: '500',
  })
})

test.each(['hunter2', '"hunter2"', '["hunter2"]', '{"auth_token": "hunter2"', 'null'])(
  '%s in the place of JSON is said to be none, and never quoted',
  async (text) => {
    const cause = await open(text)
      .read('CARRIER')
      .catch((cause: unknown) => cause)
    expect(cause).toEqual(new Error('The secret of CARRIER is not a JSON object'))
    expect(String(cause instanceof Error ? cause.stack : cause)).not.toContain('hunter2')
  },
)

test('is cached for five minutes, a failure not at all', async () => {
  let now = 0
  const texts = ['nothing', '{"auth_token": "one"}', '{"auth_token": "two"}']
  const secrets = openSecrets(
    settingsFrom(where),
    () => now,
    async () => texts.shift() ?? '',
  )
  await expect(secrets.read('CARRIER')).rejects.toThrow('not a JSON object')
  expect(await secrets.read('CARRIER')).toEqual({ auth_token: 'one' })
  now += 5 * 60_000 - 1
  expect(await secrets.read('CARRIER')).toEqual({ auth_token: 'one' })
  now += 1
  expect(await secrets.read('CARRIER')).toEqual({ auth_token: 'two' })
})

test('a wrong secret is fetched again every ten seconds at most', async () => {
  let now = 0
  let fetched = 0
  const secrets = openSecrets(
    settingsFrom(where),
    () => now,
    async () => `{"auth_token": "${++fetched}"}`,
  )
  await secrets.read('CARRIER')
  now += 10_000
  for (let times = 0; times < 5; times++)
    expect(await secrets.read('CARRIER', { isRetry: true })).toEqual({ auth_token: '2' })
  expect(await secrets.read('CARRIER')).toEqual({ auth_token: '2' })
  now += 9_999
  expect(await secrets.read('CARRIER', { isRetry: true })).toEqual({ auth_token: '2' })
})
