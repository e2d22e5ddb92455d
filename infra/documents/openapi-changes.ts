/** A change of the API document that may break a client of the released API. */
export interface ApiChange {
  /**
   * operationId in the released document, or `problems` for an error that several operations share.
   */
  operation: string
  change: string
  /**
   * True when the new document forbids requests that the released document allows. The API may
   * always have refused these requests.
   */
  isNarrowing: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of a published format, looked at member by member
type Json = any

export const incompatibleChanges = (released: Json, current: Json): ApiChange[] => [
  ...operationsOf(released).flatMap(({ route, operation }) => {
    const now = current[route.group]?.[route.path]?.[route.method]
    const changes = now ? operationChanges(route.group, operation, now) : [broken('is gone')]
    return changes.map((change) => ({ operation: operation.operationId, ...change }))
  }),
  ...problemChanges(released, current),
]

type Found = Omit<ApiChange, 'operation'>
type Group = 'paths' | 'webhooks'

const broken = (change: string): Found => ({ change, isNarrowing: false })
const narrowed = (change: string): Found => ({ change, isNarrowing: true })

const operationsOf = (document: Json) =>
  (['paths', 'webhooks'] as Group[]).flatMap((group) =>
    Object.entries<Json>(document[group] ?? {}).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, operation]) => ({ route: { group, path, method }, operation })),
    ),
  )

const operationChanges = (group: Group, released: Json, current: Json): Found[] => {
  const renamed = released.operationId === current.operationId ? [] : [broken(`is called ${current.operationId}`)]
  // Compares webhook bodies like responses, because the server sends both.
  const body = (operation: Json) => schemaOf(operation.requestBody)
  if (group === 'webhooks') return [...renamed, ...answerChanges('body', body(released), body(current))]
  return [
    ...renamed,
    ...parameterChanges(released.parameters ?? [], current.parameters ?? []),
    ...requestChanges('body', body(released) ?? {}, body(current) ?? {}),
    ...successChanges(released.responses, current.responses),
  ]
}

const schemaOf = (message: Json) => message?.content?.['application/json']?.schema

const parameterChanges = (released: Json[], current: Json[]): Found[] => {
  const nameOf = (parameter: Json) => parameter.$ref ?? `${parameter.in} ${parameter.name}`
  const before = new Map(released.map((parameter) => [nameOf(parameter), parameter]))
  const gone = [...before.keys()].filter((name) => !current.some((parameter) => nameOf(parameter) === name))
  return [
    ...gone.map((name) => broken(`${name} is no longer read`)),
    ...current.flatMap((parameter): Found[] => {
      const name = nameOf(parameter)
      const known = before.get(name)
      if (parameter.required && !known?.required) return [narrowed(`${name} became required`)]
      return known?.schema ? requestChanges(name, known.schema, parameter.schema) : []
    }),
  ]
}

const successChanges = (released: Json, current: Json): Found[] =>
  Object.keys(released)
    .filter((status) => status.startsWith('2'))
    .flatMap((status) => {
      if (current[status]) return answerChanges(status, schemaOf(released[status]), schemaOf(current[status]))
      const now = Object.keys(current).filter((each) => each.startsWith('2'))
      return [
        broken(`answers ${now.join(', ')} instead of ${status}`),
        ...now.flatMap((each) => answerChanges(each, schemaOf(released[status]), schemaOf(current[each]))),
      ]
    })

/**
 * Lists changed problems (API errors). Clients recognise a problem by status and message. A new
 * problem breaks no client.
 */
const problemChanges = (released: Json, current: Json): ApiChange[] => {
  const statuses = statusesOf(current)
  return [...statusesOf(released)].flatMap(([code, status]) => {
    const message = (document: Json) => document.components?.examples?.[code]?.value?.message
    const now = statuses.get(code)
    const found: Found[] = []
    if (now !== undefined && now !== status) found.push(broken(`${code} is answered with ${now} instead of ${status}`))
    if (now !== undefined && message(released) !== message(current)) found.push(broken(`${code} has another message`))
    return found.map((change) => ({ operation: 'problems', ...change }))
  })
}

const statusesOf = (document: Json): Map<string, string> =>
  new Map(
    operationsOf(document).flatMap(({ operation }) =>
      Object.entries<Json>(operation.responses ?? {}).flatMap(([status, response]) =>
        Object.keys(response.content?.['application/json']?.examples ?? {}).map((code) => [code, status] as const),
      ),
    ),
  )

const requestChanges = (at: string, released: Json, current: Json): Found[] => [
  ...goneFields(released, current, at).map((field) => broken(`${field} is no longer read`)),
  ...incompatibilities(released, current, { at, ...requestWords }).map((incompatibility) => narrowed(incompatibility)),
]

const answerChanges = (at: string, released: Json, current: Json): Found[] => {
  if (!released) return []
  const gone = goneFields(released, current ?? {}, at)
  // Leaves out mismatches of removed fields, which are reported as removed.
  const others = incompatibilities(current ?? {}, released, { at, ...answerWords }).filter(
    (incompatibility) => !gone.some((field) => incompatibility.startsWith(`${field} `)),
  )
  return [
    ...gone.map((field) => broken(`${field} is gone`)),
    ...others.map((incompatibility) => broken(incompatibility)),
  ]
}

