import { type StoredKey, tableShape } from '../shared/table/keys.ts'
import type { Condition, Item, Range, Table, Write } from '../shared/table/table.ts'

export const memoryTable = (): Table => {
  const items = new Map<string, Item>()
  const nameOf = ({ pk, sk }: StoredKey) => `${pk}/${sk}`
  const keyOf = (write: Write): StoredKey => {
    if ('put' in write) return write.put
    if ('update' in write) return write.update
    return 'delete' in write ? write.delete : write.check
  }
  const perform = (write: Write) => {
    const name = nameOf(keyOf(write))
    if ('put' in write) items.set(name, structuredClone(write.put))
    if ('delete' in write) items.delete(name)
    if (!('update' in write)) return
    const item: Item = { ...items.get(name), ...write.update, ...defined(write.set) }
    for (const [attribute, more] of Object.entries(write.add ?? {}))
      item[attribute] = Number(item[attribute] ?? 0) + more
    for (const attribute of write.remove ?? []) delete item[attribute]
    items.set(name, item)
  }
  const read = <T>(key: StoredKey) => structuredClone(items.get(nameOf(key))) as T | undefined

  return {
    get: async <T>(key: StoredKey) => read<T>(key),
    getMany: async <T>(keys: StoredKey[]) => keys.map((key) => read<T>(key)),
    putMany: async (items) => {
      for (const put of items) perform({ put })
    },
    query: async <T>({ pk, from, to, limit, index, newestFirst }: Range) => {
      const { partitionKey, sortKey } = index ?? tableShape
      const at = (item: Item) => item[sortKey] as string | number
      const found = [...items.values()]
        .filter((item) => item[partitionKey] === pk && item[sortKey] !== undefined)
        .filter((item) => (from === undefined || at(item) >= from) && (to === undefined || at(item) <= to))
        .toSorted((one, other) => (at(one) < at(other) ? -1 : 1))
      return structuredClone(newestFirst ? found.toReversed() : found).slice(0, limit) as T[]
    },
    count: () => Promise.reject(new Error('Nobody counts here')),
    write: async <T>(writes: Write[]) => {
      const stands = writes.map((write) => !write.when || holds(write.when, items.get(nameOf(keyOf(write)))))
      if (stands.includes(false))
        return {
          done: false,
          before: writes.map((write, index) => (stands[index] ? undefined : read<T>(keyOf(write)))),
          failed: stands.map((stand) => !stand),
        }
      writes.forEach(perform)
      return { done: true }
    },
  }
}

const defined = (values: Item = {}): Item =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const holds = ({ expression, values = {} }: Condition, item: Item | undefined): boolean => {
  const at = (path: string) =>
    path.split('.').reduce<unknown>((value, name) => Object(value)[name.replace('#', '')], item ?? {})
  let truth = expression
    .replace(/attribute_exists\((#\w+)\)/g, (_, path) => String(at(path) !== undefined))
    .replace(/attribute_not_exists\((#\w+)\)/g, (_, path) => String(at(path) === undefined))
    .replace(/([#.\w]+) (=|<>|<=?|>=) :(\w+)/g, (_, path, sign, name) => String(compare(sign, at(path), values[name])))
  while (truth.includes('(')) truth = truth.replace(/\(([^()]*)\)/g, (_, inner) => String(isTrue(inner)))
  return isTrue(truth)
}

const compare = (sign: string, one: unknown, other: unknown): boolean => {
  if (sign === '=') return one === other
  if (sign === '<>') return one !== other
  if (sign === '>=') return Number(one) >= Number(other)
  return sign === '<' ? Number(one) < Number(other) : Number(one) <= Number(other)
}

const isTrue = (words: string) =>
  words.split(' OR ').some((part) => part.split(' AND ').every((word) => word === 'true'))
