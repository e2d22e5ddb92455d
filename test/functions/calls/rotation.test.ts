import { expect, test } from 'vitest'
import { openSecrets } from '../../../shared/providers/aws/secrets.ts'
import { settingsFrom } from '../../../shared/providers/aws/settings.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'

let secret: Record<string, string> = {}
const world = useWorld({
  open: ({ open }, parts) => {
    const { settings, clock } = parts
    const url = settings.required('CARRIER_URL')
    const account_sid = settings.required('CARRIER_ACCOUNT_SID')
    const where = settingsFrom({ CARRIER_SECRET_ARN: 'arn:carrier' })
    const secrets = openSecrets(where, clock.now, async () => JSON.stringify({ url, account_sid, ...secret }))
    return open({ ...parts, secrets }, registry)
  },
})

const primary = 'test-auth-token'
const secondary = 'the-next-token'

test('loses no dial and no report while the auth token is replaced', async () => {
  const user = await world.user()
  await world.number(user)
  const assistant_id = await assistantFor(world, user)
  const place = async () =>
    (await world.api(user.token, 'POST', '/user/make_call', { phone_number: '+12025550101', assistant_id })).body.data
      .id
  const ids: number[] = []
  const goOn = async (calls: number) => {
    for (let each = 0; each < calls; each++) {
      ids.push(await place())
      await world.run(3)
    }
  }

  secret = { auth_token: primary }
  await goOn(6)
  world.carrier.haveTokens(primary, secondary)
  secret = { auth_token: primary, auth_token_secondary: secondary }
  await goOn(6)
  world.carrier.haveTokens(secondary)
  await goOn(6)
  secret = { auth_token: secondary }
  await goOn(6)
  await world.run(60)

  const statuses = await Promise.all(
    ids.map(async (id) => (await world.api(user.token, 'GET', `/user/calls/${id}`)).body.status),
  )
  expect(statuses).toEqual(ids.map(() => 'busy'))
  expect(world.carrier.stats().creates.filter(({ outcome }) => outcome === 'placed')).toHaveLength(ids.length)
  expect(world.carrierFacts.filter((fact) => JSON.stringify(fact).includes('callback_dropped'))).toEqual([])
})
