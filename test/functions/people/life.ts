import { onTestFinished } from 'vitest'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { openReceiver } from '../../receiver.ts'
import type { TestUser, World } from '../../world.ts'

export const person = '+12025550100'
export const other = '+12025550106'

export const traces = async (world: World, number = person): Promise<string[]> => {
  const pattern = new RegExp(`(?<!\\d)${number.slice(1)}(?!\\d)`)
  return (await world.items()).filter((item) => pattern.test(JSON.stringify(item))).map(({ pk, sk }) => `${pk} ${sk}`)
}

export const livePerson = async (world: World, owner?: TestUser) => {
  const user = owner ?? (await world.user())
  const number = await world.number(user)
  const topUp = { type: 'top_up' as const, amount: 50_000_000, description: 'Top-up' }
  await world.services.ledger.move({ user_id: user.id, ...topUp })
  const receiver = await openReceiver()
  onTestFinished(receiver.close)
  const ask = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
    world.api(user.token, method, path, body, headers)
  const assistant_id = await assistantFor(world, user, {
    record_call: true,
    webhook_url: `${receiver.url}/hook`,
    is_webhook_active: true,
    send_webhook_only_on_completed: false,
  })
  const campaign_id = await campaignFor(world, user, { assistant_id, timezone: 'UTC' })
  await leadFor(world, user, campaign_id, person, { variables: { name: 'Ada' } })
  await leadFor(world, user, campaign_id, other, {
    variables: { referred_by: person },
    secondary_contacts: [{ phone_number: person, variables: { name: 'Ada' } }],
  })
  const single = { phone_number: person, assistant_id, variables: { reason: `Ask ${person}` } }
  await ask('POST', '/user/make_call', single, { 'idempotency-key': 'one' })
  await ask('POST', '/user/make_call', { ...single, phone_number: other })
  await ask('POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await ask('POST', '/user/sms', { from: number.id, to: person, body: `Is ${person} your number?` })
  const consent = { kind: 'express', covers_artificial_voice: true, text: 'Call me.' }
  await ask('POST', '/user/consents', { ...consent, phone_number: person })
  await world.run(900)
  await ask('POST', '/user/people/exports', { phone_number: person })
  await ask('POST', '/user/evidence/exports')
  await world.incomingMessage({ to: number.phone_number, from: person, body: 'STOP' })
  await world.run(60)
  return { user, number, ask, assistant_id, campaign_id }
}

export type PersonLife = Awaited<ReturnType<typeof livePerson>>

export const erasePerson = async (world: World, { ask }: Pick<PersonLife, 'ask'>, phone_number = person) => {
  const { status, body } = await ask('POST', '/user/people/erasures', { phone_number })
  if (status !== 202) throw new Error(`The erasure was not taken: ${JSON.stringify(body)}`)
  const look = async () => (await ask('GET', `/user/people/erasures/${body.data.id}`)).body
  for (let looks = 0; looks < 30 && (await look()).status !== 'done'; looks++) await world.run(60)
  return look()
}
