import type { AgentToolAnswer } from '../../domain/agents/tool-answer.ts'
import { isObject } from '../../words/form.ts'
import { tryParseJson } from '../../words/json.ts'
import type { Problem } from '../../words/problem.ts'
import {
  agreedVersion,
  type Generation,
  generationOf,
  type McpHeaders,
  serverInfoName,
  versions,
} from './generation.ts'
import { codes, type Failure, failure, type RpcMessage, readMessage } from './message.ts'

export interface McpTool {
  name: string
  title: string
  description: string
  inputSchema: Record<string, unknown>
  annotations: object
}

export interface ToolServer {
  info: { name: string; title: string; version: string }
  /** Text that tells the model how to choose a tool. */
  instructions: string
  tools: readonly McpTool[]
  call(name: string, given: unknown): Promise<AgentToolAnswer | undefined>
  /** Counts a message that calls no tool. Throws when the caller exceeds its rate. */
  count(): Promise<void>
}

export interface McpReply {
  status: number
  message: object | undefined
}

/** Milliseconds for which a client is allowed to cache the tools. */
const listMs = 5 * 60_000

export const replyTo = async (server: ToolServer, text: string, headers: McpHeaders): Promise<McpReply> => {
  const read = readMessage(text)
  if ('failure' in read) {
    await server.count()
    return failed(undefined, read.failure)
  }
  const { id, method } = read.message
  const found = id === undefined ? undefined : generationOf(read.message, headers)
  if (found && 'generation' in found && method === 'tools/call') {
    const called = await call(server, read.message, found.generation)
    if (called) return succeeded(server, id, called, found.generation)
  }
  await server.count()
  if (!found) return { status: 202, message: undefined }
  if ('failure' in found) return failed(id, found.failure)
  const answer = answerTo(server, read.message, found.generation)
  return 'failure' in answer ? failed(id, answer.failure) : succeeded(server, id, answer.result, found.generation)
}

/** Returns the error for a request with invalid URL parameters. */
export const refusing = (text: string, { errors = {} }: Problem): McpReply => {
  const read = readMessage(text)
  const why = Object.values(errors).flat().join(' ')
  const refused = failure(400, codes.params, `Invalid params: ${why}`, { errors })
  return failed('message' in read ? read.message.id : undefined, refused.failure)
}

const answerTo = (
  { info, instructions, tools }: ToolServer,
  { method, params }: RpcMessage,
  generation: Generation,
): { result: object } | { failure: Failure } => {
  const lasting = { ttlMs: listMs, cacheScope: 'private' }
  const capabilities = { tools: {} }
  switch (`${generation} ${method}`) {
    case 'legacy initialize':
      return {
        result: {
          protocolVersion: agreedVersion(params.protocolVersion),
          capabilities,
          serverInfo: info,
          instructions,
        },
      }
    case 'legacy ping':
      return { result: {} }
    case 'modern server/discover':
      return { result: { supportedVersions: versions, capabilities, instructions, ...lasting } }
    case 'legacy tools/list':
      return { result: { tools } }
    case 'modern tools/list':
      return { result: { tools, ...lasting } }
    case 'legacy tools/call':
    case 'modern tools/call':
      return failure(generation === 'modern' ? 400 : 200, codes.params, `Unknown tool: ${nameOf(params)}`)
    default:
      return failure(generation === 'modern' ? 404 : 200, codes.method, `Method not found: ${method}`)
  }
}

/** Calls a tool. Before version 2026-07-28, structured content had to be an object. */
const call = async (
  server: ToolServer,
  { params }: RpcMessage,
  generation: Generation,
): Promise<object | undefined> => {
  const { arguments: given } = params
  // Some clients send all arguments as one JSON string.
  const answer = await server.call(nameOf(params), typeof given === 'string' ? tryParseJson(given) : given)
  if (!answer) return undefined
  const { text, value, isError, about } = answer
  const isWrapped = generation === 'legacy' && value !== undefined && !isObject(value)
  return {
    content: [{ type: 'text', text }],
    ...(value !== undefined && { structuredContent: isWrapped ? { items: value } : value }),
    isError,
    _meta: about,
  }
}

const nameOf = ({ name }: RpcMessage['params']): string => (typeof name === 'string' ? name : '')

const succeeded = (server: ToolServer, id: RpcMessage['id'], result: object, generation: Generation): McpReply => {
  const { _meta, ...others } = result as { _meta?: object }
  const modern = { resultType: 'complete', ...others, _meta: { ..._meta, [serverInfoName]: server.info } }
  return { status: 200, message: { jsonrpc: '2.0', id, result: generation === 'modern' ? modern : result } }
}

const failed = (id: RpcMessage['id'], { status, code, message, data }: Failure): McpReply => ({
  status,
  message: { jsonrpc: '2.0', id, error: { code, message, data } },
})
