import type { Account } from '../../domain/account/account.ts'
import type { OwnedNumber } from '../../domain/account/number.ts'
import { type NumberOrder, type NumberRef, orderDueAt } from '../../domain/account/number-order.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { dueKey, numberOrderKey, phoneKey } from '../../table/keys.ts'
import { ownerIsOpen } from '../../table/owner.ts'
import { isNew, type Write, when, without } from '../../table/table.ts'
import type { NewEntry } from './apply-moves.ts'
import { ledger } from './ledger.ts'
import { numberPut } from './numbers.ts'

export interface NumberOrders {
  find(ref: NumberRef): Promise<NumberOrder | undefined>
  /**
   * Holds the first month's price. `exists`: the id is in use. `taken`: a user has this number or
   * is ordering it. `seen`: the account as read before.
   */
  open(order: NumberOrder, seen: Account): Promise<'opened' | 'exists' | 'taken' | 'insufficient'>
  askAgain(order: NumberOrder, now: number): Promise<NumberOrder | undefined>
  /** `complete` and `abandon` return false when another worker ended the order. */
  complete(order: NumberOrder, number: OwnedNumber): Promise<boolean>
  abandon(order: NumberOrder): Promise<boolean>
}

export const numberOrders = (parts: HistoryParts): NumberOrders => {
  const { table } = parts
  const { move } = ledger(parts)

  const find = async ({ user_id, number_id }: NumberRef) => {
    const stored = await table.get<NumberOrder>(numberOrderKey(user_id, number_id))
    return stored && (without(stored, 'pk', 'sk', 'due_shard', 'due_at') as NumberOrder)
  }

  return {
    find,

    open: async (order, seen) => {
      const { user_id, id, phone_number } = order
      const hold = entryFor(order, 'hold', -order.price, `${phone_number} is being bought`)
      const opened = await move(hold, {
        floor: 0,
        seen,
        beside: [
          {
            put: { ...numberOrderKey(user_id, id), ...order, ...dueKey(id, orderDueAt(order)) },
            when: isNew,
          },
          { put: { ...phoneKey(phone_number), user_id, number_id: id }, when: isNew },
          ownerIsOpen(user_id),
        ],
      })
      if (opened.moved) return 'opened'
      if (opened.why === 'insufficient') return 'insufficient'
      return (await find({ user_id, number_id: id })) ? 'exists' : 'taken'
    },

    askAgain: async (order, now) => {
      const asked = { ...order, asked_at: now }
      const written = await table.write([
        {
          update: numberOrderKey(order.user_id, order.id),
          set: { asked_at: now, ...dueKey(order.id, orderDueAt(asked)) },
          when: when('#asked_at = :before', { before: order.asked_at }),
        },
      ])
      return written.done ? asked : undefined
    },

    complete: async (order, number) => {
      const charge = entryFor(order, 'number', 0, `${order.phone_number} was bought`)
      return (await move(charge, { beside: [orderEnds(order), numberPut(number)] })).moved
    },

    abandon: async (order) => {
      const { user_id, id, phone_number, price } = order
      const given: Write = { delete: phoneKey(phone_number), when: when('#number_id = :id', { id }) }
      const release = entryFor(order, 'release', price, `${phone_number} was not bought`)
      return (await move({ ...release, user_id }, { beside: [orderEnds(order), given] })).moved
    },
  }
}

/** Deletes the order, but not a later order with the same id, which differs in `asked_at`. */
const orderEnds = ({ user_id, id, asked_at }: NumberOrder): Write => ({
  delete: numberOrderKey(user_id, id),
  when: when('#asked_at = :asked_at', { asked_at }),
})

const entryFor = (
  { id, user_id }: NumberOrder,
  type: NewEntry['type'],
  amount: NewEntry['amount'],
  description: string,
): NewEntry => ({ user_id, type, amount, description, phone_number_id: id })
