import { isObject } from '../../words/form.ts'
import { codes, type Failure, failure, type RpcMessage } from './message.ts'

/**
 * Since version 2026-07-28, each request states its protocol version; before, a handshake stated
 * it. https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
 */
export type Generation = 'modern' | 'legacy'

const modernVersion = '2026-07-28'
const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
export const versions: readonly string[] = [modernVersion, ...legacyVersions]

export type McpHeaders = Readonly<Record<string, string | undefined>>

const meta = (name: string) => `io.modelcontextprotocol/${name}`
export const serverInfoName = meta('serverInfo')

export const agreedVersion = (wanted: unknown): string =>
  legacyVersions.find((version) => version === wanted) ?? legacyVersions[0]

/**
 * Finds out whether a request uses the modern or the legacy protocol. Fails for an unknown version
 * or contradicting headers.
 */
export const generationOf = (
  { method, params }: RpcMessage,
  headers: McpHeaders,
): { generation: Generation } | { failure: Failure } => {
  const about = isObject(params._meta) ? params._meta : {}
  const wanted = about[meta('protocolVersion')]
  const header = headers['mcp-protocol-version']
  if (wanted === undefined && (method === 'initialize' || header === undefined || isLegacy(header)))
    return { generation: 'legacy' }
  if (wanted === undefined && header !== modernVersion) return unsupported(header)
  if (typeof wanted !== 'string') return lacking('protocolVersion')
  if (wanted !== header) return mismatch('MCP-Protocol-Version')
  if (wanted !== modernVersion) return unsupported(wanted)
  if (!isObject(about[meta('clientCapabilities')])) return lacking('clientCapabilities')
  if (headers['mcp-method'] !== method) return mismatch('Mcp-Method')
  if (method === 'tools/call' && decoded(headers['mcp-name']) !== params.name) return mismatch('Mcp-Name')
  return { generation: 'modern' }
}

const isLegacy = (version: string) => legacyVersions.some((known) => known === version)

const unsupported = (requested: string | undefined) =>
  failure(400, codes.version, 'Unsupported protocol version', { supported: versions, requested })

const lacking = (name: string) => failure(400, codes.params, `Invalid params: _meta lacks ${meta(name)}`)

const mismatch = (header: string) => failure(400, codes.headers, `Header mismatch: ${header} is not what the body says`)

/** Decodes base64, which clients use for text that a header cannot contain. */
const decoded = (value: string | undefined): string | undefined => {
  const [, base64] = /^=\?base64\?([\w+/=]*)\?=$/.exec(value ?? '') ?? []
  return base64 === undefined ? value : Buffer.from(base64, 'base64').toString()
}
