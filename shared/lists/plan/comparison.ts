import { type Kind, writeKind } from './columns.ts'
import type { Row } from './history-shape.ts'

export interface Fact {
  kind: string
  amount: number | undefined
  number: string | undefined
}

export interface Doubt {
  id: number
  fact: Fact | undefined
  how: 'missing' | 'extra' | 'changed'
}

export const doubtsOf = (facts: ReadonlyMap<number, Fact>, rows: readonly Row[]): Doubt[] => {
  const shown = new Set<number>()
  const doubts: Doubt[] = []
  for (const { id, kind, amount } of rows) {
    shown.add(id)
    const fact = facts.get(id)
    if (!fact) doubts.push({ id, fact, how: 'extra' })
    else if (fact.kind !== writeKind(kind) || fact.amount !== amount) doubts.push({ id, fact, how: 'changed' })
  }
  for (const [id, fact] of facts) if (!shown.has(id)) doubts.push({ id, fact, how: 'missing' })
  return doubts
}

export const isSameFact = (one: Fact | undefined, other: Fact | undefined): boolean =>
  one?.kind === other?.kind && one?.amount === other?.amount

export interface WholeList {
  rows: Row[]
  from: number
  ids: number[]
  total: number
  tally: ReadonlyMap<Kind, number>
  sums: { id: number; sum: number }[]
  numbers: { id: number; number: string }[] | undefined
}

export const contradictionsOf = (whole: WholeList, facts: ReadonlyMap<number, Fact>): string[] => {
  const { rows, from, ids, total } = whole
  const expected = rows.filter(({ id }) => id >= from).map(({ id }) => id)
  const contradictions: string[] = []
  if (total !== expected.length) contradictions.push(`its total is ${total}, not ${expected.length}`)
  const place = expected.findIndex((id, index) => ids[index] !== id || id === expected[index - 1])
  if (place >= 0 || ids.length !== expected.length)
    contradictions.push(`its pages go wrong at row ${(place < 0 ? Math.min(ids.length, expected.length) : place) + 1}`)
  return [...contradictions, ...wrongTallies(whole), ...wrongSums(whole), ...wrongNumbers(whole, facts)]
}

const wrongTallies = ({ rows, tally }: WholeList): string[] => {
  const counted = new Map<string, number>()
  for (const { kind } of rows) counted.set(writeKind(kind), (counted.get(writeKind(kind)) ?? 0) + 1)
  const listed = new Map([...tally].map(([kind, count]) => [writeKind(kind), count]))
  return [...new Set([...counted.keys(), ...listed.keys()])].flatMap((kind) => {
    const [is, of] = [listed.get(kind) ?? 0, counted.get(kind) ?? 0]
    return is === of ? [] : [`it counts ${is} of ${kind}, not ${of}`]
  })
}

const wrongSums = ({ rows, sums }: WholeList): string[] => {
  const asked = new Map(sums.map(({ id, sum }) => [id, sum]))
  let balance = 0
  return rows.toReversed().flatMap(({ id, amount = 0 }) => {
    balance += amount
    const stated = asked.get(id)
    return stated === undefined || stated === balance ? [] : [`its sum up to ${id} is ${stated}, not ${balance}`]
  })
}

const wrongNumbers = ({ rows, numbers }: WholeList, facts: ReadonlyMap<number, Fact>): string[] => {
  if (!numbers) return []
  const unfound = new Map(rows.map(({ id }) => [id, facts.get(id)?.number]))
  return [
    ...numbers.flatMap(({ id, number }) => {
      const own = unfound.get(id)
      const isRight = unfound.delete(id) && (own === undefined || own === number)
      return isRight ? [] : [`${id} is found by a number that is not its own`]
    }),
    ...[...unfound].flatMap(([id, number]) => (number === undefined ? [] : [`${id} is not found by its number`])),
  ]
}
