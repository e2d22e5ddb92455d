import { familyOf, type Lead } from '../../domain/leads/lead.ts'
import { leadKey, phoneIndexKey, type StoredKey, tableShape } from '../../table/keys.ts'
import type { Table } from '../../table/table.ts'
import { type Pointer, readLead, type StoredLead } from './lead-items.ts'

export const findLead = async (table: Table, user_id: number, id: number): Promise<Lead | undefined> => {
  const lead = await findEvenDeletedLead(table, user_id, id)
  return lead?.deleted_at === undefined ? lead : undefined
}

export const findEvenDeletedLead = async (table: Table, user_id: number, id: number): Promise<Lead | undefined> => {
  const known = await table.get<StoredLead | Pointer>(leadKey(user_id, id))
  if (!known) return undefined
  if (!('main_id' in known)) return readLead(known)
  const main = await table.get<StoredLead>(leadKey(user_id, known.main_id))
  return main && readLead(main)
}

export const getLeads = async (table: Table, user_id: number, ids: number[]): Promise<Lead[]> => {
  const items = await table.getMany<StoredLead>(ids.map((id) => leadKey(user_id, id)))
  return items.flatMap((item) => (item ? [readLead(item)] : []))
}

export const findLeadsWithNumber = async (
  table: Table,
  user_id: number,
  phone_number: string,
  limit?: number,
): Promise<Lead[]> => {
  const keys = await findKeysWithNumber(table, user_id, phone_number, limit)
  const families = await readLeadsAt(table, user_id, keys)
  return families.filter((lead) => familyOf(lead).some((member) => member.phone_number === phone_number))
}

export const findKeysWithNumber = async (
  table: Table,
  user_id: number,
  phone_number: string,
  limit?: number,
): Promise<StoredKey[]> => {
  const { phone_key } = phoneIndexKey(user_id, phone_number)
  const keys = await table.query<StoredKey>({ pk: phone_key, index: tableShape.phoneIndex, only: ['sk'], limit })
  return keys.map(({ sk }) => ({ ...leadKey(user_id, 0), sk }))
}

export const readLeadsAt = async (table: Table, user_id: number, keys: StoredKey[]): Promise<Lead[]> => {
  const items = await table.getMany<StoredLead | Pointer>(keys)
  const mains = new Map<number, Lead>()
  const others = new Set<number>()
  for (const item of items) {
    if (item && 'main_id' in item) others.add(item.main_id)
    else if (item) mains.set(item.id, readLead(item))
  }
  const missing = [...others].filter((id) => !mains.has(id))
  return [...mains.values(), ...(await getLeads(table, user_id, missing))]
}

const lookUpsAtOnce = 25

export const findLeadsWithNumbers = async (
  table: Table,
  user_id: number,
  phone_numbers: string[],
  ofEachMax?: number,
): Promise<Lead[]> => {
  const byId = new Map<number, Lead>()
  for (let start = 0; start < phone_numbers.length; start += lookUpsAtOnce) {
    const some = phone_numbers.slice(start, start + lookUpsAtOnce)
    for (const lead of (
      await Promise.all(some.map((number) => findLeadsWithNumber(table, user_id, number, ofEachMax)))
    ).flat())
      if (lead.deleted_at === undefined) byId.set(lead.id, lead)
  }
  return [...byId.values()]
}
