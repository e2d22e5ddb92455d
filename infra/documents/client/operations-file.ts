import type { HttpOperation } from '../../../shared/operations/define.ts'
import { httpOperations } from '../../../shared/operations/index.ts'
import { must } from '../../../shared/words/must.ts'
import { pascalCase } from '../../stack/names.ts'
import { isRequired } from '../openapi.ts'
import { schemaOf } from '../openapi-schema.ts'
import { type Member, membersOf, typeOf } from './type-of.ts'

/**
 * Writes client/operations.ts: the types of every request and response, and each operation's method
 * and path.
 */
export const operationsFile =
  (): string => `/** Written by \`npm run openapi\` from the catalogue of operations; a test holds it true. */

${sorted.map(typesOf).join('\n')}
export interface Operations {
${sorted.map(memberOf).join('\n')}
}

${routesHead}
${sorted.map(({ id, method, path }) => `  ${camelCase(id)}: ['${method}', '${path}'],`).join('\n')}
}
`

const routesHead =
  '/** Where each operation is. */\nexport const routes: Readonly<Record<keyof Operations, readonly [method: string, path: string]>> = {'

/** Operations sorted by id, so that moving a declaration does not change the file. */
const sorted = httpOperations.toSorted((one, other) => (one.id < other.id ? -1 : 1))

const camelCase = (id: string): string => id.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())

const typesOf = (operation: HttpOperation): string => {
  const name = pascalCase(operation.id)
  const members = inputOf(operation)
  const input = members.length > 0 ? `export interface ${name}Input ${membersOf(members)}\n\n` : ''
  const answer = typeOf(schemaOf(operation.returns))
  return `${input}${answer.startsWith('{') && answer.endsWith('}') ? `export interface ${name}Answer ${answer}` : `export type ${name}Answer = ${answer}`}\n`
}

const memberOf = (operation: HttpOperation): string => {
  const name = pascalCase(operation.id)
  const input = inputOf(operation).length > 0 ? `${name}Input` : 'Record<never, never>'
  return `  /** ${operation.summary}. ${operation.description} */\n  ${camelCase(operation.id)}: { input: ${input}; answer: ${name}Answer }`
}

/**
 * Puts the fields of path, query and body into one type. Two fields must not have the same name.
 */
const inputOf = ({ id, method, path, query, body }: HttpOperation): Member[] => {
  const isRead = method === 'GET' || method === 'DELETE'
  if (isRead ? body : query) throw new Error(`The client cannot tell query from body of ${id}`)
  const form = query ?? body
  const fields = Object.entries(form?.fields ?? {}).map(
    ([name, field]): Member => ({
      name,
      isRequired: isRequired(field),
      schema: schemaOf(field, 'input'),
    }),
  )
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name]): Member => ({
      name: must(name, 'name'),
      isRequired: true,
      schema: { type: name === 'region' || name === 'uuid' ? 'string' : 'integer' },
    }),
  )
  const twice = ids.find(({ name }) => fields.some((field) => field.name === name))
  if (twice) throw new Error(`${id} has ${twice.name} in its path and in its form`)
  return [...ids, ...fields]
}
