import { sentences } from '../../words/fields.ts'
import { finding, isObject } from '../../words/form.ts'
import { readId } from '../../words/id.ts'
import { Problem } from '../../words/problem.ts'
import type { AgentTool } from './agent-tool.ts'
import { plainArguments } from './plain-arguments.ts'

export interface AgentToolRequest {
  method: AgentTool['method']
  /** Path below `/api`, with query. */
  target: string
  body: string | undefined
  /**
   * The argument `idempotency_key`. MCP message ids cannot serve as keys, because every client
   * counts from 1.
   */
  key: string | undefined
}

export const keyArgument = 'idempotency_key'

/** Builds an API request. Checks only the arguments' form; the API checks the rest. */
export const requestOf = ({ method, path, query, inputSchema }: AgentTool, given: unknown): AgentToolRequest => {
  const plain = plainArguments(inputSchema, given)
  const { [keyArgument]: key, ...others } = isObject(plain) ? plain : {}
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const named = others[name]
    if (isLeftOut(named)) throw refused(name)
    delete others[name]
    return name === 'region' ? encodeURIComponent(textOf(named)) || '-' : String(readId(textOf(named)) ?? noId)
  })
  if (!isLeftOut(key) && !isKey(key)) throw new Problem('invalid_idempotency_key')
  const asked = new URLSearchParams()
  for (const name of query) if (!isLeftOut(others[name])) asked.set(name, textOf(others[name]))
  return {
    method,
    target: asked.size ? `${place}?${asked}` : place,
    body: method === 'POST' || method === 'PUT' ? written(others) : undefined,
    key: method === 'POST' && isKey(key) ? key : undefined,
  }
}

/** No record has this id, so the API answers that nothing was found. */
const noId = 0

const refused = (name: string) => new Problem('validation_failed', { errors: finding(name, sentences.required) })
const isLeftOut = (value: unknown) => value === undefined || value === null
const isKey = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : written(value))

const written = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    throw new Problem('malformed_json')
  }
}
