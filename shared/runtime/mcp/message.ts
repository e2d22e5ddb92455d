import { isObject } from '../../words/form.ts'
import { tryParseJson } from '../../words/json.ts'

/** JSON-RPC 2.0. A notification has no id and gets no answer. */
export interface RpcMessage {
  id: string | number | undefined
  method: string
  params: Record<string, unknown>
}

export interface Failure {
  status: number
  code: number
  message: string
  data?: unknown
}

export const failure = (status: number, code: number, message: string, data?: unknown): { failure: Failure } => ({
  failure: { status, code, message, data },
})

/** Error codes of JSON-RPC and (-32000 to -32099) of MCP. */
export const codes = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  headers: -32020,
  version: -32022,
} as const

export const readMessage = (text: string): { message: RpcMessage } | { failure: Failure } => {
  const value = tryParseJson(text)
  if (value === undefined) return failure(400, codes.parse, 'Parse error')
  if (!isObject(value) || value.jsonrpc !== '2.0' || typeof value.method !== 'string')
    return failure(400, codes.request, 'Invalid request: one message of JSON-RPC 2.0 is taken at a time')
  const { id, method, params = {} } = value
  if (id !== undefined && typeof id !== 'string' && !Number.isInteger(id))
    return failure(400, codes.request, 'Invalid request: the id must be a string or an integer')
  if (!isObject(params)) return failure(400, codes.params, 'Invalid params: an object is taken')
  return { message: { id: id as RpcMessage['id'], method, params } }
}
