import { hashToken, writeToken } from '../../shared/domain/account/token.ts'
import type { Parts } from '../../shared/runtime/parts.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { idAt } from '../../shared/words/id.ts'

export const openOwners = (parts: Parts) => {
  const { clock, random } = parts
  const users: number[] = []
  let numbersMade = 0
  const newId = () => idAt(clock.now(), random.number())
  const person = (prefix: string) => `${prefix}${5_550_000 + numbersMade++}`

  return {
    person,
    users: (): readonly number[] => users,

    user: async () => {
      const id = newId()
      users.push(id)
      const token = writeToken(id, random.bytes(32))
      const created_at = clock.now()
      await registry.users(parts).create({ id, name: 'Ada', email: 'ada@example.com', created_at })
      await registry.tokens(parts).create({ hash: hashToken(token), user_id: id, ending: token.slice(-6), created_at })
      const topUp = { user_id: id, type: 'top_up' as const, amount: 10_000_000_000, description: 'Top-up' }
      await registry.ledger(parts).move(topUp)
      return { id, token }
    },

    number: async (user_id: number) => {
      const owned = { id: newId(), user_id, phone_number: person('+1202'), country_code: 'US', can_send_sms: true }
      await registry.numbers(parts).create({ ...owned, type_label: 'Normal' })
      return owned
    },
  }
}
