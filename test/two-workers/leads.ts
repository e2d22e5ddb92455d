import { describe, expect, test } from 'vitest'
import { campaigns } from '../../shared/data/campaigns/campaigns.ts'
import { leads } from '../../shared/data/leads/leads.ts'
import type { Lead } from '../../shared/domain/leads/lead.ts'
import { newLead } from '../../shared/domain/leads/lead-form.ts'
import { must } from '../../shared/words/must.ts'
import { overtake, slowerOf, type Worker, worker, world } from './meet.ts'
import { newCampaign, stored } from './records.ts'

const phone_number = '+12025550101'
const opened = async () => {
  const campaign = newCampaign((await world.user()).id)
  await campaigns(worker()).create(campaign)
  const { user_id, id: campaign_id } = campaign
  const lead = (more: Partial<Lead> = {}) =>
    newLead({ id: world.newId(), user_id, campaign_id, phone_number, contacts: [], ...more })
  const find = ({ id }: Lead) => leads(worker()).find(user_id, id)
  const counts = async () => (await stored(`${user_id}#lead-number`)).map(({ count }) => count)
  return { user_id, campaign_id, lead, find, counts }
}
const create =
  (lead: Lead, anyNumber = false) =>
  (parts: Worker) =>
    leads(parts).create(lead, anyNumber)
const remove = (lead: Lead) => (parts: Worker) => leads(parts).remove(lead, 1)

describe('a lead', () => {
  test('is created once by two workers with the same id', async () => {
    const { lead } = await opened()
    expect(await slowerOf(create(lead(), true))).toEqual({ outcome: 'clash' })
  })

  test('is not created with the id of a lead for its contact', async () => {
    const { lead, find } = await opened()
    const other = lead()
    const { id, variables, status, in_line, dials, updated_at } = other
    const one = lead({
      contacts: [{ id, phone_number: '+12025550102', variables, status, in_line, dials, updated_at }],
    })
    expect(await overtake(create(one, true), create(other, true))).toEqual({ outcome: 'clash' })
    expect(await find(other)).toMatchObject({ id, phone_number })
  })

  test('is added once when two workers add its number', async () => {
    const { lead, counts } = await opened()
    expect(await overtake(create(lead()), create(lead()))).toMatchObject({ outcome: 'duplicate' })
    expect(await counts()).toEqual([1])
  })

  test('keeps both changes of two workers', async () => {
    const { user_id, lead, find } = await opened()
    const one = lead()
    await create(one)(worker())
    const change = (more: Partial<Lead>) => (parts: Worker) =>
      leads(parts).change(user_id, one.id, (seen) => ({ ...seen, ...more }))
    await overtake(change({ dials: 3 }), change({ timezone: 'UTC' }))
    expect(await find(one)).toMatchObject({ dials: 3, timezone: 'UTC' })
  })

  test('is not deleted as it was before another worker changed it', async () => {
    const { user_id, lead, find } = await opened()
    const one = lead()
    await create(one)(worker())
    const change = (parts: Worker) => leads(parts).change(user_id, one.id, (seen) => ({ ...seen, dials: 3 }))
    expect(await overtake(remove(one), change)).toEqual({ outcome: 'stale' })
    expect(await find(one)).toMatchObject({ dials: 3 })
  })

  test('counts a number when another lead gets it while it is deleted', async () => {
    const { lead, counts } = await opened()
    const [one, other] = [lead(), lead()]
    await create(one)(worker())
    expect(await overtake(remove(one), create(other, true))).toEqual({ outcome: 'replaced' })
    expect(await counts()).toEqual([1])
  })

  test('counts a number no more when two leads that have it are deleted', async () => {
    const { lead, counts } = await opened()
    const [one, other, third] = [lead(), lead(), lead()]
    for (const each of [one, other, third]) await create(each, true)(worker())
    const isUpdate = (writes: object[]) => writes.some((write) => 'update' in write && 'add' in write)
    expect(await overtake(remove(one), remove(other), isUpdate)).toEqual({ outcome: 'stale' })
    expect(await remove(one)(worker())).toEqual({ outcome: 'replaced' })
    expect(await counts()).toEqual([1])
    expect(await remove(third)(worker())).toEqual({ outcome: 'replaced' })
    expect(await counts()).toEqual([])
  })

  test('stays when it moves to another campaign while its own is cleared away', async () => {
    const { user_id, campaign_id, lead, find } = await opened()
    const other = newCampaign(user_id)
    await campaigns(worker()).create(other)
    const one = lead()
    await create(one)(worker())
    const move = (parts: Worker) => leads(parts).replace(one, { ...one, campaign_id: other.id })
    await overtake((parts) => leads(parts).removeSome(user_id, campaign_id, 1), move)
    expect(must(await find(one), 'lead').campaign_id).toBe(other.id)
  })
})
