import type { CallDetail } from '../domain/calls/call.ts'
import type { CallRef } from '../domain/calls/call-ref.ts'
import { callDetailKey } from './keys.ts'
import type { Item, Table } from './table.ts'

/**
 * The detail of a call holds what users, callers and receivers of webhooks wrote. It is stored as JSON text, member by member, so
 * that the table's own number range, nesting and key rules never refuse what a person may say.
 */
export const writeDetail = (detail: Partial<CallDetail>): Item =>
  Object.fromEntries(
    Object.entries(detail).flatMap(([member, value]) => (value === undefined ? [] : [[member, JSON.stringify(value)]])),
  )

export const readDetail = (item: Item): CallDetail => {
  const { pk: _pk, sk: _sk, expires_at_seconds: _expiry, ...members } = item
  const read = Object.entries(members).map(([member, text]) => [member, JSON.parse(String(text))])
  return { variables: {}, input_variables: {}, ...Object.fromEntries(read) }
}

export const findDetails = async (table: Table, refs: CallRef[]): Promise<(CallDetail | undefined)[]> => {
  if (refs.length === 0) return []
  const items = await table.getMany(refs.map(({ user_id, call_id }) => callDetailKey(user_id, call_id)))
  return items.map((item) => item && readDetail(item))
}
