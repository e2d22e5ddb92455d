import { describe, expect, test } from 'vitest'
import { faultKinds, openFaults } from '../../faults.ts'
import { campaignFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })

const consent = { kind: 'express_written', covers_artificial_voice: true }
const [lead, contact] = ['+12025550155', '+12025550156']

describe.each(faultKinds)('%s, at every call', (kind) => {
  test('of create-lead: repeated, one lead with one consent per person', async () => {
    for (let call = 0, isStruck = true; isStruck; call++) {
      const user = await world.user()
      const campaign_id = await campaignFor(world, user)
      const secondary_contacts = [{ phone_number: contact, consent }]
      const draft = { campaign_id, phone_number: lead, consent, secondary_contacts }
      const add = (key: string) => world.api(user.token, 'POST', '/user/lead', draft, { 'idempotency-key': key })
      faults.arm({ operation: 'create-lead', call, kind })
      await add('first')
      isStruck = faults.struck() !== undefined
      faults.disarm()
      await world.run(120)
      const again = await add('first')
      const isAccident = again.status === 500
      const isKnown = isAccident && (await add('second')).status === 422
      for (const phone_number of isKnown ? [lead, contact] : [])
        await world.api(user.token, 'POST', '/user/consents', { ...consent, phone_number })
      const { data } = (await world.api(user.token, 'GET', '/user/consents')).body
      const numbers: string[] = data.map((one: { phone_number: string }) => one.phone_number)
      expect([...new Set(numbers)].toSorted(), `call ${call}`).toEqual([lead, contact])
      if (!isAccident) expect([again.status, numbers.length]).toEqual([200, 2])
      expect((await world.api(user.token, 'GET', `/user/leads?campaign_id=${campaign_id}`)).body.total).toBe(1)
      expect(call).toBeLessThan(60)
    }
  })

  test('of revoke-consent, sent again: one withdrawal, and no consent counts from then on', async () => {
    for (let call = 0, isStruck = true; isStruck; call++) {
      const user = await world.user()
      const given = await world.api(user.token, 'POST', '/user/consents', { ...consent, phone_number: lead })
      const revoke = () => world.api(user.token, 'POST', `/user/consents/${given.body.data.id}/revoke`, {})
      faults.arm({ operation: 'revoke-consent', call, kind })
      await revoke()
      isStruck = faults.struck() !== undefined
      faults.disarm()
      await world.run(1)
      expect((await revoke()).status, `call ${call}`).toBe(200)
      const { data } = (await world.api(user.token, 'GET', '/user/consents')).body
      expect(data.map((one: { status: string }) => one.status).toSorted()).toEqual(['granted', 'revoked'])
      expect(call).toBeLessThan(60)
    }
  })
})
