import type { HttpOperation } from '../../shared/operations/define.ts'
import { httpOperations } from '../../shared/operations/index.ts'
import type { Form } from '../../shared/words/form.ts'
import { isRequired } from '../documents/openapi.ts'
import { schemaOf } from '../documents/openapi-schema.ts'

interface ConsoleField {
  name: string
  schema: Record<string, unknown>
  isRequired?: true
  /** Alternative name of the field, which error messages may use. */
  also?: string
}

type ConsoleForms = Record<string, readonly ConsoleField[]>

export const consoleForms = (operations: readonly HttpOperation[] = httpOperations): ConsoleForms =>
  Object.fromEntries(
    operations.flatMap(({ id, body }) =>
      body ? [[id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), fieldsOf(body)]] : [],
    ),
  )

const fieldsOf = ({ fields, aliases = {}, either = [] }: Form): ConsoleField[] =>
  Object.entries(fields).map(([name, field]) => {
    const alias = Object.entries(aliases).find(([, { of }]) => of === name)
    const { description, default: usual, ...own } = schemaOf(field, 'input')
    const shown = alias ? schemaOf(alias[1].field, 'input') : own
    const schema = {
      ...shown,
      ...(description !== undefined && { description }),
      ...(usual !== undefined && { default: usual }),
    }
    const isDemanded = isRequired(field) && !either.flat().includes(name)
    return {
      name: alias?.[0] ?? name,
      schema,
      ...(isDemanded && { isRequired: true as const }),
      ...(alias && { also: name }),
    }
  })
