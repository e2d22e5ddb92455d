import type { Account } from '../../../shared/domain/account/account.ts'
import type { OwnedNumber } from '../../../shared/domain/account/number.ts'
import type { CallRef } from '../../../shared/domain/calls/call-ref.ts'
import { balanceKey } from '../../../shared/table/keys.ts'
import { assistantFor } from '../../fixtures.ts'
import type { TestUser, World } from '../../world.ts'
import { hasErasedOptOuts } from '../people/hashed.ts'

export const phoneOf = (ending: string) => `+1202555${ending}`

export const callTransferTo = (ending: string, more: Record<string, unknown> = {}) => ({
  type: 'call_transfer',
  phone_number: phoneOf(ending),
  ...more,
})

export const warmTransferTo =
  (ending: string, more: Record<string, unknown> = {}) =>
  ({ id }: OwnedNumber) => ({
    type: 'warm_call_transfer',
    supervisor_phone: phoneOf(ending),
    outbound_phone_id: id,
    description: 'For complaints.',
    ...more,
  })

export const dialsOf = ({ logged }: World, { user_id, call_id }: CallRef): number =>
  logged.filter(
    ({ message, fields }) =>
      message === 'a call is transferred' && fields.user_id === user_id && fields.call_id === call_id,
  ).length

export const nothingHeld = { reserved: 0, live_calls: 0 }

interface Wanted extends Record<string, unknown> {
  customer?: string
  money?: number
  user?: TestUser
}

export const callWith = async (
  world: World,
  tool: Record<string, unknown> | ((number: OwnedNumber) => Record<string, unknown>) | undefined,
  { customer = '0121', money, user: owner, ...more }: Wanted = {},
) => {
  const user = owner ?? (await world.user())
  await hasErasedOptOuts(world, user)
  const number = await world.number(user)
  const paid = { user_id: user.id, type: 'top_up' as const, description: 'Top-up' }
  if (money) await world.services.ledger.move({ ...paid, amount: money })
  const tools = tool ? [typeof tool === 'function' ? tool(number) : tool] : undefined
  const settings = { re_engagement_interval: 60, max_silence_duration: 120, post_call_evaluation: false }
  const assistant_id = await assistantFor(world, user, { ...settings, tools, ...more })
  const request = { phone_number: phoneOf(customer), assistant_id }
  const { body } = await world.api(user.token, 'POST', '/user/make_call', request)
  return follow(world, user, body.data.id)
}

export const follow = (world: World, user: TestUser, id: number) => {
  const ref = { user_id: user.id, call_id: id }
  const ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    world.api(user.token, method, path, body, headers)
  const stored = () => world.services.calls.find(ref)
  const events = async () => (await ask('GET', `/user/calls/${id}/events`)).body.data
  return {
    user,
    ref,
    ask,
    stored,
    events,
    call: async () => (await ask('GET', `/user/calls/${id}`)).body,
    transfers: async (): Promise<string[]> =>
      (await events()).flatMap(({ type, status }: { type: string; status: string }) =>
        type === 'transfer' ? status : [],
      ),
    said: async () => {
      const utterances = await world.services.conversations.utterances(ref)
      return utterances.flatMap(({ sender, text }) => (sender === 'bot' ? text : [])).join(' ')
    },
    heard: async () => {
      const { carrier_sid = '' } = (await stored()) ?? {}
      const lines = world.relay.linesOf(carrier_sid)
      return lines.flatMap(({ speaker, text }) => (speaker === 'assistant' ? text : [])).join(' ')
    },
    transfer: (body: Record<string, unknown>, headers?: Record<string, string>) =>
      ask('POST', `/user/calls/${id}/transfer`, body, headers),
    charges: async (): Promise<number[]> => {
      const { body } = await ask('GET', '/user/transactions?per_page=100')
      const own = body.data.filter(({ call_id }: { call_id: number }) => call_id === id)
      return own.map(({ amount }: { amount: number }) => -amount).toSorted((one: number, other: number) => other - one)
    },
    account: () => world.parts.table.get<Account>(balanceKey(user.id)),
  }
}
