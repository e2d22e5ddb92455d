import { keyShapes } from '../../shared/table/items.ts'
import type { StoredKey } from '../../shared/table/keys.ts'

export type StoredShape = Record<string, string>
export type Shapes = Record<string, StoredShape>

interface Seen {
  maps: Map<string, number>
  members: Map<string, { within: string; kinds: Set<string>; count: number }>
}

const levelsMax = 4

/** Collects the shapes of stored items and messages by name. */
export const gatherer = () => {
  const seen = new Map<string, Seen>()
  const add = (name: string, value: object) => {
    const known: Seen = seen.get(name) ?? { maps: new Map(), members: new Map() }
    seen.set(name, known)
    gather(known, '', value, 0)
  }
  const shapes = (): Shapes => Object.fromEntries([...seen].toSorted(byName).map(([name, one]) => [name, shapeOf(one)]))
  return { add, shapes }
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)

const shapeOf = ({ maps, members }: Seen): StoredShape =>
  Object.fromEntries(
    [...members].toSorted(byName).map(([path, { within, kinds, count }]) => {
      const isOptional = !path.endsWith('[]') && count < (maps.get(within) ?? 0)
      return [isOptional ? `${path}?` : path, [...kinds].toSorted().join(' or ')]
    }),
  )

const gather = (seen: Seen, prefix: string, value: unknown, level: number) => {
  if (level > levelsMax || typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
  const note = (path: string, inner: unknown) => {
    const member = seen.members.get(path) ?? { within: prefix, kinds: new Set(), count: 0 }
    member.kinds.add(kindOf(inner))
    member.count += 1
    seen.members.set(path, member)
    gather(seen, path, inner, level + 1)
  }
  if (Array.isArray(value)) for (const each of value) note(`${prefix}[]`, each)
  else {
    seen.maps.set(prefix, (seen.maps.get(prefix) ?? 0) + 1)
    for (const [name, each] of Object.entries(value))
      if (each !== undefined) note(`${prefix}${prefix && '.'}${plain(name)}`, each)
  }
}

/** Replaces ids in field names by `#`, because each item has its own ids. */
const plain = (name: string) => name.replaceAll(/\d+/g, '#')

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (ArrayBuffer.isView(value)) return 'bytes'
  return { string: 'text', object: 'map' }[typeof value as string] ?? typeof value
}

const patterns = keyShapes.map(({ pk, sk }) => ({
  name: `${pk} ${sk}`,
  names: (pk + sk).match(/<[^>]+>/g)?.length ?? 0,
  pattern: new RegExp(`^${[pk, sk].map((part) => part.replaceAll(/<[^>]+>/g, '[^ ]+')).join(' ')}$`),
}))

export const kindAt = ({ pk, sk }: StoredKey): string => {
  const [first] = patterns
    .filter(({ pattern }) => pattern.test(`${pk} ${sk}`))
    .toSorted((one, other) => one.names - other.names)
  return first?.name ?? pk.replaceAll(/\d+/g, '#')
}

export const incompatibilities = (former: Shapes, current: Shapes): string[] =>
  Object.entries(former).flatMap(([name, shape]) => {
    const now = current[name]
    if (!now) return [`${name}: gone`]
    return Object.entries(shape).flatMap(([member, kinds]) =>
      incompatibility(now, member, kinds).map((why) => `${name}: ${why}`),
    )
  })

const incompatibility = (now: StoredShape, member: string, kinds: string): string[] => {
  const path = member.replace(/\?$/, '')
  const own = now[path] ?? now[`${path}?`]
  if (own === undefined) return member.endsWith('?') ? [] : [`${path} is gone`]
  const further = own.split(' or ').filter((kind) => !kinds.split(' or ').includes(kind))
  return [
    ...(further.length > 0 ? [`${path} is ${further.join(' or ')} now, and was ${kinds}`] : []),
    ...(path === member && now[path] === undefined ? [`${path} may be absent now`] : []),
  ]
}
