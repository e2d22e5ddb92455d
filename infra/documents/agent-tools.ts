import type { AgentTool } from '../../shared/domain/agents/agent-tool.ts'
import { keyArgument } from '../../shared/domain/agents/tool-request.ts'
import type { HttpOperation } from '../../shared/operations/define.ts'
import { httpOperations } from '../../shared/operations/index.ts'
import { isObject } from '../../shared/words/form.ts'
import { isRequired } from './openapi.ts'
import { schemaOf } from './openapi-schema.ts'

type Json = Record<string, unknown>

export const agentTools = (): AgentTool[] => {
  made ??= httpOperations.filter(({ agents }) => agents).map(toolOf)
  return made
}

let made: AgentTool[] | undefined

const toolOf = (operation: HttpOperation): AgentTool => {
  const { id, area, scope, method, path, summary, description, reachesPeople } = operation
  return {
    name: id,
    title: summary,
    description: `${summary}. ${description}`,
    inputSchema: inputOf(operation),
    annotations: {
      readOnlyHint: method === 'GET',
      destructiveHint: method === 'DELETE' || reachesPeople,
      idempotentHint: method !== 'POST',
      openWorldHint: reachesPeople,
    },
    area,
    scope,
    method,
    path,
    query: Object.keys(operation.query?.fields ?? {}),
  }
}

/**
 * Puts the fields of path, query and body into one object. Leaves out aliases and null, which would
 * only cost the model tokens.
 */
const inputOf = ({ id, path, method, query, body }: HttpOperation): Json => {
  const fields = [...Object.entries(query?.fields ?? {}), ...Object.entries(body?.fields ?? {})]
  const own = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']) => [name, { type: name === 'region' || name === 'uuid' ? 'string' : 'integer' }] as const,
  )
  const key = method === 'POST' ? [[keyArgument, keySchema] as const] : []
  const all = [...own, ...fields.map(([name, field]) => [name, plain(schemaOf(field))] as const), ...key]
  const names = all.map(([name]) => name)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  if (twice.length)
    throw new Error(`${id} has ${twice.join(', ')} in more than one place: an agent could not tell which is meant`)
  const required = fields.filter(([, field]) => isRequired(field)).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(all),
    required: [...own.map(([name]) => name), ...required],
    additionalProperties: false,
  }
}

const keySchema = {
  type: 'string',
  maxLength: 255,
  description: 'Yours for this wish: asked again with the same one, it is not done twice',
}

/** Removes null from a schema, because some clients refuse a field of two types. */
const plain = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(plain)
  if (!isObject(schema)) return schema
  const { format, type, enum: words, ...others } = schema
  const types = [type].flat().filter((one) => one !== 'null' && one !== undefined)
  return {
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...Object.fromEntries(Object.entries(others).map(([name, inner]) => [name, plain(inner)])),
    ...(Array.isArray(words) && { enum: words.filter((word) => word !== null) }),
    ...(format !== 'int64' && format !== undefined && { format }),
  }
}
