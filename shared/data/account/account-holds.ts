import { type Account, heldFor, holdsApart, withApart } from '../../domain/account/account.ts'
import { balanceKey, holdKey } from '../../table/keys.ts'
import type { Table } from '../../table/table.ts'
import type { Micros } from '../../words/money.ts'

interface StoredHold {
  call_id: number
  micros: Micros
}

export const readAccount = async (
  table: Table,
  user_id: number,
  call_ids: readonly number[] = [],
): Promise<Account | undefined> => {
  const account = await table.get<Account>(balanceKey(user_id))
  return account && readHolds(table, user_id, account, call_ids)
}

export const readHolds = async (
  table: Table,
  user_id: number,
  account: Account,
  call_ids: readonly number[],
): Promise<Account> => {
  if (!holdsApart(account)) return account
  const unknown = call_ids.filter((call_id) => heldFor(account, call_id) === undefined)
  const holds = await Promise.all(unknown.map((call_id) => table.get<StoredHold>(holdKey(user_id, call_id))))
  return withApart(
    account,
    holds.flatMap((hold) => hold ?? []),
  )
}

export const readAllHolds = async (table: Table, user_id: number, account: Account): Promise<Account> =>
  holdsApart(account) ? withApart(account, await table.query<StoredHold>({ pk: holdKey(user_id, 0).pk })) : account
