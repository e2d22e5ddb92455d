import { expect, test } from 'vitest'
import { obstacles } from '../../shared/domain/account/account.ts'
import { platformFeePerMinute, priceFor } from '../../shared/domain/reference/prices.ts'
import { httpOperations } from '../../shared/operations/index.ts'
import { balanceKey } from '../../shared/table/keys.ts'
import { assistantFor, campaignFor, leadFor } from '../fixtures.ts'
import { openSender, segmentPrice } from '../functions/sms/sender.ts'
import { typicalRequest } from '../requests.ts'
import { openTrips, tripsMax } from '../trips.ts'
import { useWorld } from '../use-world.ts'
import { named } from './matrix.ts'

const trips = openTrips()
const world = useWorld({ open: trips.open })

/** Operations that are allowed more sequential round trips than usual. */
const over = new Map([
  // One more trip: after the endpoint's answer, counts the request as no longer waiting.
  ['test-tool', 3],
  ['test-webhook', 3],
  // One more trip: reads whether the compactor has already passed the ids of the new leads.
  ['create-lead', 3],
  ['import-leads', 3],
  // One more trip: stores the number after the carrier's answer.
  ['purchase-number', 3],
  // Further trips: count verification calls of the user and the number, store the code.
  ['verify-caller-id', 7],
  // One more trip: removes the retry deadline after the carrier's answer.
  ['import-number', 3],
  // One more trip: reserves the call's price after the call is stored.
  ['create-web-call', 3],
  // Further trips: mark the number as leaving, remove it from assistants.
  ['release-number', 5],
  // One more trip: reads assistants after deleting the tool, in case an assistant got the tool
  // meanwhile.
  ['delete-tool', 3],
  // Further trips: read the totals again if they changed meanwhile.
  ['get-analytics', 4],
  // One more trip: reads the other tokens after the check of the request's own token.
  ['create-token', 3],
  ['delete-token', 3],
  // One more trip: reads the tools and other records that the version's settings name.
  ['restore-assistant-version', 3],
  // One more trip: reads the tools and other records that the draft's settings name.
  ['save-draft', 3],
  // Further trips: read settings and list of calls, then tools and calls, to compute the price.
  ['replay-draft', 6],
  // Further trips: find the conversation, store the message, store the answer after the model has
  // spoken.
  ['generate-reply', 8],
  ['publish-draft', 3],
  // One more trip: reads the assistant again before the end of the rollout is written.
  ['abort-rollout', 3],
  // Further trips: read the canary's settings, then the tools and other records that they name.
  ['finish-rollout', 4],
  // One more trip: finds the chat by its UUID.
  ['enable-chat-ai', 3],
  ['disable-chat-ai', 3],
  // Further trips: add the transfer, reserve its price, store the reservation, take a dial slot.
  ['transfer-call', 7],
])

test.each(named(httpOperations))('%s makes no more sequential trips than allowed, cold', async (id, operation) => {
  const user = await world.user()
  const { path, body } = await typicalRequest(operation, { world, user })
  await world.settled()
  const { status, text } = await world.api(user.token, operation.method, path, body)
  expect(status, text).toBe(operation.status)
  const made = trips.namesOf(id).at(-1) ?? []
  expect(made.length, made.join('\n')).toBeLessThanOrEqual(over.get(id) ?? tripsMax(operation))
})

const lastOf = (id: string) => trips.namesOf(id).at(-1)

test('send-sms: three, also while money is held for calls', async () => {
  const { user, send } = await openSender(world)
  await world.parts.table.write([{ update: balanceKey(user.id), set: { reserved: 2 * segmentPrice } }])
  expect((await send()).status).toBe(200)
  expect(lastOf('send-sms')).toHaveLength(3)
})

test('create-lead: three, also under rules with a known place', async () => {
  const user = await world.user()
  const campaign_id = await campaignFor(world, user, { calling_rules: 'enforce' })
  const added = async (phone_number: string) => {
    await leadFor(world, user, campaign_id, phone_number)
    return lastOf('create-lead')
  }
  expect(await added('+12025550100')).toHaveLength(5)
  const trips = await added('+12025550101')
  expect(trips, trips?.join('\n')).toHaveLength(3)
})

test('preview-campaign: two, also while leads are due', async () => {
  const user = await world.user()
  const campaign_id = await campaignFor(world, user)
  await leadFor(world, user, campaign_id, '+12025550100')
  await world.settled()
  expect((await world.api(user.token, 'GET', `/user/campaigns/${campaign_id}/preview`)).status).toBe(200)
  expect(lastOf('preview-campaign'), lastOf('preview-campaign')?.join('\n')).toHaveLength(2)
})

test('get-lead: two, and the assistant where money decides', async () => {
  const user = await world.user()
  const assistant_id = await assistantFor(world, user)
  const campaign_id = await campaignFor(world, user, { assistant_id })
  const { id } = await leadFor(world, user, campaign_id, '+12025550100')
  const asked = async (micros: number) => {
    const limited = { micros, is_prepaid: true }
    await world.parts.table.write([{ update: balanceKey(user.id), set: limited }])
    const { body } = await world.api(user.token, 'GET', `/user/leads/${id}`)
    return { reasons: body.reasons, trips: lastOf('get-lead')?.length }
  }
  const { call_minute } = priceFor('US')
  const minute = call_minute + platformFeePerMinute
  const short = expect.arrayContaining([obstacles.balance])
  expect(await asked(10 * minute)).toEqual({ reasons: expect.not.arrayContaining([obstacles.balance]), trips: 2 })
  expect(await asked(minute)).toEqual({ reasons: expect.not.arrayContaining([obstacles.balance]), trips: 3 })
  expect(await asked(minute - 1)).toEqual({ reasons: short, trips: 2 })
})
