import { describe, expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'

const world = useWorld()
const user = useUser(world)

const check = async (body: object) => {
  const { status, body: answer } = await world.api(user.token, 'POST', '/user/calling-rules/check', body)
  return { status, ...answer }
}

describe('200 with the decision', () => {
  test('dial, every applied rule, the place, and no legal advice', async () => {
    expect(await check({ phone_number: '+13055550100', at: '2026-11-25 17:00:00' })).toMatchObject({
      status: 200,
      phone_number: '+13055550100',
      decision: 'dial',
      reasons: [],
      place: { regions: ['US', 'US-FL'], time_zones: ['America/New_York'], source: 'area code' },
      rules: [{ region: 'US' }, { region: 'US-FL', rule: { source: expect.any(String), as_of: '2026-11-22' } }],
      verified: true,
      next_at: '2026-11-25T17:00:00.000000Z',
      notice: expect.stringContaining('legal advice'),
    })
  })

  test('wait, why, and the first open instant', async () => {
    expect(await check({ phone_number: '+13055550100', at: '2026-11-26 00:58:00' })).toMatchObject({
      decision: 'wait',
      reasons: ['It is outside the calling hours where the person is (Florida, 08:00–20:00).'],
      findings: [{ code: 'outside_hours', region: 'US-FL' }],
      next_at: '2026-11-26T13:00:00.000000Z',
    })
    expect((await check({ phone_number: '+13055550100', at: '2026-11-26 00:57:59' })).decision).toBe('dial')
  })

  test('wait, without a time, for a country without rules', async () => {
    expect(await check({ phone_number: '+81312345678' })).toMatchObject({
      decision: 'wait',
      reasons: ['No calling rules are recorded for this country.'],
      rules: [],
      verified: false,
      next_at: null,
    })
  })

  test('by the stated clock, and the area code’s law', async () => {
    const at = '2026-11-26 02:30:00'
    const asked = { phone_number: '+13055550100', at }
    expect((await check({ ...asked, timezone: 'America/Los_Angeles' })).decision).toBe('dial')
    expect((await check({ ...asked, region: 'US-KY' })).reasons).toHaveLength(4)
    expect((await check({ ...asked, timezone: 'America/Los_Angeles', at: '2026-11-26 04:30:00' })).reasons).toEqual([
      'It is outside the calling hours where the person is (Florida, 08:00–20:00).',
    ])
  })

  test('no for a number on the blacklist, whatever the hour', async () => {
    await world.api(user.token, 'POST', '/user/blacklist', { phone_number: '+13055550177' })
    expect(await check({ phone_number: '+13055550177', at: '2026-11-25 17:00:00' })).toMatchObject({
      decision: 'no',
      reasons: ['The phone number is on the blacklist.'],
      next_at: null,
    })
  })

  test('and calls nobody', async () => {
    await check({ phone_number: '+13055550100', at: '2026-11-25 17:00:00' })
    await world.run(60)
    expect((await world.api(user.token, 'GET', '/user/calls')).body.total).toBe(0)
  })
})

test('with a campaign its hours count too, and another user’s is 404', async () => {
  const assistant = await world.services.assistants.list(user.id)
  expect(assistant).toEqual([])
  expect(await check({ phone_number: '+13055550100', campaign_id: 1 })).toMatchObject({
    status: 404,
    message: 'Campaign not found',
  })
})

test('422 for what is no number, no time or no region', async () => {
  expect((await check({ phone_number: '12' })).status).toBe(422)
  expect((await check({ phone_number: '+13055550100', at: 'soon', region: 'US-XX' })).errors).toEqual({
    at: [expect.any(String)],
    region: ['The selected region is invalid.'],
  })
})