const goneFields = (released: Json, current: Json, at: string): string[] => {
  const alternatives = alternativesOf(current)
  const fields = (schema: Json) => alternativesOf(schema).flatMap((each) => Object.entries<Json>(each.properties ?? {}))
  const gone = fields(released).flatMap(([name, schema]) => {
    const now = alternatives.map((each) => each.properties?.[name]).find(Boolean)
    return now ? goneFields(schema, now, `${at}.${name}`) : [`${at}.${name}`]
  })
  const items = alternatives.map((each) => each.items).find(Boolean)
  const inItems = alternativesOf(released).flatMap((each) =>
    each.items && items ? goneFields(each.items, items, `${at}[]`) : [],
  )
  return [...gone, ...inItems]
}

/** Splits a schema into alternatives; `type: ["string", "null"]` counts as two. */
const alternativesOf = (schema: Json): Json[] =>
  schema?.anyOf ?? schema?.oneOf ?? (Array.isArray(schema?.type) ? ofEachType(schema) : [schema ?? {}])

const ofEachType = ({ type: types, enum: words, ...schema }: Json): Json[] =>
  types.map((type: string) =>
    type === 'null'
      ? { type }
      : { ...schema, type, ...(words && { enum: words.filter((word: Json) => word !== null) }) },
  )

/**
 * Position in a body, and words for a mismatch. Requests are compared from old to new, responses
 * from new to old.
 */
interface Place {
  at: string
  excess: string
  required: string
}
const requestWords = { excess: 'no longer takes', required: 'became required' }
const answerWords = { excess: 'may now be', required: 'may now be absent' }

/** Returns reasons why a value of schema `from` may fit no alternative of `to`. */
const incompatibilities = (from: Json, to: Json, place: Place): string[] => {
  const sources = alternativesOf(from)
  if (sources.length > 1) return sources.flatMap((each) => incompatibilities(each, to, place))
  const targets = alternativesOf(to).map((each) => incompatibilitiesOfOne(from, each, place))
  return targets.toSorted((one, other) => one.length - other.length)[0] ?? []
}

const incompatibilitiesOfOne = (from: Json, to: Json, place: Place): string[] => {
  if (from.type === 'null') return typeMisfits(from, to, place)
  const { at, required } = place
  const lacking: string[] = (to.required ?? []).filter(
    (name: string) => !from.required?.includes(name) && (from.properties || required === requestWords.required),
  )
  const inner = (name: string, one: Json, other: Json) =>
    one && other && typeof one === 'object' && typeof other === 'object'
      ? incompatibilities(one, other, { ...place, at: `${at}${name}` })
      : []
  return [
    ...typeMisfits(from, to, place),
    ...wordMisfits(from, to, place),
    ...boundMisfits(from, to, place),
    ...lacking.map((name) => `${at}.${name} ${required}`),
    ...Object.entries<Json>(to.properties ?? {}).flatMap(([name, schema]) =>
      inner(`.${name}`, from.properties?.[name], schema),
    ),
    ...inner('[]', from.items, to.items),
    ...inner('.*', from.additionalProperties, to.additionalProperties),
  ]
}

const typesOf = ({ type, enum: words }: Json): string[] | undefined => {
  if (type) return [type].flat()
  return words?.map((word: Json) => (word === null ? 'null' : typeof word))
}

const typeMisfits = (from: Json, to: Json, { at, excess }: Place): string[] => {
  const wanted = typesOf(to)
  if (!wanted) return []
  const isTaken = (type: string) => wanted.includes(type) || (type === 'integer' && wanted.includes('number'))
  const given = typesOf(from) ?? ['any type']
  return given.filter((type) => !isTaken(type)).map((type) => `${at} ${excess} ${type}`)
}

const wordMisfits = (from: Json, to: Json, { at, excess }: Place): string[] => {
  const wanted = wordsOf(to)
  if (!wanted) return []
  const given = wordsOf(from)
  if (!given) return [`${at} ${excess} other words than ${wanted.map((word) => JSON.stringify(word)).join(', ')}`]
  return given.filter((word) => !wanted.includes(word)).map((word) => `${at} ${excess} ${JSON.stringify(word)}`)
}

const wordsOf = (schema: Json): Json[] | undefined => schema.enum ?? ('const' in schema ? [schema.const] : undefined)

const lowest = ['minimum', 'minLength', 'minItems', 'minProperties']
const highest = ['maximum', 'maxLength', 'maxItems', 'maxProperties']

const boundMisfits = (from: Json, to: Json, { at, excess }: Place): string[] => {
  const isTighter = (name: string, tighter: (one: number, other: number) => boolean) =>
    to[name] !== undefined && (from[name] === undefined || tighter(to[name], from[name]))
  return [
    ...lowest.filter((name) => isTighter(name, (one, other) => one > other)),
    ...highest.filter((name) => isTighter(name, (one, other) => one < other)),
    ...['pattern', 'format'].filter((name) => to[name] !== undefined && to[name] !== from[name]),
  ].map((name) => `${at} ${excess} what is outside ${name} \`${to[name]}\``)
}
