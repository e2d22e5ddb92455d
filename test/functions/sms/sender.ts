import type { Entry } from '../../../shared/domain/account/transaction.ts'
import type { Sms } from '../../../shared/domain/sms/sms.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { ledgerKey } from '../../../shared/table/keys.ts'
import type { ApiReply, World } from '../../world.ts'

/** Price of one US segment, in micros. */
export const segmentPrice = 7_900

const answerSeconds = 16

/**
 * Creates a user with a number that can send texts, and enough money for `segments` US segments.
 */
export const openSender = async (world: World, { segments = 100 } = {}) => {
  const user = await world.user()
  const number = await world.number(user)
  const { ledger } = world.services
  if (segments > 0)
    await ledger.move({ user_id: user.id, type: 'top_up', amount: segments * segmentPrice, description: 'Top-up' })

  const send = (
    to = '+12025550100',
    more: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<ApiReply> =>
    world.api(user.token, 'POST', '/user/sms', { from: number.id, to, body: 'Hello', ...more }, headers)

  return {
    user,
    number,
    send,
    /**
     * Sends a message to which the carrier never answers, and waits until the connection breaks.
     */
    sendInVain: async (to: string, more: Record<string, unknown> = {}): Promise<ApiReply> => {
      const reply = send(to, more)
      await untilAsked(world, to)
      await world.run(answerSeconds)
      return reply
    },
    get: async (id: number) => (await world.api(user.token, 'GET', `/user/sms/${id}`)).body,
    records: async (): Promise<Sms[]> => (await registry.sms(world.parts).page(user.id, 0, 1000)).items,
    entries: () => world.parts.table.query<Entry>({ pk: ledgerKey(user.id, 0).pk }),
    balance: () => ledger.balance(user.id),
    transactions: async () => (await world.api(user.token, 'GET', '/user/transactions?per_page=100')).body,
    creates: () =>
      world.carrier.stats().messageCreates.filter(({ statusCallback }) => statusCallback?.includes(`/${user.id}-`)),
  }
}

export type Sender = Awaited<ReturnType<typeof openSender>>

const untilAsked = async (world: World, to: string) => {
  const asked = () => world.carrier.stats().messageCreates.filter((create) => create.to === to).length
  const before = asked()
  while (asked() === before) await new Promise((resolve) => setTimeout(resolve, 2))
}
