import { historyNouns } from './history-ref.ts'
import { type ItemFacts, type KeyShape, personPhases } from './item.ts'
import * as shapes from './keys.ts'

const lists = historyNouns.flatMap((noun) => Object.values(shapes.listItems(noun)))
type Kind = Extract<(typeof shapes)[keyof typeof shapes] | (typeof lists)[number], { noun: string }>
export type UserNoun = Kind['noun']

const isShape = (value: unknown): value is KeyShape => typeof value === 'function' && 'about' in value
const isKind = (value: unknown): value is Kind => isShape(value) && 'noun' in value

export const keyShapes: readonly KeyShape[] = [...Object.values<unknown>(shapes), ...lists].filter(isShape)

export const kinds: readonly Kind[] = keyShapes.filter(isKind)
export const userNouns: readonly UserNoun[] = kinds.map(({ noun }) => noun)
export const factsOf = (noun: string): ItemFacts | undefined => kinds.find((kind) => kind.noun === noun)?.facts

export const userPartition = (user: number, noun?: UserNoun): string => (noun ? `${user}#${noun}` : String(user))

/** Kinds of items in the order in which they are searched for a person's data. */
export const personNouns: readonly UserNoun[] = personPhases.flatMap((phase) =>
  kinds.filter(({ facts }) => facts.person === phase).map(({ noun }) => noun),
)

export type DueKind = Extract<Kind, { facts: { due: object } }>
export type DueQueue = DueKind['facts']['due']['queue']
export const dueKinds: readonly DueKind[] = kinds.filter((kind): kind is DueKind => 'due' in kind.facts)
export const dueQueues: readonly DueQueue[] = [...new Set(dueKinds.map(({ facts }) => facts.due.queue))].toSorted()
