import type { OwnedNumber } from '../../domain/account/number.ts'
import { numberDueAt, paidUntil, renewed, suspended } from '../../domain/account/subscription.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { dueKey, numberKey, phoneKey } from '../../table/keys.ts'
import { type Write, when } from '../../table/table.ts'
import { must } from '../../words/must.ts'
import { currentSpelling } from '../../words/phone-spellings.ts'
import { ledger } from './ledger.ts'

export interface Subscriptions {
  renew(seen: OwnedNumber): Promise<'renewed' | 'insufficient' | 'conflict'>
  /** The number starts no calls or SMS until its price is paid. False on a conflict. */
  suspend(seen: OwnedNumber, now: number): Promise<boolean>
  /** Stops new calls. The number returns to the carrier at `leaves_at`. False on a conflict. */
  leave(seen: OwnedNumber, leaves_at: number): Promise<boolean>
  remove(number: OwnedNumber): Promise<void>
}

export const subscriptions = (parts: HistoryParts): Subscriptions => {
  const { table } = parts
  const { move } = ledger(parts)

  return {
    renew: async (seen) => {
      const subscription = renewed(must(seen.subscription, 'subscription of a number'))
      const until = new Date(paidUntil(subscription)).toISOString().slice(0, 10)
      const charged = await move(
        {
          user_id: seen.user_id,
          type: 'number',
          amount: -subscription.price,
          description: `${seen.phone_number} is paid until ${until}`,
          phone_number_id: seen.id,
        },
        { floor: 0, beside: [replacing(seen, { ...seen, subscription })] },
      )
      if (charged.moved) return 'renewed'
      return charged.why === 'insufficient' ? 'insufficient' : 'conflict'
    },

    suspend: async (seen, now) => {
      const subscription = suspended(must(seen.subscription, 'subscription of a number'), now)
      return (await table.write([replacing(seen, { ...seen, subscription })])).done
    },

    leave: async (seen, leaves_at) => {
      const leaving: Write = {
        update: numberKey(seen.user_id, seen.id),
        set: { leaves_at, ...dueKey(seen.id, numberDueAt({ ...seen, leaves_at })) },
        when: isAsSeen(seen),
      }
      return (await table.write([leaving])).done
    },

    remove: async ({ user_id, id, phone_number }) => {
      const own = when('#number_id = :id', { id })
      await table.write([{ delete: phoneKey(currentSpelling(phone_number)), when: own }])
      await table.write([{ delete: numberKey(user_id, id) }])
    },
  }
}

const replacing = (seen: OwnedNumber, after: OwnedNumber): Write => ({
  update: numberKey(seen.user_id, seen.id),
  set: { subscription: after.subscription, tended: (seen.tended ?? 0) + 1, ...dueKey(seen.id, numberDueAt(after)) },
  when: isAsSeen(seen),
})

const isAsSeen = ({ tended }: OwnedNumber) =>
  tended === undefined
    ? when('attribute_exists(#pk) AND attribute_not_exists(#tended) AND attribute_not_exists(#leaves_at)')
    : when('#tended = :tended AND attribute_not_exists(#leaves_at)', { tended })
