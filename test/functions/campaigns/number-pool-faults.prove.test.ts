import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'

const faults = openFaults()
const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' }, open: faults.open })

const callsMax = 150

const operations = ['dispatch-campaign', 'place-call']
const cases = operations.flatMap((operation) => faultKinds.map((kind) => ({ operation, kind })))

test.each(cases)(
  'rotates evenly and counts each call once when $operation $kind at any call',
  async ({ operation, kind }) => {
    for (let call = 0; call < callsMax; call++) {
      const user = await world.user()
      const phone_number_ids = [(await world.number(user)).id, (await world.number(user)).id]
      const campaign_id = await campaignFor(world, user, { max_retries: 0, timezone: 'UTC', phone_number_ids })
      for (const place of [1, 2]) await leadFor(world, user, campaign_id, `+1202555010${place}`)
      const before = world.carrier.stats().creates.length
      faults.arm({ operation, call, kind, about: user.id })
      await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
      await world.run(5 * 60)
      const struck = faults.struck()
      faults.disarm()
      const days = await registry.numberDays(world.parts).since(user.id, '')
      const what = `${struck} of ${operation} ${kind}, call ${call}`
      expect(
        days.map(({ calls, ended }) => [calls, ended]),
        what,
      ).toEqual([
        [1, 1],
        [1, 1],
      ])
      const creates = world.carrier.stats().creates.slice(before)
      const { data } = (await world.api(user.token, 'GET', '/user/calls')).body
      const undialled = data.filter(({ status }: { status: string }) => status === 'failed')
      // A lead is not dialled again if place-call crashes before it learns the dial's outcome.
      expect(undialled.length, what).toBeLessThanOrEqual(operation === 'place-call' ? 1 : 0)
      expect(data, what).toHaveLength(2)
      expect(new Set(creates.map(({ to }) => to)).size, what).toBe(creates.length)
      expect(new Set(creates.map(({ from }) => from)).size, what).toBe(2 - undialled.length)
      if (!struck) return
    }
    throw new Error('The operation makes more calls than expected')
  },
)
