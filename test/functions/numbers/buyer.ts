import type { Entry } from '../../../shared/domain/account/transaction.ts'
import { ledgerKey } from '../../../shared/table/keys.ts'
import type { ApiReply, World } from '../../world.ts'

/** Price of a US number for a month, in micros. */
export const monthPrice = 1_150_000

const answerSeconds = 16

export const openBuyer = async (world: World, { months = 10 } = {}) => {
  const user = await world.user()
  const { ledger } = world.services
  if (months > 0)
    await ledger.move({ user_id: user.id, type: 'top_up', amount: months * monthPrice, description: 'Top-up' })
  const creates = () => world.carrier.shop.creates.filter(({ friendly_name }) => friendly_name.includes(` ${user.id}-`))

  const buy = (phone_number: string, headers: Record<string, string> = {}): Promise<ApiReply> =>
    world.api(user.token, 'POST', '/user/phone-numbers/purchase', { phone_number }, headers)

  return {
    user,
    buy,
    buyInVain: async (phone_number: string): Promise<ApiReply> => {
      const reply = buy(phone_number)
      while (creates().length === 0) await new Promise((resolve) => setTimeout(resolve, 2))
      await world.run(answerSeconds)
      return reply
    },
    numbers: () => world.services.numbers.list(user.id),
    entries: async () =>
      (await world.parts.table.query<Entry>({ pk: ledgerKey(user.id, 0).pk }))
        .filter(({ type }) => type !== 'top_up')
        .map(({ type, amount }) => `${type} ${amount}`),
    balance: () => ledger.balance(user.id),
    creates,
  }
}

export type Buyer = Awaited<ReturnType<typeof openBuyer>>
