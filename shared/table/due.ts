import type { HistoryNoun, HistoryRef } from './history-ref.ts'

export interface Due {
  noun: string
  user_id: number
  id: number
  /** Full sort key. Some keys contain more than the id. */
  key: string
}

export const idsAs =
  <const Name extends string>(name: Name) =>
  (due: readonly Due[]) =>
    due.map(({ user_id, id }) => ({ user_id, [name]: id }) as { user_id: number } & Record<Name, number>)

export const users = (due: readonly Due[]) => due.map(({ user_id }) => ({ user_id }))

export const listOf =
  (noun: HistoryNoun) =>
  (due: readonly Due[]): HistoryRef[] =>
    due.map(({ user_id }) => ({ user_id, noun }))

export const keys = (due: readonly Due[]) => due.map(({ user_id, key }) => ({ user_id, key }))

export const keysTogether = (due: readonly Due[], keysMax: number) =>
  [...Map.groupBy(due, ({ user_id }) => user_id)].flatMap(([user_id, own]) => {
    const keys = own.map(({ key }) => key).toSorted((one, other) => (idIn(one) < idIn(other) ? -1 : 1))
    const count = Math.ceil(keys.length / keysMax)
    return Array.from({ length: count }, (_, index) => ({
      user_id,
      keys: keys.slice(index * keysMax, (index + 1) * keysMax),
    }))
  })

const idIn = (key: string): string => key.slice(key.indexOf('#') + 1)
